// Recordings of a Toolkit: their arguments in memory, and what they must leave there, computed on the host.
#pragma once
#include <optional>
#include <span>

#include "gpu.h"
#include "vksort_toolkit.h"

namespace cases {

inline constexpr uint32_t kToolTile = 2048;  // elements of a workgroup that compacts

// Memory of recordings, with guard words around each argument.
class ToolWords {
 public:
  virtual ~ToolWords() = default;

  // First word of `count` words of noise, at a multiple of `unit`. Or of these words.
  uint32_t place(uint32_t count, uint32_t unit = 1);
  uint32_t place(std::span<const uint32_t> contents, uint32_t unit = 1);
  uint32_t word(uint32_t at) const { return before_[at]; }
  // What must be there after the recordings.
  uint32_t& expected(uint32_t at) { return after_[at]; }
  vksort::Range range(uint32_t first, VkDeviceSize words) const {
    return {buffer(), VkDeviceSize{first} * 4, words * 4};
  }

  virtual VkBuffer buffer() const = 0;
  // Memory of its own for each call, with noise. Its contents afterwards are not compared.
  virtual vksort::Range scratch(VkDeviceSize bytes) = 0;
  // A set for a recording, if the Toolkit or Sorter takes one.
  virtual VkDescriptorSet set(VkDescriptorSetLayout layout) = 0;

 protected:
  static uint32_t noise(std::size_t at) { return static_cast<uint32_t>(at) * 2654435769u ^ 0x5bd1e995u; }

  std::vector<uint32_t> before_, after_;
};

// Where the count is: on the host, or in a buffer and so much less, or more than the largest.
struct ToolCount {
  uint32_t most = 0;
  bool indirect = false;
  uint32_t found = 0;
  uint32_t n() const { return indirect && found < most ? found : most; }
};

vksort::CountSource placeCount(ToolWords& memory, const ToolCount& count);
// A target for a count, and for an argument behind it, before it, or none.
vksort::CountTarget placeTarget(ToolWords& memory, uint32_t count, uint32_t turn);

// Sorted elements.
struct SortedCase {
  uint32_t words;  // of an element
  vksort::KeyBits bits{};
  uint32_t distinct;  // values of the bits, at most
};

// Each places the arguments of a recording. `turn`: which first element and which targets. Equal seeds give equal
// words.
vksort::RunInfo placeRuns(ToolWords& memory, const vksort::Toolkit& toolkit, const SortedCase& of,
                          const ToolCount& count, uint32_t turn, uint64_t seed);
vksort::CellInfo placeCells(ToolWords& memory, const vksort::Toolkit& toolkit, const SortedCase& of,
                            const ToolCount& count, uint32_t cells, uint32_t turn, uint64_t seed);
// A range of keys to keep.
struct CullCase {
  vksort::KeyType key_type = vksort::KeyType::u32;
  uint32_t words = 1;  // per element
  uint32_t lowest = 0, highest = ~0u;
  std::optional<vksort::Order> sorted{};  // recordCulledSort() records it, in this order

  bool keeps(uint32_t key) const;
};
// Draws a range that keeps all, some, one or none of the keys, depending on `turn`.
CullCase drawCull(std::span<const uint32_t> keys, uint32_t turn, uint64_t seed);
// `keys` contains the keys of count.most elements, which other elements may precede.
vksort::CullInfo placeCull(ToolWords& memory, const vksort::Toolkit& toolkit, const CullCase& of,
                           std::span<const uint32_t> keys, const ToolCount& count, uint32_t turn);
// target[i] = source[indices[i]]; without a target if `in_place`.
vksort::GatherInfo placeGather(ToolWords& memory, const vksort::Toolkit& toolkit, uint32_t words,
                               const ToolCount& count, bool in_place, uint32_t turn, uint64_t seed);

// Rows to select from, or segments.
struct SelectCase {
  vksort::Ordering ordering{};
  uint32_t words = 1;  // of an element
  uint32_t rows = 1;
  uint32_t between = 0;                   // elements between rows
  std::optional<vksort::Order> sorted{};  // recordSelectedSort() records it, in this order
  std::vector<uint32_t> table{};          // {first, count} of each segment
  uint32_t held = 0;                      // elements that segments lie in

  uint32_t elements(uint32_t row_length) const {
    return table.empty() ? (rows - 1) * (row_length + between) + row_length : held;
  }
  // Segments in place of the rows: empty, as long, longer, past the end, or of any first element and count.
  void drawSegments(uint32_t in, uint32_t row_length, uint64_t seed);
};
// `keys`: bits of the elements() of all rows and between them. Five more may precede them.
vksort::SelectInfo placeSelect(ToolWords& memory, const vksort::Toolkit& toolkit, const SelectCase& of,
                               std::span<const uint64_t> keys, const ToolCount& count, const ToolCount& k,
                               uint32_t turn);

// What is wrong with the result of a recording; empty: nothing. `falsifies`: changes a word of the result before it is
// compared. Errors: gpu::Error.
std::string runTool(Gpu& gpu, const ToolCase& of, bool falsifies);

}  // namespace cases
