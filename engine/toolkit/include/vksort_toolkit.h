// Toolkit: culls and selects before a sort; finds runs of equal keys and cells, and gathers structures, after it. You
// create it once, and recording does not allocate memory. For an example of each tool, see guides/toolkit.md.
// Verifier: checks a sorted range on the GPU. It is fast enough for every frame of a debug build.
#ifndef VKSORT_TOOLKIT_H
#define VKSORT_TOOLKIT_H

#include "vksort_creation.h"
#include "vksort_verify.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t vksortTools;
#define VKSORT_RUN_TOOL (1u << 0)
#define VKSORT_CELL_TOOL (1u << 1)
#define VKSORT_CULL_TOOL (1u << 2)
#define VKSORT_GATHER_TOOL (1u << 3)
#define VKSORT_SELECT_TOOL (1u << 4)

// The device must have maxPerStageDescriptorStorageBuffers of 5 or more.
typedef struct vksortToolkitInfo {
  vksortDevice device;
  vksortTools tools;  // tools that you use; each needs one to six pipelines. 0 means all tools
  vksortParallelFor parallel_for;
  // Runs each tool on small inputs, in 768 KB of host-visible device memory. If the result of a tool is wrong, creation
  // fails with VK_ERROR_FEATURE_NOT_PRESENT, and `reason` names the tool, so that you can create the Toolkit again
  // without it.
  vksortSelfTest self_test;
} vksortToolkitInfo;

// Where the GPU writes a count (u32), and optionally a word of an indirect draw or dispatch command. The buffer must
// have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT. These words, count_source and k_source of a cull or select are bound as one
// range. The words between them stay unchanged, but no other range of the call may lie there.
typedef struct vksortCountTarget {
  VkBuffer buffer;
  VkDeviceSize offset;  // in bytes; must be a multiple of 4
  // If command_divisor is not 0, the word at command_offset becomes count / command_divisor, rounded up: use 1 for
  // VkDrawIndirectCommand::instanceCount, and the workgroup size for VkDispatchIndirectCommand::x.
  uint32_t command_divisor;
  VkDeviceSize command_offset;  // in bytes; must be a multiple of 4, and must not be equal to `offset`
} vksortCountTarget;

// Sorted elements, which are only read.
typedef struct vksortSortedRange {
  vksortRange elements;            // keys, or interleaved elements; the offset must be a multiple of 4
  uint32_t first;                  // first element
  uint32_t count;                  // elements; first + count must fit the range
  vksortCountSource count_source;  // optional: the count is in a buffer, and `count` is the maximum
  uint32_t element_words;          // 1 (also if 0) to 3: a u64 key uses two words, other keys and payloads one
  // Significant bits, counted in the first word. If element_words is 2 or 3, they are counted in the first two words,
  // and zeros mean both words, so use {0, 32} if a 32-bit key is followed by a payload.
  vksortKeyBits bits;
} vksortSortedRange;

typedef struct vksortRunInfo {
  vksortSortedRange sorted;  // elements with equal `bits` form a run
  // u32: the first element of each run, counted from SortedRange::first, then the number of elements, even if that is
  // 0. Must fit SortedRange::count + 1 values.
  vksortRange starts;
  vksortCountTarget run_count;     // the number of runs
  vksortRange scratch;             // vksortToolkitScratchBytes(count), with any contents. Can be null if that is 0
  VkDescriptorSet descriptor_set;  // with vksortToolkitDescriptorSetLayout(), otherwise like SortInfo::descriptor_set
} vksortRunInfo;

typedef struct vksortCellInfo {
  vksortSortedRange sorted;  // `bits` (at most 32) contain the cell index of an element, which must be ascending
  vksortRange cells;         // two u32 {begin, end} per cell, counted from SortedRange::first; {0, 0} if empty
  uint32_t cell_count;       // elements with a larger or equal cell index are ignored
  VkDescriptorSet descriptor_set;
} vksortCellInfo;

// Keeps the elements whose key lies between two keys in the ascending order of `key_type`, which is the total order:
// -NaN < -inf < .. < -0 < +0 < .. < +inf < +NaN. For example, {-inf, +inf} keeps everything except NaN.
typedef struct vksortCullInfo {
  vksortRange source;              // keys, or interleaved elements; only read. The offset must be a multiple of 4
  uint32_t first;                  // element of `source` that indices count from
  uint32_t count;                  // elements
  vksortCountSource count_source;  // optional: the count is in the buffer of `kept`, and `count` is the maximum
  uint32_t element_words;          // 1 (also if 0) to 3. The key is the first word
  vksortKeyType key_type;          // must not be u64
  // Bits of the smallest and of the largest key to keep. Set both: zeros only keep key 0. If `lowest` comes after
  // `highest`, nothing is kept.
  uint32_t lowest, highest;
  vksortRange indices;     // u32: the indices of the kept elements, ascending; must fit `count` of them
  vksortRange keys;        // optional, u32: the keys of the kept elements; must fit `count` of them
  vksortCountTarget kept;  // the number of kept elements. Must not be a word of count_source
  vksortRange scratch;     // vksortToolkitScratchBytes(count), with any contents. Can be null if that is 0
  VkDescriptorSet descriptor_set;
} vksortCullInfo;

typedef struct vksortGatherInfo {
  vksortRange source;  // structures; must fit first + 1, or first + count in place
  // target[i] = source[indices[i]] for each i below the count. If null, gathers in place, and `scratch` must fit
  // `count` structures. A gather is fastest if the offsets of `source` and `target` are multiples of 16.
  vksortRange target;
  vksortRange indices;             // u32, for any structure of `source`. Larger indices select its last structure
  uint32_t first;                  // element of all three ranges that indices count from, as with Payload::index
  uint32_t count;                  // first + count must fit `target` and `indices`
  vksortCountSource count_source;  // optional: the count is in a buffer, and `count` is the maximum
  uint32_t element_words;          // words per structure: 1 to 64
  vksortRange scratch;             // must be null if there is a target
  VkDescriptorSet descriptor_set;
} vksortGatherInfo;

// Selects the k elements that a sort would place first, in the order of the source. If equal elements compete, the ones
// with the lowest indices are selected.
typedef struct vksortSelectInfo {
  vksortRange source;              // keys, or interleaved elements; only read. The offset must be a multiple of 4
  uint32_t first;                  // element of `source` that indices count from
  uint32_t count;                  // elements
  vksortCountSource count_source;  // optional: the count is in the buffer of `selected`, and `count` is the maximum
  uint32_t element_words;          // 1 (also if 0) to 3. The key is the first word, or with KeyType::u64 the first two
  vksortKeyType key_type;
  vksortOrder order;  // descending selects the largest keys
  vksortNanRule nan_rule;
  uint32_t k;                  // can exceed the count
  vksortCountSource k_source;  // optional: k is in the buffer of `selected`, and `k` is the maximum
  // Selects k elements from each row of `count` elements. Indices count from the first element of their row, and are
  // written at SelectInfo::k * row, even if k_source is smaller. One workgroup selects from each row, so use rows of at
  // most 2^16 elements.
  uint32_t row_count;   // 0 means one row; with segments, 0 records nothing
  uint32_t row_stride;  // elements from one row to the next, or 0 for SelectInfo::count. Ignored with segments
  // Optional: the GPU reads the rows from a table of segments, two u32 {first, count} each, counted from `first`.
  // Segments can overlap, and can be in any order and of any length. Only their first `count` elements are used, and
  // only up to the end of `source`, which must fit first + count elements.
  vksortRange segments;        // must fit row_count segments
  vksortRange indices;         // u32; must fit row_count * k. If a row is shorter than k, its other indices stay
  vksortRange keys;            // optional, u32 or u64: the keys of the selected elements; must fit row_count * k
  vksortCountTarget selected;  // min(k, count), even if segments are shorter. Must not be a word of a CountSource
  vksortRange scratch;         // vksortSelectScratchBytes(info), with any contents. Can be null if that is 0
  VkDescriptorSet descriptor_set;
} vksortSelectInfo;

// Lifetime, threads, barriers and errors are the same as for a Sorter. The ranges that a call uses must not overlap. If
// there are no elements, runs, culls and selects write a count of 0, all cells are {0, 0}, and a gather does not record
// anything. Words after the results stay unchanged. A tool that is not in ToolkitInfo::tools returns Argument::sorter.
typedef struct vksortToolkit_T* vksortToolkit;

// Creates up to twelve pipelines.
VKSORT_API VkResult vksortCreateToolkit(uint32_t version, const vksortToolkitInfo* info, vksortToolkit* out,
                                        const char** reason);
VKSORT_API void vksortDestroyToolkit(vksortToolkit toolkit);
VKSORT_API vksortRecordStatus vksortRecordRuns(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                               const vksortRunInfo* info);
VKSORT_API vksortRecordStatus vksortRecordCells(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                                const vksortCellInfo* info);
VKSORT_API vksortRecordStatus vksortRecordCull(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                               const vksortCullInfo* info);
VKSORT_API vksortRecordStatus vksortRecordGather(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                                 const vksortGatherInfo* info);
VKSORT_API vksortRecordStatus vksortRecordSelect(vksortToolkit toolkit, VkCommandBuffer command_buffer,
                                                 const vksortSelectInfo* info);

// Returns the scratch memory in bytes that runs and culls of up to max_count elements need.
VKSORT_API VkDeviceSize vksortToolkitScratchBytes(vksortToolkit toolkit, uint32_t max_count);
// Returns the scratch memory in bytes that a select needs. It depends on the count and the rows, and grows with the
// count. It is 0 for several rows, for segments, and for small counts.
VKSORT_API VkDeviceSize vksortSelectScratchBytes(vksortToolkit toolkit, const vksortSelectInfo* info);
// Returns a layout that lives as long as the Toolkit, or null if push descriptors are enabled. A set needs
// VKSORT_DESCRIPTORS_PER_SET storage buffers.
VKSORT_API VkDescriptorSetLayout vksortToolkitDescriptorSetLayout(vksortToolkit toolkit);

// Records a cull, a barrier, and vksortRecordIndirect() for the kept elements, which are in cull.keys and cull.indices.
//   The Sorter must have Payload::u32 and 32-bit keys.
//   cull.keys must not be null. If the Sorter was created with discard_keys, their contents are undefined afterwards.
//   Ranges of elements, `first`, `count` and `key_type` of `sort` are ignored.
//   `work` is IndirectInfo::work.
//   cull.scratch and sort.scratch can overlap. `work` and sort.scratch must not overlap the other ranges of the cull.
//   The descriptor sets must be different ones.
// Errors are logged by the Sorter, or by the Toolkit if the Sorter is null.
VKSORT_API vksortRecordStatus vksortRecordCulledSort(vksortToolkit toolkit, vksortSorter sorter,
                                                     VkCommandBuffer command_buffer, const vksortCullInfo* cull,
                                                     const vksortSortInfo* sort, const vksortRange* work);
// Does the same for a select, for example to draw the k nearest elements back to front. Sorts at most
// min(select.k, select.count) elements.
//   The Sorter must have Payload::u32 and the key_bits of select.key_type.
//   select.keys must not be null, select.row_count must be 0 or 1, and select.segments must be null.
VKSORT_API vksortRecordStatus vksortRecordSelectedSort(vksortToolkit toolkit, vksortSorter sorter,
                                                       VkCommandBuffer command_buffer, const vksortSelectInfo* select,
                                                       const vksortSortInfo* sort, const vksortRange* work);

typedef struct vksortVerifyInfo {
  vksortOrdering ordering;
  vksortRange keys;                // keys, or interleaved elements; only read
  vksortRange payload;             // used by Payload::index and u32; only read
  uint32_t first;                  // first element, in both ranges
  uint32_t count;                  // elements; first + count must fit each range. 0 writes a result of zeros
  vksortRange result;              // 16 bytes for a VerifyResult; must not overlap the elements
  VkDescriptorSet descriptor_set;  // with vksortVerifierDescriptorSetLayout(), otherwise like SortInfo::descriptor_set
} vksortVerifyInfo;

// Verifies ranges of any ordering. Lifetime, threads, barriers and errors are the same as for a Sorter.
//   If SorterInfo::discard_keys is set, the keys are undefined after the sort. Instead, copy them before the sort,
//   gather the copy by the sorted indices, and verify the gathered keys together with these indices.
typedef struct vksortVerifier_T* vksortVerifier;

// Creates two pipelines.
VKSORT_API VkResult vksortCreateVerifier(uint32_t version, const vksortDevice* device, vksortVerifier* out,
                                         const char** reason);
VKSORT_API void vksortDestroyVerifier(vksortVerifier verifier);
VKSORT_API vksortRecordStatus vksortRecordVerify(vksortVerifier verifier, VkCommandBuffer command_buffer,
                                                 const vksortVerifyInfo* info);
// Returns a layout that lives as long as the Verifier, or null if push descriptors are enabled.
VKSORT_API VkDescriptorSetLayout vksortVerifierDescriptorSetLayout(vksortVerifier verifier);
#define VKSORT_VERIFY_DESCRIPTORS_PER_SET 3u  // storage buffers that a descriptor set uses from its pool

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Tools = vksortTools;
using ToolkitInfo = vksortToolkitInfo;
using CountTarget = vksortCountTarget;
using SortedRange = vksortSortedRange;
using RunInfo = vksortRunInfo;
using CellInfo = vksortCellInfo;
using CullInfo = vksortCullInfo;
using GatherInfo = vksortGatherInfo;
using SelectInfo = vksortSelectInfo;
using VerifyInfo = vksortVerifyInfo;

class Toolkit : public Owner<vksortToolkit, vksortDestroyToolkit> {
 public:
  using Owner::Owner;
  [[nodiscard]] static VkResult create(const ToolkitInfo& info, Toolkit& out, const char** reason = nullptr) {
    out = Toolkit();
    return vksortCreateToolkit(VKSORT_VERSION, &info, &out.handle_, reason);
  }
  [[nodiscard]] RecordStatus recordRuns(VkCommandBuffer command_buffer, const RunInfo& info) const {
    return vksortRecordRuns(handle_, command_buffer, &info);
  }
  [[nodiscard]] RecordStatus recordCells(VkCommandBuffer command_buffer, const CellInfo& info) const {
    return vksortRecordCells(handle_, command_buffer, &info);
  }
  [[nodiscard]] RecordStatus recordCull(VkCommandBuffer command_buffer, const CullInfo& info) const {
    return vksortRecordCull(handle_, command_buffer, &info);
  }
  [[nodiscard]] RecordStatus recordGather(VkCommandBuffer command_buffer, const GatherInfo& info) const {
    return vksortRecordGather(handle_, command_buffer, &info);
  }
  [[nodiscard]] RecordStatus recordSelect(VkCommandBuffer command_buffer, const SelectInfo& info) const {
    return vksortRecordSelect(handle_, command_buffer, &info);
  }
  [[nodiscard]] VkDeviceSize scratchBytes(uint32_t max_count) const {
    return vksortToolkitScratchBytes(handle_, max_count);
  }
  [[nodiscard]] VkDeviceSize scratchBytes(const SelectInfo& info) const {
    return vksortSelectScratchBytes(handle_, &info);
  }
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const { return vksortToolkitDescriptorSetLayout(handle_); }
};

[[nodiscard]] inline RecordStatus recordCulledSort(const Toolkit& toolkit, const Sorter& sorter,
                                                   VkCommandBuffer command_buffer, const CullInfo& cull,
                                                   const SortInfo& sort, const Range& work) {
  return vksortRecordCulledSort(toolkit.handle(), sorter.handle(), command_buffer, &cull, &sort, &work);
}
[[nodiscard]] inline RecordStatus recordSelectedSort(const Toolkit& toolkit, const Sorter& sorter,
                                                     VkCommandBuffer command_buffer, const SelectInfo& select,
                                                     const SortInfo& sort, const Range& work) {
  return vksortRecordSelectedSort(toolkit.handle(), sorter.handle(), command_buffer, &select, &sort, &work);
}

class Verifier : public Owner<vksortVerifier, vksortDestroyVerifier> {
 public:
  using Owner::Owner;
  [[nodiscard]] static VkResult create(const Device& device, Verifier& out, const char** reason = nullptr) {
    out = Verifier();
    return vksortCreateVerifier(VKSORT_VERSION, &device, &out.handle_, reason);
  }
  [[nodiscard]] RecordStatus record(VkCommandBuffer command_buffer, const VerifyInfo& info) const {
    return vksortRecordVerify(handle_, command_buffer, &info);
  }
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const { return vksortVerifierDescriptorSetLayout(handle_); }
};

}  // namespace vksort
#endif
#endif  // VKSORT_TOOLKIT_H
