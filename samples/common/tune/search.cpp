#include "tune/search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <ranges>
#include <set>
#include <sstream>
#include <string_view>

namespace samples {
namespace {

using vksort::Tuning;
using TuningWords = std::array<std::uint32_t, sizeof(Tuning) / sizeof(std::uint32_t)>;

constexpr std::uint32_t kFlags[] = {0, 1}, kTiles[] = {7, 8, 9, 10, 11, 12, 13},
                        kSizes[] = {0, 6, 7, 8, 9, 10, 11, 12, 13}, kInvocations[] = {6, 7, 8, 9, 10},
                        kElements[] = {2, 4, 6, 8, 11, 12, 16}, kParts[] = {1, 2, 4},
                        kWorkgroups[] = {16, 32, 48, 64, 80, 96, 108, 128, 132, 148, 192, 256, 304}, kNone[] = {0},
                        kMaxByRank[] = {0, 8192, 16384, 24576, 32768, 49152, 65536, 81920, 98304};
constexpr std::uint32_t kAll = (1u << 28) - 1;  // RadixShape::max_count of sorts of any size

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

// The same for a larger or smaller tile, as near as it goes.
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

// The next shape takes the sorts of one whose max_count is 0.
template <typename Shape, std::size_t kCount>
void closeGap(Shape (&shapes)[kCount]) {
  auto* const left = std::remove_if(shapes, shapes + kCount, [](const Shape& each) { return each.max_count == 0; });
  std::fill(left, shapes + kCount, Shape{});
}

// Changes the words that depend on a word that has changed.
void follow(Tuning& tuning, std::size_t word) {
  if (word == WORD(tile_log2)) followTile(tuning);
  if (word == WORD(merge_log2)) tuning.smallest_merge_log2 = std::min(tuning.smallest_merge_log2, tuning.merge_log2);
  if (word == WORD(smallest_merge_log2)) tuning.merge_log2 = std::max(tuning.smallest_merge_log2, tuning.merge_log2);
  // Shapes that sum tables end at as many tiles as there are workgroups at once.
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

// The members of the shape that takes the count, but for where it ends; zeros if there is none.
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
  const auto last_first = space.axes | std::views::reverse;  // the first axis is of the kernels that no other shapes
  const auto axis =
      std::ranges::find_if(last_first, [&](const TuneAxis& each) { return kernel.starts_with(each.kernel); });
  return std::bit_cast<TuningWords>(a)[axis->word] != std::bit_cast<TuningWords>(b)[axis->word];
}

std::vector<vksort::PassPlan> planOf(const TuneTarget& target, vksort::Algorithm algorithm, const Tuning& tuning,
                                     std::uint32_t count) {
  const vksort::Creation creation{.tuning = &tuning, .algorithm = algorithm, .baseline = target.baseline};
  vksort::SorterInfo info;
  info.key_bits = target.wide ? 64 : 32;
  info.payload = target.payload;
  info.ties = target.ties;
  info.creation = &creation;
  vksort::PlanInfo plan;
  plan.count = count;
  plan.scratch = algorithm != vksort::Algorithm::bitonic;
  std::vector<vksort::PassPlan> passes(vksort::plan(info, target.device, plan));
  vksort::plan(info, target.device, plan, passes.data(), static_cast<std::uint32_t>(passes.size()));
  return passes;
}

// All other points of the axis through the tuning. Some are of no use to the device, or to any.
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
    seen_.insert(textOf(result.best));
  }

  bool spent() const { return result_.candidates >= limits_.candidates || (limits_.stops && limits_.stops()); }

  // The ratio of what was taken, if anything was.
  std::optional<double> along(const TuneAxis& axis) {
    std::optional<Tuning> best;
    double best_ratio = 1 - limits_.min_gain;
    for (const Tuning& candidate : others(axis, result_.best)) {
      // What lost to an earlier incumbent loses to a better one.
      if (!seen_.insert(textOf(candidate)).second) continue;
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
  std::set<std::string> seen_;
};

struct Member {
  std::string name;
  std::string value;
};

// The members of a tuning in their order, as its text has them.
std::vector<Member> membersOf(const Tuning& tuning) {
  std::vector<Member> members;
  std::istringstream words(textOf(tuning));
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) members.push_back({word.substr(0, equals), word.substr(equals + 1)});
  }
  return members;
}

}  // namespace

std::string textOf(const vksort::Tuning& tuning) {
  char text[vksort::kTuningTextSize];
  return {text, vksort::formatTuning(tuning, text, sizeof text)};
}

std::string changes(const Tuning& from, const Tuning& to) {
  const std::vector<Member> before = membersOf(from), after = membersOf(to);
  std::string list;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (after[i].value == before[i].value) continue;
    list += (list.empty() ? "" : ", ") + after[i].name + " " + before[i].value + " -> " + after[i].value;
  }
  return list;
}

std::string tuningSource(const Tuning& tuning) {
  std::string source = "{";
  for (const Member& member : membersOf(tuning)) {
    std::string value;  // a list is in braces, and so are its structures
    for (const char c : member.value) value += c == ';' ? std::string("}, {") : std::string(1, c);
    if (value != member.value) value = "{" + value + "}";
    if (value.find(',') != std::string::npos) value = "{" + value + "}";
    source += (source.ends_with('{') ? "." : ", .") + member.name + " = " + value;
  }
  return source + "},";
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

std::vector<std::uint32_t> crossoverCounts(std::uint32_t min, std::uint32_t max) {
  std::vector<std::uint32_t> counts = {min, max};
  for (std::uint64_t power = 4; power <= max; power *= 2) {
    for (const std::uint64_t count : {power, power + 1, power / 4 * 5, power / 2 * 3, power / 4 * 7}) {
      if (count >= min && count <= max) counts.push_back(static_cast<std::uint32_t>(count));
    }
  }
  std::ranges::sort(counts);
  counts.erase(std::ranges::unique(counts).begin(), counts.end());
  return counts;
}

std::optional<std::uint32_t> findCrossover(
    const std::vector<std::uint32_t>& counts,
    const std::function<std::optional<TuneTimes>(std::uint32_t count)>& timesOf) {
  const auto wins = [&timesOf](std::uint32_t count) {
    const std::optional<TuneTimes> both = timesOf(count);
    return both && both->b_us < both->a_us;
  };
  if (counts.empty() || !wins(counts.back())) return {};
  std::size_t found = counts.size() - 1, least = 0;
  for (std::size_t i = found; i-- > 0;) {
    if (!std::has_single_bit(counts[i]) && i != 0) continue;
    if (!wins(counts[i])) {
      least = i + 1;
      break;
    }
    found = i;
  }
  while (found > least && wins(counts[found - 1])) --found;
  return counts[found];
}

}  // namespace samples
