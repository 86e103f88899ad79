// Places the arguments of a Toolkit's record() calls, and computes the expected results.
#pragma once
#include <optional>
#include <span>

#include "gpu.h"
#include "vksort_toolkit.h"

namespace cases {

inline constexpr uint32_t kToolTile = 2048;

// Memory with guard words around each argument.
class ToolWords {
 public:
  virtual ~ToolWords() = default;

  // Returns the first word, at a multiple of `unit`. The first overload writes noise.
  uint32_t place(uint32_t count, uint32_t unit = 1);
  uint32_t place(std::span<const uint32_t> contents, uint32_t unit = 1);
  uint32_t word(uint32_t at) const { return before_[at]; }
  // The value after the record() calls.
  uint32_t& expected(uint32_t at) { return after_[at]; }
  // Contents afterwards are not compared.
  void ignore(const vksort::Range& range) { ignored_.push_back(range); }
  vksort::Range range(uint32_t first, VkDeviceSize words) const {
    return {buffer(), VkDeviceSize{first} * 4, words * 4};
  }

  virtual VkBuffer buffer() const = 0;
  // Contains noise. The contents afterwards are not compared.
  virtual vksort::Range scratch(VkDeviceSize bytes) = 0;
  // Returns null if `layout` is null.
  virtual VkDescriptorSet set(VkDescriptorSetLayout layout) = 0;

 protected:
  static uint32_t noise(std::size_t at) { return static_cast<uint32_t>(at) * 2654435769u ^ 0x5bd1e995u; }

  std::vector<uint32_t> before_, after_;
  std::vector<vksort::Range> ignored_;  // of buffer()
};

// Either on the CPU or in a buffer, where `found` can exceed the maximum.
struct ToolCount {
  uint32_t most = 0;
  bool indirect = false;
  uint32_t found = 0;
  uint32_t n() const { return indirect && found < most ? found : most; }
};

vksort::CountSource placeCount(ToolWords& memory, const ToolCount& count);
// `turn` selects a command argument after or before the count, or none.
vksort::CountTarget placeTarget(ToolWords& memory, uint32_t count, uint32_t turn);

struct SortedCase {
  uint32_t words;
  vksort::KeyBits bits{};
  uint32_t distinct;  // maximum number of distinct bits
};

// `turn` selects the first element and the targets. Equal seeds give equal words.
vksort::RunInfo placeRuns(ToolWords& memory, const vksort::Toolkit& toolkit, const SortedCase& of,
                          const ToolCount& count, uint32_t turn, uint64_t seed);
vksort::CellInfo placeCells(ToolWords& memory, const vksort::Toolkit& toolkit, const SortedCase& of,
                            const ToolCount& count, uint32_t cells, uint32_t turn, uint64_t seed);
struct CullCase {
  vksort::KeyType key_type = vksort::KeyType::u32;
  uint32_t words = 1;
  uint32_t lowest = 0, highest = ~0u;
  std::optional<vksort::Order> sorted{};  // order in which recordCulledSort() sorts the result

  bool keeps(uint32_t key) const;
};
// Keeps all, some, one or none of the keys, depending on `turn`.
CullCase drawCull(std::span<const uint32_t> keys, uint32_t turn, uint64_t seed);
// `keys` can start with more than count.most elements.
vksort::CullInfo placeCull(ToolWords& memory, const vksort::Toolkit& toolkit, const CullCase& of,
                           std::span<const uint32_t> keys, const ToolCount& count, uint32_t turn);
// target[i] = source[indices[i]]. If `in_place` is true, the source is also the target.
vksort::GatherInfo placeGather(ToolWords& memory, const vksort::Toolkit& toolkit, uint32_t words,
                               const ToolCount& count, bool in_place, uint32_t turn, uint64_t seed);

struct SelectCase {
  vksort::Ordering ordering{};
  uint32_t words = 1;
  uint32_t rows = 1;
  uint32_t between = 0;                   // elements between rows
  std::optional<vksort::Order> sorted{};  // order in which recordSelectedSort() sorts the result
  std::vector<uint32_t> table{};
  uint32_t held = 0;  // elements that contain all segments

  uint32_t elements(uint32_t row_length) const {
    return table.empty() ? (rows - 1) * (row_length + between) + row_length : held;
  }
  // Replaces the rows by segments: empty, equal, longer, past the end, or random.
  void drawSegments(uint32_t in, uint32_t row_length, uint64_t seed);
};
// `keys` can start with up to five more than elements().
vksort::SelectInfo placeSelect(ToolWords& memory, const vksort::Toolkit& toolkit, const SelectCase& of,
                               std::span<const uint64_t> keys, const ToolCount& count, const ToolCount& k,
                               uint32_t turn);

// Returns the error, or an empty string. `falsifies` changes a word of the result.
std::string runTool(Gpu& gpu, const ToolCase& of, bool falsifies);

}  // namespace cases
