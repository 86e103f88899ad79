// Part of segment_setup.comp: sorts the queue of large segments by their slots, for passes over several workgroups.

shared uint of_slots[32];
shared uint next_of[32];  // where to put the next one

// count >= 1.
uint slotsLog2(const uint count) {
  const uint last = (count - 1u) >> TILE_LOG2;
  return last == 0u ? 0u : uint(findMSB(last)) + 1u;
}

// Bound for tables without overlaps. It keeps an invalid table from occupying the GPU for long.
uint maxSlots() {
  return 2u * ceilShift(push.count, TILE_LOG2) + pass.segment_count;
}

void writeDispatches(const uint k, const uint slots) {
  for (uint parts_log2 = 0u; parts_log2 < VKSORT_SEGMENTS_PARTS; ++parts_log2) {
    writeDispatch(VKSORT_SEGMENTS_OF_SLOTS + k * VKSORT_SEGMENTS_PARTS + parts_log2, slots << parts_log2);
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
