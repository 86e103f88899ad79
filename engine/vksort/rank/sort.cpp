#include "rank/sort.h"

namespace vksort::rank {

bool sorts(const Setting& setting, std::uint32_t n) { return n != 0 && n >= setting.fewest && n <= setting.most; }

void addMerge(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out) {
  const std::uint32_t index = setting.indexFor(n);
  const std::uint32_t invocations_log2 = setting.shapes[index].invocations_log2;
  Pass& pass = out.add();
  pass = {};
  pass.label = "rank_merge";
  pass.kernel = static_cast<std::uint8_t>(first_kernel + index);
  pass.wait = Wait::passes;
  pass.groups = (n + ((1u << invocations_log2) - 1)) >> invocations_log2;
  pass.arguments = kDirect;
  setWords(pass, RankPush{setting.configuration.conversion.mask, setting.configuration.conversion.flip});
}

PassBytes bytesOf(const Setting& setting, std::uint32_t n, bool merges) {
  const auto& [layout, conversion, compares_last_word, mode] = setting.configuration;
  const std::uint64_t elements = std::uint64_t{n} * 4 * wordsOf(layout.element);
  if (merges) return {elements, elements};
  const std::uint64_t made = std::uint64_t{n} * 4 * ((mode.writes_keys ? 1 : 0) + (mode.writes_values ? 1 : 0));
  return {elements - made, elements};
}

void addProofs(const Setting& setting, ProofList& out) {
  std::uint32_t fewest = setting.fewest;  // elements of a sort by the shape
  for (std::uint32_t i = 0; i < kShapes && fewest <= setting.most; ++i) {
    const Shape& shape = setting.shapes[i];
    if (shape.most < fewest) continue;  // no sort takes it
    const std::uint32_t most = shape.most < setting.most ? shape.most : setting.most;
    // More tiles than are searched at once, the last one of which is not full.
    const std::uint32_t wanted = (6u << shape.tile_log2) + (1u << shape.tile_log2) / 4 + 3;
    const std::uint32_t enough = wanted > fewest ? wanted : fewest;
    out.add({nameOf(i), enough < most ? enough : most, true, true});
    fewest = shape.most + 1;
  }
}

}  // namespace vksort::rank
