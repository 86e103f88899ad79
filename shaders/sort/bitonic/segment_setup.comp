// Before a segmented sort: divides segments by size into queues, and writes the arguments of the passes. interface.h says
// what the state holds. In steps, each with a barrier of the host's behind it; few segments take them all at once.
// The order of the segments in a queue is that in which invocations happen to come; the results do not depend on it.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#include "interface.h"

layout(local_size_x_id = VKSORT_SEGMENTS_WORKGROUP) in;
layout(constant_id = VKSORT_SEGMENTS_MIN_COUNT) const uint MIN_COUNT = 2;
layout(constant_id = VKSORT_SEGMENTS_TINY_LOG2) const uint TINY_LOG2 = 7;
layout(constant_id = VKSORT_SEGMENTS_SMALL_LOG2) const uint SMALL_LOG2 = 9;
layout(constant_id = VKSORT_SEGMENTS_TILE_LOG2) const uint TILE_LOG2 = 11;
layout(constant_id = VKSORT_SEGMENTS_PACKED_LOG2) const uint PACKED_LOG2 = 2;
layout(constant_id = VKSORT_SEGMENTS_ROW) const uint ROW = 32768;
layout(constant_id = VKSORT_SEGMENTS_MAX_GROUPS_X) const uint MAX_GROUPS_X = 65535;

layout(push_constant, std430) uniform PushBlock { Push push; SegmentSetUpPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNTS) coherent buffer State { uint state[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_STATE) readonly buffer Table { uint table[]; };

const uint kClasses = 3;  // tiny, small, in slots; further: nothing to do
const uint kNone = kClasses;
const uint kArguments = VKSORT_SEGMENTS_OF_SLOTS + VKSORT_SEGMENTS_SLOTS_LOG2 * VKSORT_SEGMENTS_PARTS;

shared uint found[kClasses];
shared uint place[kClasses];
shared uint total[kClasses];
shared uint of_slots[32];  // segments of 2^k slots
shared uint next_of[32];   // place of the next one of them

uint argumentWord(const uint index) {
  return push.first_count + VKSORT_SEGMENTS_ARGUMENTS + 3u * index;
}

uint queueWord(const uint queue, const uint entry) {
  return push.first_count + VKSORT_SEGMENTS_QUEUES + 2u * (queue * pass.segment_count + entry);
}

// {first, count} of a segment, of no element past the range.
uvec2 segmentAt(const uint index) {
  const uint first = table[push.first_state + 2u * index];
  const uint count = table[push.first_state + 2u * index + 1u];
  const uint room = first < push.count ? push.count - first : 0u;
  return uvec2(first, min(min(count, pass.max_segment), room));
}

uint classOf(const uint count) {
  if (count < MIN_COUNT) return kNone;
  return count <= 1u << TINY_LOG2 ? 0u : count <= 1u << SMALL_LOG2 ? 1u : 2u;
}

// log2 of the slots of a segment. count: at least 1.
uint slotsLog2(const uint count) {
  const uint last = (count - 1u) >> TILE_LOG2;
  return last == 0u ? 0u : uint(findMSB(last)) + 1u;
}

void clear(const uint t) {
  for (uint word = t; word < VKSORT_SEGMENTS_ARGUMENTS + 3u * kArguments; word += gl_WorkGroupSize.x) {
    const bool one = word >= VKSORT_SEGMENTS_ARGUMENTS && (word - VKSORT_SEGMENTS_ARGUMENTS) % 3u != 0u;
    state[push.first_count + word] = one ? 1u : 0u;
  }
}

uint counterWord(const uint class_of) {
  return push.first_count + (class_of == 2u ? VKSORT_SEGMENTS_SLOT_END : class_of);
}

// A grid of workgroups for so many segments of a class: {columns, rows}.
uvec2 gridFor(const uint class_of, const uint segments) {
  const uint groups = ceilShift(segments, class_of == 0u ? PACKED_LOG2 : 0u);
  return uvec2(min(groups, ROW), (max(groups, 1u) - 1u) / ROW + 1u);
}

// Takes `segments` places in the queue of a class, and has workgroups dispatched for them. Returns the first place.
uint takePlaces(const uint class_of, const uint segments) {
  if (segments == 0u) return 0u;
  const uint first = atomicAdd(state[counterWord(class_of)], segments);
  const uvec2 grid = gridFor(class_of, first + segments);
  const uint word = argumentWord(class_of);
  atomicMax(state[word], grid.x);
  atomicMax(state[word + 1u], grid.y);
  return first;
}

// `alone`: this is the only workgroup, which needs no atomics of the device.
void classify(const uint t, const bool alone) {
  if (t < kClasses) found[t] = total[t] = 0u;
  barrier();
  const uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  const uint step = gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_WorkGroupSize.x;
  for (uint begin = group * gl_WorkGroupSize.x; begin < pass.segment_count; begin += step) {
    const bool exists = begin + t < pass.segment_count;
    const uvec2 segment = exists ? segmentAt(begin + t) : uvec2(0u);
    const uint class_of = classOf(segment.y);
    const uint rank = class_of == kNone ? 0u : atomicAdd(found[class_of], 1u);
    barrier();
    if (t < kClasses) {
      place[t] = alone ? total[t] : takePlaces(t, found[t]);
      total[t] += found[t];
      found[t] = 0u;
    }
    barrier();
    if (class_of != kNone) {
      const uint word = queueWord(class_of, place[class_of] + rank);
      state[word] = segment.x;
      state[word + 1u] = segment.y;
    }
  }
  if (alone && t < kClasses) {
    const uvec2 grid = gridFor(t, total[t]);
    state[counterWord(t)] = total[t];
    state[argumentWord(t)] = grid.x;
    state[argumentWord(t) + 1u] = grid.y;
  }
}

// The slots of segments that meet nowhere are no more than this; a table that says otherwise must not keep the GPU busy.
uint maxSlots() {
  return 2u * ceilShift(push.count, TILE_LOG2) + pass.segment_count;
}

void writeArguments(const uint k, const uint slots) {
  for (uint parts_log2 = 0u; parts_log2 < VKSORT_SEGMENTS_PARTS; ++parts_log2) {
    const uint word = argumentWord(VKSORT_SEGMENTS_OF_SLOTS + k * VKSORT_SEGMENTS_PARTS + parts_log2);
    const uint groups = slots << parts_log2;
    const uint rows = gridRows(groups, MAX_GROUPS_X);
    state[word] = gridColumns(groups, rows);
    state[word + 1u] = rows;
  }
}

// Segments in slots: those of the most slots first.
void arrange(const uint t) {
  const uint segments = state[push.first_count + VKSORT_SEGMENTS_SLOT_END];
  if (t < 32u) of_slots[t] = 0u;
  barrier();
  for (uint i = t; i < segments; i += gl_WorkGroupSize.x) atomicAdd(of_slots[slotsLog2(state[queueWord(2u, i) + 1u])], 1u);
  barrier();
  if (t < 32u) {
    uint before = 0u, slots = 0u, here = 0u;
    for (uint k = 31u; k >= t && k < 32u; --k) {
      before += here;
      here = of_slots[k];
      const uint room = maxSlots() - slots;
      slots += here > room >> k ? room : here << k;
    }
    next_of[t] = before;
    state[push.first_count + VKSORT_SEGMENTS_SLOT_END + t] = slots;
    state[push.first_count + VKSORT_SEGMENTS_SEGMENT_END + t] = before + here;
    if (t < VKSORT_SEGMENTS_SLOTS_LOG2) writeArguments(t, slots);
  }
  barrier();
  for (uint i = t; i < segments; i += gl_WorkGroupSize.x) {
    const uint from = queueWord(2u, i);
    const uint count = state[from + 1u];
    const uint to = queueWord(3u, atomicAdd(next_of[slotsLog2(count)], 1u));
    state[to] = state[from];
    state[to + 1u] = count;
  }
}

// More than one step at a time: in one workgroup.
void finishStep() {
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease);
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  const bool clears = (pass.steps & VKSORT_SEGMENTS_CLEAR) != 0u;
  if (clears) clear(t);
  finishStep();
  if ((pass.steps & VKSORT_SEGMENTS_CLASSIFY) != 0u) classify(t, clears);
  finishStep();
  if ((pass.steps & VKSORT_SEGMENTS_ARRANGE) != 0u) arrange(t);
}
