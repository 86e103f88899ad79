#include "tune_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <ranges>
#include <set>
#include <string_view>

namespace conform {
namespace {

using vksort::Tuning;
using TuningWords = std::array<std::uint32_t, sizeof(Tuning) / sizeof(std::uint32_t)>;

constexpr std::uint32_t kFlags[] = {0, 1}, kTiles[] = {7, 8, 9, 10, 11, 12, 13},
                        kSizes[] = {0, 6, 7, 8, 9, 10, 11, 12, 13}, kInvocations[] = {6, 7, 8, 9, 10},
                        kElements[] = {2, 4, 6, 8, 11, 12, 16}, kParts[] = {1, 2, 4},
                        kWorkgroups[] = {16, 32, 48, 64, 80, 96, 108, 128, 132, 148, 192, 256, 304}, kNone[] = {0},
                        kMaxByRank[] = {0, 8192, 16384, 24576, 32768, 49152, 65536, 81920, 98304};
constexpr std::uint32_t kAll = (1u << 28) - 1;  // for unlimited sorts

#define WORD(member) (offsetof(Tuning, member) / sizeof(std::uint32_t))
#define AXIS(member, values, ...) \
  { #member, WORD(member), values __VA_OPT__(, ) __VA_ARGS__ }
constexpr TuneAxis kBitonicAxes[] = {AXIS(tile_log2, kTiles, ""),
                                     AXIS(double_tiles, kFlags),
                                     AXIS(merge_log2, kSizes),
                                     AXIS(smallest_merge_log2, kSizes),
                                     AXIS(global_log2[0], kSizes, "global_short"),
                                     AXIS(global_log2[1], kSizes, "global_long_1"),
                                     AXIS(global_log2[2], kSizes, "global_long_2"),
                                     AXIS(global_log2[3], kSizes, "global_long_3"),
                                     AXIS(global_log2[4], kSizes, "global_long_4"),
                                     AXIS(global_log2[5], kSizes, "global_long_5"),
                                     AXIS(large_log2, kSizes, "large_sort"),
                                     AXIS(medium_log2, kSizes, "medium_sort"),
                                     AXIS(small_log2, kSizes, "small_sort")};
#define RANK_SHAPE(i) AXIS(rank_shapes[i].invocations_log2, kInvocations), AXIS(rank_shapes[i].max_count, kMaxByRank)
constexpr TuneAxis kRankAxes[] = {AXIS(scratch_log2[0], kSizes, ""), AXIS(scratch_log2[1], kSizes, "scratch_double"),
                                  RANK_SHAPE(0), RANK_SHAPE(1), RANK_SHAPE(2)};
#define RADIX_SHAPE(i)                                                                             \
  AXIS(radix_shapes[i].elements, kElements), AXIS(radix_shapes[i].invocations_log2, kInvocations), \
      AXIS(radix_shapes[i].parts, kParts), AXIS(radix_shapes[i].max_count, kNone)
constexpr TuneAxis kRadixAxes[] = {AXIS(radix_additions, kFlags),
                                   AXIS(concurrent_workgroups, kWorkgroups),
                                   RADIX_SHAPE(0),
                                   RADIX_SHAPE(1),
                                   RADIX_SHAPE(2),
                                   RADIX_SHAPE(3)};
constexpr TuneSpace kSpaces[] = {{"bitonic", vksort::Algorithm::bitonic, kBitonicAxes},
                                 {"rank", vksort::Algorithm::rank, kRankAxes},
                                 {"radix", vksort::Algorithm::radix, kRadixAxes}};

void followTile(Tuning& tuning) {
  const std::uint32_t tile = tuning.tile_log2;
  if (tile > tuning.registers_log2 + 8) tuning.double_tiles = 0;
  tuning.smallest_merge_log2 = std::clamp(tuning.smallest_merge_log2, tile - 2, tile);
  tuning.merge_log2 = std::clamp(tuning.merge_log2, tuning.smallest_merge_log2, tile);
  std::uint32_t strides = tuning.registers_log2;
  for (std::uint32_t& size : tuning.global_log2) {
    size = std::min(size, tile);
    if (size < strides++) size = 0;
  }
  tuning.large_log2 = std::min(tuning.large_log2, tile);
  tuning.medium_log2 = std::min(tuning.medium_log2, tile);
  if (tuning.medium_log2 == tuning.large_log2) tuning.medium_log2 = 0;
}

// If a shape's max_count is 0, the next shape sorts its counts.
template <typename Shape, std::size_t kCount>
void closeGap(Shape (&shapes)[kCount]) {
  auto* const left = std::remove_if(shapes, shapes + kCount, [](const Shape& each) { return each.max_count == 0; });
  std::fill(left, shapes + kCount, Shape{});
}

void follow(Tuning& tuning, std::size_t word) {
  if (word == WORD(tile_log2)) followTile(tuning);
  if (word == WORD(merge_log2)) tuning.smallest_merge_log2 = std::min(tuning.smallest_merge_log2, tuning.merge_log2);
  if (word == WORD(smallest_merge_log2)) tuning.merge_log2 = std::max(tuning.smallest_merge_log2, tuning.merge_log2);
  // Shapes that sum tables support as many tiles as there are concurrent workgroups.
  constexpr std::size_t kShapeWords = sizeof(vksort::RadixShape) / sizeof(std::uint32_t);
  std::size_t first = WORD(radix_shapes);
  for (vksort::RadixShape& shape : tuning.radix_shapes) {
    const bool has_changed = word == WORD(concurrent_workgroups) || (word >= first && word < first + kShapeWords);
    first += kShapeWords;
    if (!has_changed || shape.max_count == 0 || shape.max_count == kAll) continue;
    shape.max_count = tuning.concurrent_workgroups * shape.elements << shape.invocations_log2;
  }
  closeGap(tuning.rank_shapes);
  closeGap(tuning.radix_shapes);
}

// Without max_count. Returns zeros if no shape sorts this count.
template <typename Shape, std::size_t kCount>
auto shapeFor(const Shape (&shapes)[kCount], std::uint32_t count) {
  const Shape* const found = std::ranges::find_if(shapes, [=](const Shape& each) { return each.max_count >= count; });
  Shape shape = found == shapes + kCount ? Shape{} : *found;
  shape.max_count = 0;
  return std::bit_cast<std::array<std::uint32_t, sizeof(Shape) / sizeof(std::uint32_t)>>(shape);
}

bool differ(const TuneSpace& space, const Tuning& a, const Tuning& b, std::uint32_t count, std::string_view kernel) {
  if (kernel.starts_with("rank_")) return shapeFor(a.rank_shapes, count) != shapeFor(b.rank_shapes, count);
  if (kernel.starts_with("radix_")) {
    return a.radix_additions != b.radix_additions || shapeFor(a.radix_shapes, count) != shapeFor(b.radix_shapes, count);
  }
  const auto last_first =
      space.axes | std::views::reverse;  // the first axis applies to all kernels that no other axis shapes
  const auto axis =
      std::ranges::find_if(last_first, [&](const TuneAxis& each) { return kernel.starts_with(each.kernel); });
  return std::bit_cast<TuningWords>(a)[axis->word] != std::bit_cast<TuningWords>(b)[axis->word];
}

std::vector<vksort::PassPlan> planOf(const TuneTarget& target, vksort::Algorithm algorithm, const Tuning& tuning,
                                     std::uint32_t count) {
  const vksort::Creation creation{.algorithm = algorithm, .baseline = target.baseline};
  vksort::SorterInfo info{};
  info.key_bits = target.wide ? 64 : 32;
  info.payload = target.payload;
  info.ties = target.ties;
  info.creation = &creation;
  vksort::PlanInfo plan{};
  plan.count = count;
  plan.scratch = algorithm != vksort::Algorithm::bitonic;
  std::vector<vksort::PassPlan> passes(vksort::planTuned(info, tuning, target.device, plan));
  vksort::planTuned(info, tuning, target.device, plan, passes.data(), static_cast<std::uint32_t>(passes.size()));
  return passes;
}

// Some values are useless on this device or on all devices.
std::vector<Tuning> others(const TuneAxis& axis, const Tuning& tuning) {
  std::vector<Tuning> list;
  TuningWords words = std::bit_cast<TuningWords>(tuning);
  const std::uint32_t before = words[axis.word];
  for (const std::uint32_t value : axis.values) {
    words[axis.word] = value;
    Tuning other = std::bit_cast<Tuning>(words);
    follow(other, axis.word);
    if (value != before) list.push_back(other);
  }
  return list;
}

class Search {
 public:
  Search(const TuneLimits& limits, const TuneCompare& compare, TuneResult& result)
      : limits_(limits), compare_(compare), result_(result) {
    seen_.insert(result.best);
  }

  bool spent() const { return result_.candidates >= limits_.candidates || (limits_.stops && limits_.stops()); }

  std::optional<double> along(const TuneAxis& axis) {
    std::optional<Tuning> best;
    double best_ratio = 1 - limits_.min_gain;
    for (const Tuning& candidate : others(axis, result_.best)) {
      // A candidate that lost to an earlier tuning also loses to a faster one.
      if (!seen_.insert(candidate).second) continue;
      if (spent()) {
        result_.complete = false;
        break;
      }
      const std::optional<double> ratio = compare_(candidate, result_.best, false);
      if (!ratio) ++result_.refused;
      if (ratio && *ratio != 1) ++result_.candidates;
      if (!ratio || *ratio > best_ratio) continue;
      best = candidate;
      best_ratio = *ratio;
    }
    if (!best) return {};
    const std::optional<double> ratio = compare_(*best, result_.best, true);
    if (!ratio || *ratio > 1 - limits_.min_gain) return {};
    result_.best = *best;
    return ratio;
  }

 private:
  const TuneLimits& limits_;
  const TuneCompare& compare_;
  TuneResult& result_;
  std::set<Tuning> seen_;
};

struct Member {
  const char* name;
  std::size_t word, count;
  std::size_t in_struct;  // words per struct; 1 for numbers
};
#define MEMBER(name, words) \
  { #name, WORD(name), sizeof(Tuning::name) / (sizeof(std::uint32_t)), words }
constexpr Member kMembers[] = {
    MEMBER(registers_log2, 1), MEMBER(tile_log2, 1),       MEMBER(small_log2, 1),           MEMBER(medium_log2, 1),
    MEMBER(large_log2, 1),     MEMBER(double_tiles, 1),    MEMBER(smallest_merge_log2, 1),  MEMBER(merge_log2, 1),
    MEMBER(global_log2, 1),    MEMBER(radix_from, 1),      MEMBER(scratch_log2, 1),         MEMBER(rank_shapes, 2),
    MEMBER(radix_shapes, 4),   MEMBER(radix_additions, 1), MEMBER(concurrent_workgroups, 1)};

std::string valueOf(const Tuning& tuning, const Member& member) {
  const TuningWords words = std::bit_cast<TuningWords>(tuning);
  std::string value;
  for (std::size_t i = 0; i < member.count; ++i) {
    value += (i == 0 ? "" : ", ");
    if (member.in_struct > 1 && i % member.in_struct == 0) value += "{";
    value += std::to_string(words[member.word + i]);
    if (member.in_struct > 1 && (i + 1) % member.in_struct == 0) value += "}";
  }
  return member.count > 1 ? "{" + value + "}" : value;
}

}  // namespace

std::string changes(const Tuning& from, const Tuning& to) {
  std::string list;
  for (const Member& member : kMembers) {
    const std::string before = valueOf(from, member), after = valueOf(to, member);
    if (before != after) list += (list.empty() ? "" : ", ") + std::string(member.name) + " " + before + " -> " + after;
  }
  return list;
}

std::string tuningSource(const Tuning& tuning) {
  std::string source;
  for (const Member& member : kMembers)
    source += (source.empty() ? "{." : ", .") + std::string(member.name) + " = " + valueOf(tuning, member);
  return source + "}";
}

std::span<const TuneSpace> tuneSpaces() { return kSpaces; }

bool takes(const TuneTarget& target, const Tuning& tuning) {
  return !planOf(target, vksort::Algorithm::bitonic, tuning, 2).empty();
}

bool sorts(const TuneTarget& target, const TuneSpace& space, const Tuning& tuning, std::uint32_t count,
           vksort::Algorithm asked) {
  if (space.algorithm == vksort::Algorithm::bitonic) return true;
  const std::vector<vksort::PassPlan> passes = planOf(target, asked, tuning, count);
  return !passes.empty() && std::string_view(passes.back().name).starts_with(space.name);
}

bool differ(const TuneTarget& target, const TuneSpace& space, const Tuning& a, const Tuning& b, std::uint32_t count) {
  const std::vector<vksort::PassPlan> passes_a = planOf(target, space.algorithm, a, count),
                                      passes_b = planOf(target, space.algorithm, b, count);
  return !std::ranges::equal(passes_a, passes_b, [&](const vksort::PassPlan& pass_a, const vksort::PassPlan& pass_b) {
    const std::string_view kernel = pass_a.name;
    return kernel == pass_b.name && pass_a.workgroups == pass_b.workgroups && !differ(space, a, b, count, kernel);
  });
}

TuneResult searchTuning(const TuneSpace& space, const Tuning& start, const TuneLimits& limits,
                        const TuneCompare& compare, const std::function<void(const TuneStep&)>& progress) {
  TuneResult result{start};
  Search search(limits, compare, result);
  bool gained = true;
  for (std::uint32_t round = 1; gained && round <= limits.rounds; ++round) {
    gained = false;
    for (const TuneAxis& axis : space.axes) {
      const std::optional<double> ratio = search.along(axis);
      gained |= ratio.has_value();
      progress({axis.name, round, result.candidates, ratio, &result.best});
      if (!result.complete) return result;
    }
  }
  return result;
}

}  // namespace conform
