// Toolkit: culls and selects before a sort; finds runs of equal keys and cells, and moves structures, after it. You
// create it once, and recording does not allocate memory. For an example of each tool, see guides/toolkit.md.
#pragma once

#include "vksort_indirect.h"

namespace vksort {

using ToolSet = std::uint32_t;
inline constexpr ToolSet kRunTool = 1u << 0;
inline constexpr ToolSet kCellTool = 1u << 1;
inline constexpr ToolSet kCullTool = 1u << 2;
inline constexpr ToolSet kGatherTool = 1u << 3;
inline constexpr ToolSet kSelectTool = 1u << 4;
inline constexpr ToolSet kAllTools = 31;

// The device must have maxPerStageDescriptorStorageBuffers of 5 or more.
struct ToolkitInfo {
  Device device{};
  // A tool takes one to six pipelines. Recordings of tools that are left out fail.
  ToolSet tools = kAllTools;
  const struct Creation* creation = nullptr;  // optional; vksort_expert.h. Its parallel_for creates the pipelines
};

inline constexpr VkDeviceSize kNoArgument = ~VkDeviceSize{0};
// Where a recording writes a count: a u32, and a second one for a draw or dispatch by the count. The buffer must have
// usage VK_BUFFER_USAGE_STORAGE_BUFFER_BIT. Other words are not changed, but must not be used meanwhile if they are
// between the two.
struct CountTarget {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;  // in bytes; must be a multiple of 4
  // In bytes: of instanceCount of a VkDrawIndirectCommand, or x of a VkDispatchIndirectCommand. A multiple of 4, and
  // not `offset`.
  VkDeviceSize argument_offset = kNoArgument;
  std::uint32_t per_workgroup = 1;  // the argument is count / per_workgroup, rounded up; must not be 0
};

// Sorted elements, which are only read.
struct SortedRange {
  Range elements{};                 // keys, or interleaved elements; its offset must be a multiple of 4
  std::uint32_t first = 0;          // element
  std::uint32_t count = 0;          // elements. first + count must fit the range
  CountSource count_source{};       // optional: the count is in a buffer, and `count` is the largest one
  std::uint32_t element_words = 1;  // 1: u32, i32 or f32 keys. 2: also with a payload, or u64 keys. 3: with a payload
  // Of the first word, or with 2 or 3 words of the first two, which kAllBits takes both: state {0, 32} if a 32-bit key
  // has a payload behind it.
  KeyBits bits{};
};

struct RunInfo {
  SortedRange sorted{};     // a run is of elements with equal `bits`
  Range starts{};           // u32: the first element of each run, counted from SortedRange::first; behind the last one
                            // the count. Must have room for SortedRange::count + 1
  CountTarget run_count{};  // the number of runs
  Range scratch{};          // Toolkit::scratchBytes(count), with any contents. Null if that is 0
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;  // as SortInfo's, of Toolkit::descriptorSetLayout()
};

struct CellInfo {
  SortedRange sorted{};          // the cell of an element is the number in `bits`, at most 32; it must not fall
  Range cells{};                 // {begin, end} of each cell, two u32, counted from SortedRange::first
  std::uint32_t cell_count = 0;  // elements of cells from this on are left out. Empty cells are {0, 0}
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

// Keeps the elements whose key lies between two keys in the ascending order of `key_type`, which is the total order:
// -NaN < -inf < .. < -0 < +0 < .. < +inf < +NaN. For example, {-inf, +inf} keeps everything except NaN.
struct CullInfo {
  Range source{};                   // keys, or interleaved elements; only read. Its offset must be a multiple of 4
  std::uint32_t first = 0;          // element of `source` that indices count from
  std::uint32_t count = 0;          // elements
  CountSource count_source{};       // optional: the count is in the buffer of `kept`, and `count` is the largest one
  std::uint32_t element_words = 1;  // 1 to 3. The key is the first word
  KeyType key_type = KeyType::u32;  // must not be u64
  // Bits of the smallest and of the largest key to keep. Set both for i32 and f32. If `lowest` comes after `highest`,
  // nothing is kept.
  std::uint32_t lowest = 0, highest = ~0u;
  Range indices{};     // u32: the indices of the kept elements, ascending; must fit `count` of them
  Range keys{};        // optional: the keys of the kept elements, u32; must fit `count` of them
  CountTarget kept{};  // the number of kept elements. Must not be a word of count_source
  Range scratch{};     // Toolkit::scratchBytes(count), with any contents. Null if that is 0
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

struct GatherInfo {
  Range source{};  // structures
  // target[i] = source[indices[i]] for each i below the count. Null: in place, and `scratch` must have room for `count`
  // structures. Its offset and that of `source` are best a multiple of 16.
  Range target{};
  Range indices{};                  // u32. Larger ones than the last structure of `source` are taken for it
  std::uint32_t first = 0;          // element of all three ranges that indices count from, as Payload::index does
  std::uint32_t count = 0;          // first + count must fit `target` and `indices`, in place also `source`
  CountSource count_source{};       // as SortedRange's
  std::uint32_t element_words = 4;  // of a structure: 1 to 64
  Range scratch{};                  // must be null if there is a target
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

// The k elements that a sort would place first, equal ones by their index, in the order of the source.
struct SelectInfo {
  Range source{};                   // keys, or interleaved elements; only read. Its offset must be a multiple of 4
  std::uint32_t first = 0;          // element of `source` that indices count from
  std::uint32_t count = 0;          // elements
  CountSource count_source{};       // as SortedRange's; must be in the buffer of `selected`
  std::uint32_t element_words = 1;  // 1 to 3. The key is the first word, or with KeyType::u64 the first two
  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;  // descending: the largest keys
  NanRule nan_rule = NanRule::total_order;
  std::uint32_t k = 0;     // may be larger than the count
  CountSource k_source{};  // optional: k is in the buffer of `selected`, and `k` is the largest one
  // From each row of `count` elements k are selected. Their indices count from the row's first element, and are from
  // k * row on. A workgroup selects from a row: rows are best no longer than 2^16.
  std::uint32_t row_count = 1;   // 0: records nothing
  std::uint32_t row_stride = 0;  // elements from one row to the next. 0: `count`. Ignored with segments
  // Optional: rows are the segments of a table, two u32 {first, count} each, counted from `first`. The GPU reads it.
  // Segments may come in any order, overlap, and have any count: no more than `count` elements are taken, and none past
  // the end of `source`, which must have room for first + count.
  Range segments{};        // must have room for row_count segments
  Range indices{};         // u32. Must have room for row_count * k. The rest of a row shorter than k is not changed
  Range keys{};            // optional: the keys of these elements, u32 or u64. Must have the same room
  CountTarget selected{};  // min(k, count), also with shorter segments. Must not be a word of a CountSource
  Range scratch{};         // Toolkit::scratchBytes(info), with any contents. Null if that is 0
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

// Lifetime and thread rules are a Sorter's. kBefore and kAfter hold for its recordings, too. Ranges of a recording must
// not overlap. Of no elements, runs, culls and selects write a count of 0, cells are {0, 0}, and a gather records
// nothing.
class VKSORT_API Toolkit {
 public:
  Toolkit() = default;
  ~Toolkit();
  Toolkit(Toolkit&& other) noexcept;
  Toolkit& operator=(Toolkit&& other) noexcept;
  Toolkit(const Toolkit&) = delete;
  Toolkit& operator=(const Toolkit&) = delete;

  // Creates up to twelve pipelines. Errors and *reason as those of Sorter::create().
  [[nodiscard]] static VkResult create(const ToolkitInfo& info, Toolkit& out, const char** reason = nullptr);

  [[nodiscard]] RecordStatus recordRuns(VkCommandBuffer command_buffer, const RunInfo& info) const;
  [[nodiscard]] RecordStatus recordCells(VkCommandBuffer command_buffer, const CellInfo& info) const;
  [[nodiscard]] RecordStatus recordCull(VkCommandBuffer command_buffer, const CullInfo& info) const;
  [[nodiscard]] RecordStatus recordGather(VkCommandBuffer command_buffer, const GatherInfo& info) const;
  [[nodiscard]] RecordStatus recordSelect(VkCommandBuffer command_buffer, const SelectInfo& info) const;

  // Bytes of scratch memory that are enough for runs of, and culls of, up to max_count elements.
  [[nodiscard]] VkDeviceSize scratchBytes(std::uint32_t max_count) const;
  // Of a select, by its count and rows; it grows with the count. 0: of several rows, of segments, of few elements.
  [[nodiscard]] VkDeviceSize scratchBytes(const SelectInfo& info) const;

  // For hosts without push descriptors; else null. A set takes kDescriptorsPerSet. Lives as long as the Toolkit.
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const;
  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }

 private:
  friend struct ToolkitAccess;
  struct ToolkitState* state_ = nullptr;
};

// Records a cull, the barrier, and recordIndirect() of the kept elements: `cull.keys` and `cull.indices`, by
// `cull.kept`.
//   The Sorter must have Payload::u32 and 32-bit keys.
//   `cull` must have keys.
//   Ranges of elements, `first`, `count` and `key_type` of `sort` are ignored.
//   `state` is IndirectInfo::state. Cull and sort may share scratch memory.
[[nodiscard]] VKSORT_API RecordStatus recordCulledSort(const Toolkit& toolkit, const Sorter& sorter,
                                                       VkCommandBuffer command_buffer, const CullInfo& cull,
                                                       const SortInfo& sort, const Range& state);
// The same of a select: the nearest k, back to front. The sort is of min(select.k, select.count) elements at most.
//   The Sorter must have Payload::u32 and the key_bits of select.key_type.
//   `select` must have keys, a row_count of 1, and no segments.
[[nodiscard]] VKSORT_API RecordStatus recordSelectedSort(const Toolkit& toolkit, const Sorter& sorter,
                                                         VkCommandBuffer command_buffer, const SelectInfo& select,
                                                         const SortInfo& sort, const Range& state);

}  // namespace vksort
