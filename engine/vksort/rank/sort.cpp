#include "rank/sort.h"

namespace vksort::rank {
namespace {

// The smallest and the largest sort that takes the shape; false: there is none.
bool boundsOf(const Setting& setting, std::uint32_t shape, std::uint32_t& smallest, std::uint32_t& largest) {
  const std::uint32_t before = shape == 0 ? 0 : setting.shapes[shape - 1].max_count;
  const std::uint32_t limit = setting.shapes[shape].max_count;
  smallest = before < setting.min_count ? setting.min_count : before + 1;
  largest = limit < setting.max_count ? limit : setting.max_count;
  return smallest <= largest;
}

}  // namespace

void addMerge(const Setting& setting, const Request& request, std::uint32_t first_kernel, PassList& out) {
  const std::uint32_t index = setting.indexFor(request.count);
  const std::uint32_t invocations_log2 = setting.shapes[index].invocations_log2;
  Pass& pass = out.add();
  pass = {};
  pass.label = "rank_merge";
  pass.kernel = static_cast<std::uint8_t>(first_kernel + index);
  pass.wait = Wait::passes;
  pass.groups = (request.count + ((1u << invocations_log2) - 1)) >> invocations_log2;
  pass.arguments = kDirect;
  setWords(pass, RankPush{request.conversion.isNeeded() ? std::uint32_t{VKSORT_CONVERT_STORED} : 0});
}

PassBytes bytesOf(const Setting& setting, std::uint32_t n, bool merges) {
  const Configuration& configuration = setting.configuration;
  const std::uint64_t word = std::uint64_t{n} * 4;
  const std::uint64_t elements = word * wordsOf(configuration.layout.element);
  if (merges) return {elements, elements};
  const std::uint32_t made = (configuration.generates_keys ? 1 : 0) + (configuration.writesIndices() ? 1 : 0);
  return {elements - word * made, elements};
}

void markKernels(const Setting& setting, std::uint32_t first_kernel, KernelSet& out, bool (&tiles)[kTileSizes]) {
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    std::uint32_t smallest, largest;
    if (!boundsOf(setting, i, smallest, largest)) continue;
    out[first_kernel + i] = true;
    tiles[setting.shapes[i].tile_size] = true;
  }
}

void addTrials(const Setting& setting, std::uint32_t first_kernel, TrialList& out) {
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    std::uint32_t smallest, largest;
    if (!boundsOf(setting, i, smallest, largest)) continue;
    const std::uint32_t tile_log2 = setting.shapes[i].tile_log2;
    // More tiles than are searched at once, the last one of which is not full.
    const std::uint32_t wanted = (6u << tile_log2) + (1u << tile_log2) / 4 + 3;
    const std::uint32_t enough = wanted > smallest ? wanted : smallest;
    const auto kernel = static_cast<std::uint8_t>(first_kernel + i);
    out.add({nameOf(i), kernel, enough < largest ? enough : largest, Use::whole, true});
  }
}

}  // namespace vksort::rank
