// The elements that a workgroup works on, and how many there are. Needs constants.glsl, and of its algorithm the struct
// PassPush.

layout(push_constant, std430) uniform PushBlock { Push push; PassPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNTS) readonly buffer Counts { uint counts[]; };

struct Job {
  uint group;          // number of this workgroup among those of the sort
  uint first_key;      // index of the sort's first key in its binding, in elements
  uint first_payload;  // the same for payloads
  uint readable;       // elements that may be read; known at once, so that loads need not wait for the count
  uint count;          // elements to sort, at most `readable`
};
Job job;

#include "segments.glsl"

// In a grid that the host may have folded into two dimensions. `t` is the invocation's number in its workgroup. False,
// for all of a workgroup, if that has nothing to do.
bool findJob(const uint t) {
  job.group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (pass.segments != VKSORT_SEGMENTS_NONE) {
    return pass.segments == VKSORT_SEGMENTS_WHOLE ? findWholeSegment(t) : findSegmentSlot();
  }
  job.first_key = push.first_key;
  job.first_payload = push.first_payload;
  job.readable = push.count;
  job.count = push.count;
  if (push.is_indirect != 0u) job.count = min(counts[push.first_count], push.count);
  return true;
}

// Elements that may be read from `first` on, at most `limit`. `first` must be one of them.
uint readableElements(const uint first, const uint limit) {
  return min(job.readable - first, limit);
}

// Elements to sort from `first` on, at most `limit`.
uint liveElements(const uint first, const uint limit) {
  return job.count < first ? 0u : min(job.count - first, limit);
}

// Whether the merge stage of the pass has nothing to do, since the stages before it have sorted all elements.
bool isInOrderBefore() {
  return job.count - 1u <= pass.last_of >> 1u;
}

// Whether the pass leaves the elements sorted, if it stores them converted.
bool isLastPass() {
  return job.count - 1u <= pass.last_of;
}
