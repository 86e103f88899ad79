// Runs before a segmented sort: divides segments into queues by size, and writes the dispatch words of the passes
// (interface.h). Each invocation processes one segment at a time; shared memory contains a few counters. The steps need
// barriers between them, so few segments use one dispatch of one workgroup. The order inside a queue depends on timing,
// but the sorted result does not.
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
layout(std430, set = 0, binding = VKSORT_BINDING_SEGMENT_WORK) coherent buffer Work { uint work[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_TABLE) readonly buffer Table { uint table[]; };

const uint kClasses = 3;  // tiny, small, in slots
const uint kNone = kClasses;
const uint kDispatches = VKSORT_SEGMENTS_OF_SLOTS + VKSORT_SEGMENTS_SLOTS_LOG2 * VKSORT_SEGMENTS_PARTS;

shared uint found[kClasses];
shared uint place[kClasses];
shared uint total[kClasses];
shared uint of_slots[32];
shared uint next_of[32];   // where to put the next one

uint dispatchWord(const uint index) {
  return push.first_at_2 + VKSORT_SEGMENTS_DISPATCH_WORDS + 3u * index;
}

uint queueWord(const uint queue, const uint entry) {
  return push.first_at_2 + VKSORT_SEGMENTS_QUEUES + 2u * (queue * pass.segment_count + entry);
}

// {first, count} of a segment, clamped to the range.
uvec2 segmentAt(const uint index) {
  const uint first = table[push.first_at_3 + 2u * index];
  const uint count = table[push.first_at_3 + 2u * index + 1u];
  const uint room = first < push.count ? push.count - first : 0u;
  return uvec2(first, min(min(count, pass.max_segment), room));
}

uint classOf(const uint count) {
  if (count < MIN_COUNT) return kNone;
  return count <= 1u << TINY_LOG2 ? 0u : count <= 1u << SMALL_LOG2 ? 1u : 2u;
}

// count >= 1.
uint slotsLog2(const uint count) {
  const uint last = (count - 1u) >> TILE_LOG2;
  return last == 0u ? 0u : uint(findMSB(last)) + 1u;
}

void clear(const uint t) {
  for (uint word = t; word < VKSORT_SEGMENTS_DISPATCH_WORDS + 3u * kDispatches; word += gl_WorkGroupSize.x) {
    const bool one = word >= VKSORT_SEGMENTS_DISPATCH_WORDS && (word - VKSORT_SEGMENTS_DISPATCH_WORDS) % 3u != 0u;
    work[push.first_at_2 + word] = one ? 1u : 0u;
  }
}

uint counterWord(const uint class_of) {
  return push.first_at_2 + (class_of == 2u ? VKSORT_SEGMENTS_SLOT_END : class_of);
}

uvec2 gridFor(const uint class_of, const uint segments) {
  const uint groups = ceilShift(segments, class_of == 0u ? PACKED_LOG2 : 0u);
  return uvec2(min(groups, ROW), (max(groups, 1u) - 1u) / ROW + 1u);
}

// Also enlarges the dispatch of the class, and returns the first reserved place.
uint takePlaces(const uint class_of, const uint segments) {
  if (segments == 0u) return 0u;
  const uint first = atomicAdd(work[counterWord(class_of)], segments);
  const uvec2 grid = gridFor(class_of, first + segments);
  const uint word = dispatchWord(class_of);
  atomicMax(work[word], grid.x);
  atomicMax(work[word + 1u], grid.y);
  return first;
}

// A workgroup that is `alone` needs no device atomics.
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
      work[word] = segment.x;
      work[word + 1u] = segment.y;
    }
  }
  if (alone && t < kClasses) {
    const uvec2 grid = gridFor(t, total[t]);
    work[counterWord(t)] = total[t];
    work[dispatchWord(t)] = grid.x;
    work[dispatchWord(t) + 1u] = grid.y;
  }
}

// Bound for tables without overlaps. It keeps an invalid table from occupying the GPU for long.
uint maxSlots() {
  return 2u * ceilShift(push.count, TILE_LOG2) + pass.segment_count;
}

void writeDispatches(const uint k, const uint slots) {
  for (uint parts_log2 = 0u; parts_log2 < VKSORT_SEGMENTS_PARTS; ++parts_log2) {
    const uint word = dispatchWord(VKSORT_SEGMENTS_OF_SLOTS + k * VKSORT_SEGMENTS_PARTS + parts_log2);
    const uint groups = slots << parts_log2;
    const uint rows = gridRows(groups, MAX_GROUPS_X);
    work[word] = gridColumns(groups, rows);
    work[word + 1u] = rows;
  }
}

// Sorts the queue of large segments by falling k.
void arrange(const uint t) {
  const uint segments = work[push.first_at_2 + VKSORT_SEGMENTS_SLOT_END];
  if (t < 32u) of_slots[t] = 0u;
  barrier();
  for (uint i = t; i < segments; i += gl_WorkGroupSize.x) atomicAdd(of_slots[slotsLog2(work[queueWord(2u, i) + 1u])], 1u);
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
    work[push.first_at_2 + VKSORT_SEGMENTS_SLOT_END + t] = slots;
    work[push.first_at_2 + VKSORT_SEGMENTS_SEGMENT_END + t] = before + here;
    if (t < VKSORT_SEGMENTS_SLOTS_LOG2) writeDispatches(t, slots);
  }
  barrier();
  for (uint i = t; i < segments; i += gl_WorkGroupSize.x) {
    const uint from = queueWord(2u, i);
    const uint count = work[from + 1u];
    const uint to = queueWord(3u, atomicAdd(next_of[slotsLog2(count)], 1u));
    work[to] = work[from];
    work[to + 1u] = count;
  }
}

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
