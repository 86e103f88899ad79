#include "sorts/rank/passes.h"

#include <algorithm>

#include "sort_modules.h"
#include "sorts/sizes/classes.h"

namespace vksort::rank {
namespace {

// Minimum counts that make rank merge worthwhile.
constexpr std::uint32_t kMinPairs = (1u << 11) + 1, kMinKeys = (1u << 12) + 1;
// The same for pairs with Scratch::required, because the kernel that sorts 2^11 in place takes 0.2 s to create (R109).
constexpr std::uint32_t kMinRequiredPairs = (1u << 10) + 1;

bool canSort(const Configuration& configuration, const DeviceLimits& limits) {
  const bool pays = limits.subgroup_size != 0 && classOf(limits).scratch_pays;
  const bool wanted =
      configuration.algorithm == Algorithm::rank || (configuration.algorithm == Algorithm::automatic && pays);
  return wanted && !configuration.baseline && configuration.layout.element != Element::triple &&
         configuration.scratch != Scratch::never;
}

std::uint32_t minCountOf(const Configuration& configuration) {
  if (configuration.algorithm != Algorithm::automatic) return configuration.minCount();
  if (configuration.layout.element == Element::key) return kMinKeys;
  return configuration.scratch == Scratch::required ? kMinRequiredPairs : kMinPairs;
}

// Returns false if no sort uses the shape.
bool boundsOf(const RankSetting& setting, std::uint32_t shape, std::uint32_t& smallest, std::uint32_t& largest) {
  const std::uint32_t before = shape == 0 ? 0 : setting.shapes[shape - 1].max_count;
  const std::uint32_t limit = setting.shapes[shape].max_count;
  smallest = before < setting.min_count ? setting.min_count : before + 1;
  largest = limit < setting.max_count ? limit : setting.max_count;
  return smallest <= largest;
}

}  // namespace

std::uint64_t MergeShape::copied(std::uint32_t n) const {
  const std::uint64_t tile = std::uint64_t{1} << tile_log2;
  return (n + (tile - 1)) & ~(tile - 1);
}

RankSetting settingOf(const Configuration& configuration, const DeviceLimits& limits, const RecordLimits& record_limits,
                      const Tuning& tuning) {
  RankSetting out{};
  out.configuration = configuration;
  out.compares_second_word = configuration.wide() || configuration.ordersByPayload();
  if (!canSort(configuration, limits) || VKSORT_BINDINGS > record_limits.max_buffers) return out;
  std::uint32_t max_count = 0;
  for (const auto& [largest, invocations_log2] : tuning.rank_shapes) {
    if (largest == 0) break;
    const std::uint32_t size = tileSizeOf(tuning, out.shape_count);
    out.shapes[out.shape_count++] = {{largest, invocations_log2}, size, tuning.scratch_log2[size]};
    max_count = largest;
  }
  if (configuration.max_count != 0) max_count = std::min(max_count, configuration.max_count);
  out.min_count = minCountOf(configuration);
  if (max_count >= out.min_count && scratchWords(out, max_count) <= record_limits.maxWords()) out.max_count = max_count;
  return out;
}

std::uint64_t scratchWords(const RankSetting& setting, std::uint32_t n) {
  const std::uint64_t copied = setting.shapes[setting.indexFor(n)].copied(n);
  return copied * wordsOf(setting.configuration.layout.element) + (copied >> VKSORT_RANK_SAMPLE_LOG2);
}

Spirv moduleOf(const Configuration& configuration) {
  if (configuration.layout.element == Element::key) return VKSORT_PACKED(rank_merge_keys);
  return VKSORT_PACKED(rank_merge_pairs);
}

PipelineSource sourceOf(const RankSetting& setting, std::uint32_t shape) {
  const Configuration& configuration = setting.configuration;
  const MergeShape& of = setting.shapes[shape];
  PipelineSource source{};
  source.module = moduleOf(configuration);
  source.constant_count = VKSORT_RANK_COUNT;
  std::uint32_t(&out)[kMaxConstants] = source.constants;
  out[VKSORT_RANK_WORKGROUP] = 1u << of.invocations_log2;
  out[VKSORT_RANK_TILE_LOG2] = of.tile_log2;
  out[VKSORT_RANK_INTERLEAVED] = configuration.layout.interleaved;
  out[VKSORT_RANK_TIES] = setting.compares_second_word;
  out[VKSORT_RANK_SAMPLES] = of.max_count >> VKSORT_RANK_SAMPLE_LOG2;
  out[VKSORT_RANK_DISCARDS_KEYS] = configuration.discardsKeys();
  source.compile_cost = source.module.bytes * 4;  // drivers unroll the searches of several tiles
  return source;
}

const char* nameOf(std::uint32_t shape) {
  constexpr const char* kNames[kMaxShapes] = {"rank_merge_0", "rank_merge_1", "rank_merge_2"};
  return kNames[shape];
}

void addMerge(const RankSetting& setting, const Request& request, std::uint32_t first_kernel, PassSink out) {
  const std::uint32_t index = setting.indexFor(request.count);
  const std::uint32_t invocations_log2 = setting.shapes[index].invocations_log2;
  Pass pass{};
  pass.kernel = static_cast<std::uint8_t>(first_kernel + index);
  pass.wait = Wait::passes;
  pass.groups = (request.count + ((1u << invocations_log2) - 1)) >> invocations_log2;
  pass.dispatch_word = kDirect;
  pass.push<RankPush>() = {request.conversion.isNeeded() ? std::uint32_t{VKSORT_CONVERT_STORED} : 0};
  out(pass);
}

void markKernels(const RankSetting& setting, std::uint32_t first_kernel, KernelSet& out, bool (&tiles)[kTileSizes]) {
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    std::uint32_t smallest, largest;
    if (!boundsOf(setting, i, smallest, largest)) continue;
    out[first_kernel + i] = true;
    tiles[setting.shapes[i].tile_size] = true;
  }
}

void addTrials(const RankSetting& setting, std::uint32_t first_kernel, TrialList& out) {
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    std::uint32_t smallest, largest;
    if (!boundsOf(setting, i, smallest, largest)) continue;
    const std::uint32_t tile_log2 = setting.shapes[i].tile_log2;
    // Use more tiles than are searched at the same time. The last one is not full.
    const std::uint32_t wanted = (6u << tile_log2) + (1u << tile_log2) / 4 + 3;
    const std::uint32_t enough = wanted > smallest ? wanted : smallest;
    const auto kernel = static_cast<std::uint8_t>(first_kernel + i);
    out.add({kernel, enough < largest ? enough : largest, Mode::whole, true});
  }
}

}  // namespace vksort::rank
