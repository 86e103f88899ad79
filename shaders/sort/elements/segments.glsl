// Jobs of a segmented sort, from the queues that segment_setup.comp has filled. Used by job.glsl.

uint stateWord(const uint word) { return counts[push.first_count + word]; }

// The segment that entry `entry` of the pass's queue names; elements are counted from its first one.
void takeSegment(const uint entry) {
  const uint word = push.first_count + pass.queue + 2u * entry;
  const uint first = counts[word];
  job.first_key = push.first_key + first * (INTERLEAVED == VKSORT_WIDE_PAYLOAD ? 3u : 1u);
  job.first_payload = push.first_payload + first;
  job.count = counts[word + 1u];
  job.readable = job.count;
}

// A whole segment for each 2^-PACKED_LOG2 of a workgroup. `t` is the invocation's number in it. False, for all of a
// workgroup, where there is none. Where there is none for an invocation alone, its segment is empty, and the last segment
// is read in its place.
bool findWholeSegment(const uint t) {
  const uint segments = stateWord(pass.segment_counter);
  const uint begin = job.group << PACKED_LOG2;
  if (begin >= segments) return false;
  const uint entry = begin + t / (gl_WorkGroupSize.x >> PACKED_LOG2);
  takeSegment(min(entry, segments - 1u));
  if (PACKED_LOG2 != 0u && entry >= segments) job.count = 0u;
  job.group = 0u;
  return true;
}

// The workgroup's part of a segment. Segments of 2^k slots lie together, those of the most slots first, so that the passes of
// a merge stage, which concern segments of at least 2^min_slots_log2 slots, are over a first part of all slots. False past
// that. A slot has 2^pass.segments elements.
bool findSegmentSlot() {
  const uint parts_log2 = pass.segments > TILE_LOG2 ? pass.segments - TILE_LOG2 : 0u;  // log2 of the workgroups per slot
  const uint slot = job.group >> parts_log2;
  if (slot >= stateWord(VKSORT_SEGMENTS_SLOT_END + pass.min_slots_log2)) return false;
  uint k = 0u;  // the largest with a slot behind this one
  for (uint bit = 16u; bit > 0u; bit >>= 1u) {
    if (slot < stateWord(VKSORT_SEGMENTS_SLOT_END + k + bit)) k += bit;
  }
  const uint of_segments = slot - stateWord(VKSORT_SEGMENTS_SLOT_END + k + 1u);
  takeSegment(stateWord(VKSORT_SEGMENTS_SEGMENT_END + k + 1u) + (of_segments >> k));
  const uint of_segment = of_segments & ((1u << k) - 1u);
  job.group = of_segment << parts_log2 | (job.group & ((1u << parts_log2) - 1u));
  return true;
}
