// Before a sort of many lists: parts them by size into queues, and writes the arguments of the passes. interface.h says
// what the state holds. In steps, each with a barrier of the host's behind it; few lists take them all at once.
// The order of the lists in a queue is that in which invocations happen to come; the results do not depend on it.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_memory_scope_semantics : require
#include "../grid.h"
#include "interface.h"

layout(local_size_x_id = VKSORT_LISTS_WORKGROUP) in;
layout(constant_id = VKSORT_LISTS_FEWEST) const uint FEWEST = 2;
layout(constant_id = VKSORT_LISTS_TINY_LOG2) const uint TINY_LOG2 = 7;
layout(constant_id = VKSORT_LISTS_SMALL_LOG2) const uint SMALL_LOG2 = 9;
layout(constant_id = VKSORT_LISTS_TILE_LOG2) const uint TILE_LOG2 = 11;
layout(constant_id = VKSORT_LISTS_PACKED_LOG2) const uint PACKED_LOG2 = 2;
layout(constant_id = VKSORT_LISTS_ROW) const uint ROW = 32768;
layout(constant_id = VKSORT_LISTS_MAX_GROUPS_X) const uint MAX_GROUPS_X = 65535;

layout(push_constant, std430) uniform PushBlock { Push push; ListSetUpPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNTS) coherent buffer State { uint state[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_LISTS) readonly buffer Table { uint table[]; };

const uint kClasses = 3;  // tiny, small, in slots; further: nothing to do
const uint kNone = kClasses;
const uint kArguments = VKSORT_LISTS_OF_SLOTS + VKSORT_LISTS_SLOTS_LOG2 * VKSORT_LISTS_PARTS;

shared uint found[kClasses];
shared uint place[kClasses];
shared uint total[kClasses];
shared uint of_slots[32];  // lists of 2^k slots
shared uint next_of[32];   // place of the next one of them

uint argumentWord(const uint index) {
  return push.first_count + VKSORT_LISTS_ARGUMENTS + 3u * index;
}

uint queueWord(const uint queue, const uint entry) {
  return push.first_count + VKSORT_LISTS_QUEUES + 2u * (queue * pass.list_count + entry);
}

// {first, count} of a list, of no element past the range.
uvec2 listAt(const uint index) {
  const uint first = table[push.first_list + 2u * index];
  const uint count = table[push.first_list + 2u * index + 1u];
  const uint room = first < push.count ? push.count - first : 0u;
  return uvec2(first, min(min(count, pass.largest), room));
}

uint classOf(const uint count) {
  if (count < FEWEST) return kNone;
  return count <= 1u << TINY_LOG2 ? 0u : count <= 1u << SMALL_LOG2 ? 1u : 2u;
}

// log2 of the slots of a list. count: at least 1.
uint slotsLog2(const uint count) {
  const uint last = (count - 1u) >> TILE_LOG2;
  return last == 0u ? 0u : uint(findMSB(last)) + 1u;
}

void clear(const uint t) {
  for (uint word = t; word < VKSORT_LISTS_ARGUMENTS + 3u * kArguments; word += gl_WorkGroupSize.x) {
    const bool one = word >= VKSORT_LISTS_ARGUMENTS && (word - VKSORT_LISTS_ARGUMENTS) % 3u != 0u;
    state[push.first_count + word] = one ? 1u : 0u;
  }
}

uint counterWord(const uint class_of) {
  return push.first_count + (class_of == 2u ? VKSORT_LISTS_SLOT_END : class_of);
}

// A grid of workgroups for so many lists of a class: {columns, rows}.
uvec2 gridFor(const uint class_of, const uint lists) {
  const uint groups = ceilShift(lists, class_of == 0u ? PACKED_LOG2 : 0u);
  return uvec2(min(groups, ROW), (max(groups, 1u) - 1u) / ROW + 1u);
}

// Takes `lists` places in the queue of a class, and has workgroups dispatched for them. Returns the first place.
uint takePlaces(const uint class_of, const uint lists) {
  if (lists == 0u) return 0u;
  const uint first = atomicAdd(state[counterWord(class_of)], lists);
  const uvec2 grid = gridFor(class_of, first + lists);
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
  for (uint begin = group * gl_WorkGroupSize.x; begin < pass.list_count; begin += step) {
    const bool exists = begin + t < pass.list_count;
    const uvec2 list = exists ? listAt(begin + t) : uvec2(0u);
    const uint class_of = classOf(list.y);
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
      state[word] = list.x;
      state[word + 1u] = list.y;
    }
  }
  if (alone && t < kClasses) {
    const uvec2 grid = gridFor(t, total[t]);
    state[counterWord(t)] = total[t];
    state[argumentWord(t)] = grid.x;
    state[argumentWord(t) + 1u] = grid.y;
  }
}

// The slots of lists that meet nowhere are no more than this; a table that says otherwise must not keep the GPU busy.
uint mostSlots() {
  return 2u * ceilShift(push.count, TILE_LOG2) + pass.list_count;
}

void writeArguments(const uint k, const uint slots) {
  for (uint parts_log2 = 0u; parts_log2 < VKSORT_LISTS_PARTS; ++parts_log2) {
    const uint word = argumentWord(VKSORT_LISTS_OF_SLOTS + k * VKSORT_LISTS_PARTS + parts_log2);
    const uint groups = slots << parts_log2;
    const uint rows = gridRows(groups, MAX_GROUPS_X);
    state[word] = gridColumns(groups, rows);
    state[word + 1u] = rows;
  }
}

// Lists in slots: those of the most slots first.
void arrange(const uint t) {
  const uint lists = state[push.first_count + VKSORT_LISTS_SLOT_END];
  if (t < 32u) of_slots[t] = 0u;
  barrier();
  for (uint i = t; i < lists; i += gl_WorkGroupSize.x) atomicAdd(of_slots[slotsLog2(state[queueWord(2u, i) + 1u])], 1u);
  barrier();
  if (t < 32u) {
    uint before = 0u, slots = 0u, here = 0u;
    for (uint k = 31u; k >= t && k < 32u; --k) {
      before += here;
      here = of_slots[k];
      const uint room = mostSlots() - slots;
      slots += here > room >> k ? room : here << k;
    }
    next_of[t] = before;
    state[push.first_count + VKSORT_LISTS_SLOT_END + t] = slots;
    state[push.first_count + VKSORT_LISTS_LIST_END + t] = before + here;
    if (t < VKSORT_LISTS_SLOTS_LOG2) writeArguments(t, slots);
  }
  barrier();
  for (uint i = t; i < lists; i += gl_WorkGroupSize.x) {
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
  const bool clears = (pass.steps & VKSORT_LISTS_CLEAR) != 0u;
  if (clears) clear(t);
  finishStep();
  if ((pass.steps & VKSORT_LISTS_CLASSIFY) != 0u) classify(t, clears);
  finishStep();
  if ((pass.steps & VKSORT_LISTS_ARRANGE) != 0u) arrange(t);
}
