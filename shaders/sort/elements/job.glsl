// Finds the elements that a workgroup sorts. Needs the PassPush of bitonic/interface.h.

layout(local_size_x_id = VKSORT_SPEC_WORKGROUP) in;
layout(constant_id = VKSORT_SPEC_TILE_LOG2) const uint TILE_LOG2 = 11;
layout(constant_id = VKSORT_SPEC_INTERLEAVED) const uint INTERLEAVED = 0;
layout(constant_id = VKSORT_SPEC_TIES) const uint TIES_BY_LAST_WORD = 1;
layout(constant_id = VKSORT_SPEC_SUBGROUP_LOG2) const uint SUBGROUP_LOG2 = 0;
layout(constant_id = VKSORT_SPEC_LAST_WORD) const uint LAST_WORD_FROM = 0;
layout(constant_id = VKSORT_SPEC_PACKED_LOG2) const uint PACKED_LOG2 = 0;

layout(push_constant, std430) uniform PushBlock { Push push; PassPush pass; };
layout(std430, set = 0, binding = VKSORT_BINDING_COUNT) readonly buffer Counts { uint counts[]; };
#define work_words counts     // VKSORT_BINDING_SEGMENT_WORK
#define segment_words counts  // {first, count} in a queue of the work buffer, or in VKSORT_BINDING_DIRECT_TABLE

struct Job {
  uint group;
  uint first_key;      // in elements
  uint first_payload;
  uint readable;       // limit for loads, which do not wait for the count
  uint count;          // at most `readable`
};
Job job;

uint workWord(const uint word) { return work_words[push.first_at_2 + word]; }
uint slotEnd(const uint slots_log2) { return workWord(VKSORT_SEGMENTS_SLOT_END + slots_log2); }
uint segmentEnd(const uint slots_log2) { return workWord(VKSORT_SEGMENTS_SEGMENT_END + slots_log2); }

// Segments in queues are already clamped to the range.
void takeSegment(const uint entry) {
  const uint word = push.first_at_2 + pass.queue + 2u * entry;
  uint first = segment_words[word];
  job.count = segment_words[word + 1u];
  if (pass.segments == VKSORT_SEGMENTS_TABLE) {
    const uint room = first < push.count ? push.count - first : 0u;
    first = min(first, push.count - 1u);
    job.count = min(min(job.count, pass.max_segment), room);
  }
  job.first_key = push.first_key + first * (INTERLEAVED == VKSORT_WIDE_PAYLOAD ? 3u : 1u);
  job.first_payload = push.first_payload + first;
  job.readable = max(job.count, 1u);
}

// Assigns a segment to each 2^-PACKED_LOG2 of a workgroup. Invocations past the last one get an empty segment. Returns
// false for the whole workgroup if no segments are left.
bool findWholeSegment(const uint t) {
  const bool in_table = pass.segments == VKSORT_SEGMENTS_TABLE;
  const uint segments = in_table ? pass.segment_count : workWord(pass.segment_counter);
  const uint begin = job.group << PACKED_LOG2;
  if (begin >= segments) return false;
  const uint entry = begin + t / (gl_WorkGroupSize.x >> PACKED_LOG2);
  takeSegment(min(entry, segments - 1u));
  job.count = PACKED_LOG2 != 0u && entry >= segments ? 0u : job.count;
  job.group = 0u;
  return true;
}

// Finds the workgroup's part of a segment of 2^k slots. The queue is sorted by falling k, so a merge stage, which needs
// segments of at least 2^min_slots_log2 slots, uses its front. Returns false past it.
bool findSegmentSlot() {
  const uint groups_log2 = pass.slot_log2 > TILE_LOG2 ? pass.slot_log2 - TILE_LOG2 : 0u;  // per slot
  const uint slot = job.group >> groups_log2;
  if (slot >= slotEnd(pass.min_slots_log2)) return false;
  uint k = 0u;  // largest k with slotEnd(k) > slot
  for (uint bit = 16u; bit > 0u; bit >>= 1u) {
    if (slot < slotEnd(k + bit)) k += bit;
  }
  const uint slot_of_size = slot - slotEnd(k + 1u);  // among segments with 2^k slots
  takeSegment(segmentEnd(k + 1u) + (slot_of_size >> k));
  const uint slot_of_segment = slot_of_size & ((1u << k) - 1u);
  job.group = slot_of_segment << groups_log2 | (job.group & ((1u << groups_log2) - 1u));
  return true;
}

// The grid can be folded. Returns false for the whole workgroup if no work is left.
bool findJob(const uint t) {
  job.group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (pass.segments != VKSORT_SEGMENTS_NONE) {
    return pass.segments != VKSORT_SEGMENTS_SLOTS ? findWholeSegment(t) : findSegmentSlot();
  }
  job.first_key = push.first_key;
  job.first_payload = push.first_payload;
  job.readable = push.count;
  job.count = push.count;
  if (push.is_indirect != 0u) job.count = min(counts[push.first_at_2], push.count);
  return true;
}

// Another workgroup can be writing the element at the start of an empty segment. Workgroups with a single segment have
// returned before.
bool hasElements() { return PACKED_LOG2 == 0u || job.count != 0u; }

uint liveElements(const uint first, const uint limit) {
  return job.count < first ? 0u : min(job.count - first, limit);
}

// Returns true if earlier stages have sorted all elements.
bool isInOrderBefore() {
  return job.count - 1u <= pass.max_last_index >> 1u;
}

// The last pass converts elements back.
bool isLastPass() {
  return job.count - 1u <= pass.max_last_index;
}
