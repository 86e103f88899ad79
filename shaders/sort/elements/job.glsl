// What a workgroup is about: which elements, and how many there are. The rest of the shaders does not know where that is
// from. Needs constants.glsl, and of its algorithm the struct PassPush.

layout(push_constant, std430) uniform PushBlock { Push push; PassPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNTS) readonly buffer Counts { uint counts[]; };

struct Job {
  uint group;        // number of this workgroup among those of the sort
  uint first_key;    // index of the sort's first key in its binding, in elements
  uint first_value;  // the same for values
  uint readable;     // elements that may be read; known at once, so that loads need not wait for the count
  uint count;        // elements to sort, at most `readable`
};
Job job;

#include "lists.glsl"

// In a grid that the host may have folded into two dimensions. `t` is the invocation's number in its workgroup. False,
// for all of a workgroup, if that has nothing to do.
bool findJob(const uint t) {
  job.group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (LISTS != 0u) return LISTS == VKSORT_LISTS_WHOLE ? findWholeList(t) : findListSlot();
  job.first_key = push.first_key;
  job.first_value = push.first_value;
  job.readable = push.count;
  job.count = push.count;
  if (DEVICE_COUNT != 0u) job.count = min(counts[push.first_count], push.count);
  return true;
}

// Elements that may be read from `first` on, at most `most`. `first` must be one of them.
uint readableElements(const uint first, const uint most) {
  return min(job.readable - first, most);
}

// Elements to sort from `first` on, at most `most`.
uint liveElements(const uint first, const uint most) {
  const uint live = min(job.count - first, most);
  return DEVICE_COUNT != 0u && job.count < first ? 0u : live;
}

// Whether what the pass leaves behind is sorted, if the host says that the pass may be the last one.
bool isLastPass() {
  return DEVICE_COUNT == 0u || job.count - 1u <= pass.last_of;
}
