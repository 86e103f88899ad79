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
  // The tools that you use. Each needs one to six pipelines. Recording any other tool fails.
  ToolSet tools = kAllTools;
  const struct Creation* creation = nullptr;  // optional; vksort_expert.h. Its parallel_for creates the pipelines
};

inline constexpr VkDeviceSize kNoArgument = ~VkDeviceSize{0};
// Where the GPU writes a count (u32), and optionally an argument of an indirect draw or dispatch, computed from the
// count. The buffer must have usage VK_BUFFER_USAGE_STORAGE_BUFFER_BIT. The words between count and argument are not
// changed, but you must not use them at the same time.
struct CountTarget {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;  // in bytes; must be a multiple of 4
  // Offset in bytes of VkDrawIndirectCommand::instanceCount or VkDispatchIndirectCommand::x, if you use the argument.
  // Must be a multiple of 4, and must not be equal to `offset`.
  VkDeviceSize argument_offset = kNoArgument;
  std::uint32_t per_workgroup = 1;  // the argument is count / per_workgroup, rounded up; must not be 0
};

// Sorted elements, which are only read.
struct SortedRange {
  Range elements{};                 // keys, or interleaved elements; its offset must be a multiple of 4
  std::uint32_t first = 0;          // element
  std::uint32_t count = 0;          // elements. first + count must fit the range
  CountSource count_source{};       // optional: the count is in a buffer, and `count` is the largest one
  std::uint32_t element_words = 1;  // 1 to 3: a u64 key uses two words, other keys and payloads one
  // Significant bits, counted in the first word. If element_words is 2 or 3, they are counted in the first two words,
  // and the default kAllBits means both words, so use {0, 32} if a 32-bit key is followed by a payload.
  KeyBits bits{};
};

struct RunInfo {
  SortedRange sorted{};     // elements with equal `bits` form a run
  Range starts{};           // u32: the first element of each run, counted from SortedRange::first, then the number of
                            // elements. Must fit SortedRange::count + 1 values
  CountTarget run_count{};  // the number of runs
  Range scratch{};          // Toolkit::scratchBytes(count), with any contents. Null if that is 0
  // Null with push descriptors. Otherwise, a set with Toolkit::descriptorSetLayout(), like SortInfo::descriptor_set.
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

struct CellInfo {
  SortedRange sorted{};          // `bits` (at most 32) contain the cell index of an element, which must be ascending
  Range cells{};                 // {begin, end} of each cell, two u32, counted from SortedRange::first; {0, 0} if empty
  std::uint32_t cell_count = 0;  // elements with a larger or equal cell index are ignored
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
  // target[i] = source[indices[i]] for each i below the count. If null, gathers in place, and `scratch` must fit
  // `count` structures. A gather is fastest if the offsets of `source` and `target` are multiples of 16.
  Range target{};
  Range indices{};                  // u32. Indices after the last structure of `source` select the last structure
  std::uint32_t first = 0;          // element of all three ranges that indices count from, as Payload::index does
  std::uint32_t count = 0;          // first + count must fit `target` and `indices` (or `source`, in place)
  CountSource count_source{};       // optional: the count is in a buffer, and `count` is the largest one
  std::uint32_t element_words = 4;  // words per structure: 1 to 64
  Range scratch{};                  // must be null if there is a target
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

// Selects the k elements that a sort would place first, in the order of the source. If equal elements compete, the ones
// with the lowest indices are selected.
struct SelectInfo {
  Range source{};                   // keys, or interleaved elements; only read. Its offset must be a multiple of 4
  std::uint32_t first = 0;          // element of `source` that indices count from
  std::uint32_t count = 0;          // elements
  CountSource count_source{};       // optional: the count is in the buffer of `selected`, `count` is the largest one
  std::uint32_t element_words = 1;  // 1 to 3. The key is the first word, or with KeyType::u64 the first two
  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;  // descending: the largest keys
  NanRule nan_rule = NanRule::total_order;
  std::uint32_t k = 0;     // may be larger than the count
  CountSource k_source{};  // optional: k is in the buffer of `selected`, and `k` is the largest one
  // Selects k elements from each row of `count` elements. Their indices count from the first element of the row, and
  // are written at k * row. With several rows, one workgroup selects from each, so rows should be no longer than 2^16.
  std::uint32_t row_count = 1;   // if 0, nothing is recorded
  std::uint32_t row_stride = 0;  // elements from one row to the next, or 0 for `count`. Ignored with segments
  // Optional: the GPU reads the rows from a table of segments, two u32 {first, count} each, counted from `first`.
  // Segments can be in any order, overlap, and have any length. Only their first `count` elements are used, and only
  // up to the end of `source`, which must fit first + count elements.
  Range segments{};        // must fit row_count segments
  Range indices{};         // u32; must fit row_count * k. If a row is shorter than k, its other indices do not change
  Range keys{};            // optional: the keys of the selected elements, u32 or u64; must fit row_count * k
  CountTarget selected{};  // min(k, count), even if segments are shorter. Must not be a word of a CountSource
  Range scratch{};         // Toolkit::scratchBytes(info), with any contents. Null if that is 0
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
};

// Lifetime, threads and barriers (kBefore, kAfter) follow the rules of a Sorter. The ranges that you pass to a call
// must not overlap. If there are no elements, runs, culls and selects write a count of 0, all cells are {0, 0}, and a
// gather does not record anything.
class VKSORT_API Toolkit {
 public:
  Toolkit() = default;
  ~Toolkit();
  Toolkit(Toolkit&& other) noexcept;
  Toolkit& operator=(Toolkit&& other) noexcept;
  Toolkit(const Toolkit&) = delete;
  Toolkit& operator=(const Toolkit&) = delete;

  // Creates up to twelve pipelines. Returns the same errors, and the same kind of *reason, as Sorter::create().
  [[nodiscard]] static VkResult create(const ToolkitInfo& info, Toolkit& out, const char** reason = nullptr);

  [[nodiscard]] RecordStatus recordRuns(VkCommandBuffer command_buffer, const RunInfo& info) const;
  [[nodiscard]] RecordStatus recordCells(VkCommandBuffer command_buffer, const CellInfo& info) const;
  [[nodiscard]] RecordStatus recordCull(VkCommandBuffer command_buffer, const CullInfo& info) const;
  [[nodiscard]] RecordStatus recordGather(VkCommandBuffer command_buffer, const GatherInfo& info) const;
  [[nodiscard]] RecordStatus recordSelect(VkCommandBuffer command_buffer, const SelectInfo& info) const;

  // Returns the scratch memory in bytes that runs and culls of up to max_count elements need.
  [[nodiscard]] VkDeviceSize scratchBytes(std::uint32_t max_count) const;
  // Returns the scratch memory in bytes that a select needs. It depends on the count and the rows, and grows with the
  // count. It is 0 for several rows, for segments, and for small counts.
  [[nodiscard]] VkDeviceSize scratchBytes(const SelectInfo& info) const;

  // Null if push descriptors are enabled. A set needs kDescriptorsPerSet. Lives as long as the Toolkit.
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const;
  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }

 private:
  friend struct ToolkitAccess;
  struct ToolkitState* state_ = nullptr;
};

// Records a cull, the barrier, and recordIndirect() for the kept elements, which are in `cull.keys` and `cull.indices`.
//   The Sorter must use Payload::u32 and 32-bit keys.
//   `cull.keys` must not be null.
//   Ranges of elements, `first`, `count` and `key_type` of `sort` are ignored.
//   `state` is IndirectInfo::state. Cull and sort may share scratch memory.
[[nodiscard]] VKSORT_API RecordStatus recordCulledSort(const Toolkit& toolkit, const Sorter& sorter,
                                                       VkCommandBuffer command_buffer, const CullInfo& cull,
                                                       const SortInfo& sort, const Range& state);
// The same for a select, for example to draw the k nearest elements back to front. Sorts at most
// min(select.k, select.count) elements.
//   The Sorter must use Payload::u32 and the key_bits of select.key_type.
//   `select.keys` must not be null, `select.row_count` must be 1, and `select.segments` must be null.
[[nodiscard]] VKSORT_API RecordStatus recordSelectedSort(const Toolkit& toolkit, const Sorter& sorter,
                                                         VkCommandBuffer command_buffer, const SelectInfo& select,
                                                         const SortInfo& sort, const Range& state);

}  // namespace vksort
