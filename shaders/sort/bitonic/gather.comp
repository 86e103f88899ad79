// Stable sorts of payloads with several workgroups sort {key, index}. Before the sort, this pass saves the payloads to
// scratch memory and stores indices; after it, indices are replaced by payloads. A workgroup processes 2^TILE_LOG2
// elements, without shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "../elements/job.glsl"

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Keys { uint keys[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) buffer Payloads { uint payloads[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) buffer Scratch { uint scratch[]; };

const bool IN_KEYS = INTERLEAVED == VKSORT_KEY_PAYLOAD || INTERLEAVED == VKSORT_WIDE_PAYLOAD;

// Word of the element's payload or index in its binding.
uint payloadWord(const uint element) {
  if (INTERLEAVED == VKSORT_KEY_PAYLOAD) return 2u * (job.first_key + element) + 1u;
  if (INTERLEAVED == VKSORT_WIDE_PAYLOAD) return job.first_key + 3u * element + 2u;
  return job.first_payload + element;
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  findJob(t);
  if (job.group > (job.readable - 1u) >> TILE_LOG2) return;  // unused part of a folded grid
  const uint tile = job.group << TILE_LOG2;
  const uint live = liveElements(tile, 1u << TILE_LOG2);
  for (uint i = t; i < live; i += gl_WorkGroupSize.x) {
    const uint word = payloadWord(tile + i);
    const uint loaded = IN_KEYS ? keys[word] : payloads[word];
    if (pass.gathers == 0u) {
      scratch[push.first_scratch + tile + i] = loaded;
    }
    const uint from = push.first_scratch + min(loaded, job.readable - 1u);
    const uint stored = pass.gathers == 0u ? tile + i : scratch[from];
    if (IN_KEYS) {
      keys[word] = stored;
    } else {
      payloads[word] = stored;
    }
  }
}
