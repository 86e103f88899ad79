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

const uint kClasses = 4;  // tiny, small, in slots, long
const uint kNone = kClasses;

shared uint found[kClasses];
shared uint place[kClasses];
shared uint total[kClasses];

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
  if (count <= 1u << TINY_LOG2) return 0u;
  if (count <= 1u << SMALL_LOG2) return 1u;
  return pass.tiles.list == 0u || count <= pass.tiles.max_in_place ? 2u : 3u;
}

void clear(const uint t) {
  const uint end = VKSORT_SEGMENTS_DISPATCH_WORDS + 3u * VKSORT_SEGMENTS_DISPATCHES;
  for (uint word = t; word < end; word += gl_WorkGroupSize.x) {
    const bool one = word >= VKSORT_SEGMENTS_DISPATCH_WORDS && (word - VKSORT_SEGMENTS_DISPATCH_WORDS) % 3u != 0u;
    work[push.first_at_2 + word] = one ? 1u : 0u;
  }
}

uint counterWord(const uint class_of) { return push.first_at_2 + class_of; }

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

void writeDispatch(const uint index, const uint groups) {
  const uint rows = gridRows(groups, MAX_GROUPS_X);
  work[dispatchWord(index)] = gridColumns(groups, rows);
  work[dispatchWord(index) + 1u] = rows;
}

#include "arrange.glsl"
#ifdef VKSORT_LISTS_TILES
#include "list_tiles.glsl"
#endif

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
#ifdef VKSORT_LISTS_TILES
  if ((pass.steps & VKSORT_SEGMENTS_LIST_TILES) != 0u) listTiles(t);
#endif
}
