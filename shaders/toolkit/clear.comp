// Sets words of the target or of scratch memory to 0.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "interface.h"

layout(push_constant, std430) uniform PushBlock { ClearPush push; };
layout(local_size_x_id = VKSORT_TOOLKIT_WORKGROUP) in;
layout(std430, set = 0, binding = VKSORT_TOOL_TARGET) writeonly buffer Target { uint target[]; };
layout(std430, set = 0, binding = VKSORT_TOOL_SCRATCH) writeonly buffer Scratch { uint scratch[]; };

void main() {
  const uint workgroup = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint first = workgroup * (gl_WorkGroupSize.x * VKSORT_TOOLKIT_UNITS) + gl_LocalInvocationIndex;
  [[unroll]] for (uint i = 0u; i < VKSORT_TOOLKIT_UNITS; ++i) {
    const uint word = first + i * gl_WorkGroupSize.x;
    if (word >= push.word_count) continue;
    if (push.in_scratch != 0u) {
      scratch[push.first_word + word] = 0u;
    } else {
      target[push.first_word + word] = 0u;
    }
  }
}
