// Jobs of a sort of many lists, from the queues that list_setup.comp has filled. Used by job.glsl.

uint listWord(const uint word) { return counts[push.first_count + word]; }

// The list that entry `entry` of the pass's queue names; elements are counted from its first one.
void takeList(const uint entry) {
  const uint word = push.first_count + pass.queue + 2u * entry;
  const uint first = counts[word];
  job.first_key = push.first_key + first;
  job.first_value = push.first_value + first;
  job.count = counts[word + 1u];
  job.readable = job.count;
}

// A whole list for each 2^-PACKED_LOG2 of a workgroup. `t` is the invocation's number in it. False, for all of a
// workgroup, where there is none. Where there is none for an invocation alone, its list is empty, and the last list is
// read in its place.
bool findWholeList(const uint t) {
  const uint lists = listWord(pass.list_counter);
  const uint begin = job.group << PACKED_LOG2;
  if (begin >= lists) return false;
  const uint entry = begin + t / (gl_WorkGroupSize.x >> PACKED_LOG2);
  takeList(min(entry, lists - 1u));
  if (PACKED_LOG2 != 0u && entry >= lists) job.count = 0u;
  job.group = 0u;
  return true;
}

// The workgroup's part of a list. Lists of 2^k slots lie together, those of the most slots first, so that the passes of
// a merge stage, which concern lists of at least 2^least_slots_log2 slots, are over a first part of all slots. False past that.
bool findListSlot() {
  const uint parts_log2 = LISTS > TILE_LOG2 ? LISTS - TILE_LOG2 : 0u;  // log2 of the workgroups per slot
  const uint slot = job.group >> parts_log2;
  if (slot >= listWord(VKSORT_LISTS_SLOT_END + pass.least_slots_log2)) return false;
  uint k = 0u;  // the largest with a slot behind this one
  for (uint bit = 16u; bit > 0u; bit >>= 1u) {
    if (slot < listWord(VKSORT_LISTS_SLOT_END + k + bit)) k += bit;
  }
  const uint of_lists = slot - listWord(VKSORT_LISTS_SLOT_END + k + 1u);
  takeList(listWord(VKSORT_LISTS_LIST_END + k + 1u) + (of_lists >> k));
  const uint of_list = of_lists & ((1u << k) - 1u);
  job.group = of_list << parts_log2 | (job.group & ((1u << parts_log2) - 1u));
  return true;
}
