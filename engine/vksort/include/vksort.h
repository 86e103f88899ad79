// vksort sorts keys on the GPU, optionally with payloads. You create a Sorter once, and can then record it into command
// buffers as often as you need. Recording does not allocate memory. For C99 and C++17; needs the Vulkan headers.
// This header is enough for most programs, because it includes the three headers on the left:
//   vksort_device.h: your device, ranges of buffers   vksort_creation.h: threads, staged creation, self-test, log
//   vksort_status.h: errors of record functions       vksort_plan.h: passes and limits of a sort
//   vksort_counts.h: indirect counts, segments        vksort_verify.h: checks a sorted range on the CPU
//                                                     vksort_toolkit.h: tools before and after a sort
// All languages use the same structs and functions. C++ adds the namespace vksort, in which vksortSortInfo is SortInfo
// and vksortRecord() is Sorter::record(). Comments use these short names.
//   Zeros are the defaults: start with `vksortSortInfo info = {0};` in C, and with `SortInfo info{};` in C++.
//   A pointer must not be null, unless it is described as optional. A null handle is an empty Sorter.
//   vksort_plan.h is experimental: it may change in any version.
#ifndef VKSORT_H
#define VKSORT_H

#include "vksort_counts.h"
#include "vksort_device.h"
#include "vksort_status.h"

#ifdef __cplusplus
extern "C" {
#endif

// The 32-bit word that moves with each key.
VKSORT_ENUM(vksortPayload) {
  // The sort writes the index of each key, counted from SortInfo::first, or from the first element of its segment.
  VKSORT_VALUE(PAYLOAD_INDEX, index),
  VKSORT_VALUE(PAYLOAD_NONE, none),
  VKSORT_VALUE(PAYLOAD_U32, u32),                  // your own, in a separate range
  VKSORT_VALUE(PAYLOAD_INTERLEAVED, interleaved),  // your own, after each key in the same range
};

// The order of elements with equal keys.
VKSORT_ENUM(vksortTies) {
  // As before the sort. With Payload::u32 or interleaved, sorts of more than 512 to 4096 elements, depending on the
  // device, need scratch memory, so Scratch::never needs a small max_count. See vksortQuerySorterSupport().
  VKSORT_VALUE(TIES_STABLE, stable),
  VKSORT_VALUE(TIES_BY_VALUE, by_value),  // ascending payloads. Sorts 64-bit keys with your own payloads in place
  VKSORT_VALUE(TIES_ANY, any),            // unspecified, and can differ between runs. Never slower than the others
};

// Scratch memory makes most sorts of more than 2^12 keys, or 2^11 pairs, faster.
VKSORT_ENUM(vksortScratch) {
  VKSORT_VALUE(SCRATCH_OPTIONAL, optional),  // each call decides whether it passes scratch memory
  VKSORT_VALUE(SCRATCH_NEVER, never),        // sorts in place
  VKSORT_VALUE(SCRATCH_REQUIRED, required),  // each call passes scratchBytes(), if not 0. Needs fewer pipelines, but
                                             // cannot sort segments, or more than 2^28 - 1 elements
};

typedef struct vksortSorterInfo {
  vksortDevice device;
  uint32_t key_bits;  // 32 (also if 0) or 64. A 64-bit key consists of two words, the low word first
  vksortPayload payload;
  vksortTies ties;  // ignored with Payload::none
  vksortScratch scratch;
  uint32_t max_count;  // maximum count of a sort or segment, or 0 for no limit. Small sorts need fewer pipelines
  // The contents of the sorted keys are undefined afterwards, which makes most large sorts with scratch memory faster.
  // Use it if you only read the payloads, for example to draw. Elements that are not sorted keep their contents.
  // Must be false with Payload::none. No effect with interleaved payloads.
  bool discard_keys;
  const struct vksortCreation* creation;  // optional, see vksort_creation.h
} vksortSorterInfo;

typedef struct vksortSorter_T* vksortSorter;

// Creates a Sorter. Compiling its pipelines takes seconds without a pipeline cache; see Creation::staged. If it fails,
// *out is null, and *reason (optional) is a static string. The structs can be freed after the call.
//   version must be VKSORT_VERSION.
// Errors: VK_ERROR_INITIALIZATION_FAILED if the info is invalid; without a log, debug builds of vksort abort.
//   VK_ERROR_FEATURE_NOT_PRESENT if the device does not support it. Other errors come from Vulkan and the self-test.
// Threads: any. While a Sorter is destroyed, no other function may use it. Record functions can run on several threads
// at the same time, with command buffers from different pools and different descriptor sets.
VKSORT_API VkResult vksortCreateSorter(uint32_t version, const vksortSorterInfo* info, vksortSorter* out,
                                       const char** reason);
// Can be null. The GPU must have finished all command buffers that the Sorter was recorded into.
VKSORT_API void vksortDestroySorter(vksortSorter sorter);

// Returns the bytes of SortInfo::scratch that are enough for any sort of up to max_count elements. If it returns 0,
// these sorts do not use scratch memory: you can leave SortInfo::scratch null.
VKSORT_API VkDeviceSize vksortScratchBytes(vksortSorter sorter, uint32_t max_count);

// Does the same for a segmented sort of up to segment_count segments in up to max_count elements. In C++, this is also
// called Sorter::scratchBytes(). vksortScratchBytes() is not enough for segments. If all segments fit a workgroup, the
// sort does not use scratch memory, and the result for max_count = SegmentInfo::max_segment is 0.
VKSORT_API VkDeviceSize vksortSegmentScratchBytes(vksortSorter sorter, uint32_t max_count, uint32_t segment_count);

// Returns the layout for SortInfo::descriptor_set, which lives as long as the Sorter. Null with push descriptors.
VKSORT_API VkDescriptorSetLayout vksortDescriptorSetLayout(vksortSorter sorter);
#define VKSORT_DESCRIPTORS_PER_SET 5u  // storage buffers that a descriptor set uses from its pool

// Type of a key, which determines its order. u64 requires SorterInfo::key_bits 64, the other types require 32.
VKSORT_ENUM(vksortKeyType) {
  VKSORT_VALUE(KEY_TYPE_U32, u32),
  VKSORT_VALUE(KEY_TYPE_I32, i32),
  VKSORT_VALUE(KEY_TYPE_F32, f32),  // IEEE 754 total order: -NaN < -inf < .. < -0 < +0 < .. < +inf < +NaN
  VKSORT_VALUE(KEY_TYPE_U64, u64),
};
VKSORT_ENUM(vksortOrder) { VKSORT_VALUE(ORDER_ASCENDING, ascending), VKSORT_VALUE(ORDER_DESCENDING, descending) };

// Position of f32 keys that are NaN.
VKSORT_ENUM(vksortNanRule) {
  VKSORT_VALUE(NAN_RULE_TOTAL_ORDER, total_order),  // at both ends, by sign
  // After all other keys: +NaN before -NaN if ascending, -NaN first if descending. Ignores significant_bits.
  VKSORT_VALUE(NAN_RULE_LAST, last),
};

// Bits [first, first + count) of a key. If other bits differ within a sort or segment, the order is unspecified.
typedef struct vksortKeyBits {
  uint32_t first;  // must be less than SorterInfo::key_bits
  uint32_t count;  // 0 means all bits from `first` on
} vksortKeyBits;

typedef struct vksortSortInfo {
  vksortRange keys;     // keys, or interleaved elements
  vksortRange payload;  // used by Payload::index and u32, otherwise null
  uint32_t first;       // first element to sort, in both ranges
  uint32_t count;       // elements to sort; first + count must fit both ranges. If 0, only timestamps are written
  vksortKeyType key_type;
  vksortOrder order;  // the order of keys; ties do not depend on it
  vksortNanRule nan_rule;
  vksortKeyBits significant_bits;  // large sorts with scratch memory need fewer passes for fewer bits
  // At least scratchBytes(count), or scratchBytes(count, segment_count) for segments, with any contents.
  // If null, sorts in place. Must be null with Scratch::never.
  // If used, it must not overlap the other ranges, or scratch memory of a sort that may run at the same time.
  vksortRange scratch;
  // Null with VKSORT_PUSH_DESCRIPTOR. Otherwise, a set with the layout vksortDescriptorSetLayout(). The call updates
  // the set, so no other call can use it until the GPU has run the command buffer.
  VkDescriptorSet descriptor_set;
  const struct vksortTimestamps* timestamps;  // optional, see vksort_plan.h
} vksortSortInfo;

// Barriers. A call only records the barriers between its own passes, so you record the ones before and after it. The
// barrier before it must make earlier writes to its ranges visible to these stages and accesses, and wait for earlier
// reads of the ranges that it writes. The same stages and accesses are the source of the barrier after it, and are also
// valid as VkPipelineStageFlags2 and VkAccessFlags2. Calls with disjoint ranges need no barrier between them, even if
// they use the same VkBuffer.
#define VKSORT_STAGES (VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT)
#define VKSORT_ACCESS \
  (VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT)

// Records a sort into a primary or secondary command buffer, outside a render pass, for a queue that supports compute.
// The sorted elements overwrite the ranges. These states of the command buffer are undefined afterwards: the compute
// pipeline and its descriptor sets, push constants, and bound descriptor heaps and buffers, even for graphics.
VKSORT_API vksortRecordStatus vksortRecord(vksortSorter sorter, VkCommandBuffer command_buffer,
                                           const vksortSortInfo* info);
// Records a sort whose count the GPU reads from a buffer; see vksort_counts.h.
VKSORT_API vksortRecordStatus vksortRecordIndirect(vksortSorter sorter, VkCommandBuffer command_buffer,
                                                   const vksortSortInfo* info, const vksortIndirectInfo* indirect);
// Sorts many parts of a range, each on its own; see vksort_counts.h.
VKSORT_API vksortRecordStatus vksortRecordSegments(vksortSorter sorter, VkCommandBuffer command_buffer,
                                                   const vksortSortInfo* info, const vksortSegmentInfo* segments);

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Payload = vksortPayload;
using Ties = vksortTies;
using Scratch = vksortScratch;
using SorterInfo = vksortSorterInfo;
using KeyType = vksortKeyType;
using Order = vksortOrder;
using NanRule = vksortNanRule;
using KeyBits = vksortKeyBits;
using SortInfo = vksortSortInfo;

struct Access {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};
inline constexpr Access kBefore = {VKSORT_STAGES, VKSORT_ACCESS};  // destination of the barrier before a call
inline constexpr Access kAfter = kBefore;                          // source of the barrier after a call

class Sorter : public Owner<vksortSorter, vksortDestroySorter> {
 public:
  using Owner::Owner;
  [[nodiscard]] static VkResult create(const SorterInfo& info, Sorter& out, const char** reason = nullptr) {
    out = Sorter();
    return vksortCreateSorter(VKSORT_VERSION, &info, &out.handle_, reason);
  }
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const SortInfo& info) const {
    return vksortRecord(handle_, command_buffer, &info);
  }
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const SortInfo& info,
                                    const IndirectInfo& indirect) const {
    return vksortRecordIndirect(handle_, command_buffer, &info, &indirect);
  }
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const SortInfo& info,
                                    const SegmentInfo& segments) const {
    return vksortRecordSegments(handle_, command_buffer, &info, &segments);
  }
  [[nodiscard]] VkDeviceSize scratchBytes(uint32_t max_count) const { return vksortScratchBytes(handle_, max_count); }
  [[nodiscard]] VkDeviceSize scratchBytes(uint32_t max_count, uint32_t segment_count) const {
    return vksortSegmentScratchBytes(handle_, max_count, segment_count);
  }
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const { return vksortDescriptorSetLayout(handle_); }
};

}  // namespace vksort
#endif
#endif  // VKSORT_H
