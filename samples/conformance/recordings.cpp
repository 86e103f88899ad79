#include "recordings.h"

#include <algorithm>
#include <bit>
#include <set>

#include "cases/tools.h"
#include "sizes.h"
#include "vksort.h"

namespace conform {
namespace {

using cases::Configuration, cases::Mode, cases::Random, cases::ScratchRange;
using vksort::KeyType, vksort::NanRule, vksort::Order;

// `sorts` applies to in_place and scratch. Rank merge supports up to 98,304.
struct Largest {
  std::uint32_t sorts, others, large;
  // These apply to discarded keys, because only sorts that look back pack keys and indices, up to 2^24 elements.
  std::uint32_t others_discarding, large_discarding;
};
constexpr Largest kOfGpus{1u << 17, 100'000, 1u << 22, 1'100'000, (1u << 24) + 1};
constexpr Largest kOfSoftware{1u << 17, 1u << 14, 1u << 19, 1u << 14, 1u << 19};
constexpr Largest kOfQuick{1u << 13, 5000, 1u << 14, 5000, 1u << 14};
constexpr std::size_t kOtherLimits = 6;
constexpr std::uint32_t kSlow =
    1u << 15;  // computing the expected result is slow from here, so there are fewer variations

bool isSegmented(const Case& of) {
  return of.recording == Recording::segments || of.recording == Recording::long_segments;
}

bool takesScratch(const Case& of) {
  switch (of.recording) {
    case Recording::in_place:
    case Recording::segments:
      return false;
    default:
      return of.sorter.scratch != vksort::Scratch::never;
  }
}

std::uint32_t largestOf(const Case& of, const vksort::Sorter& sorter, const Largest& largest) {
  const bool discards = of.sorter.discard_keys && takesScratch(of);
  std::uint32_t count = discards ? largest.others_discarding : largest.others;
  if (of.recording == Recording::in_place || of.recording == Recording::scratch) count = largest.sorts;
  if (of.recording == Recording::large) count = discards ? largest.large_discarding : largest.large;
  // Together with the other segments, this is more than twice as large, so all radix kernels are used.
  if (of.recording == Recording::long_segments) count = largest.others_discarding / 2;
  if (of.sorter.max_count != 0) count = std::min(count, of.sorter.max_count);
  if (of.sorter.baseline) count = std::min(count, largest.others);
  if (of.sorter.keepsCallersPayload() && !takesScratch(of)) count = std::min(count, maxCounts(sorter).segment);
  return count;
}

std::vector<std::uint32_t> thinned(const std::vector<std::uint32_t>& all, std::size_t size) {
  if (all.size() <= size) return all;
  std::vector<std::uint32_t> some;
  for (std::size_t i = 0; i < size; ++i) some.push_back(all[i * (all.size() - 1) / (size - 1)]);
  return some;
}

Random randomOf(const Case& of, std::uint64_t seed, std::uint32_t count, std::uint32_t variation) {
  std::uint64_t name = 0;
  for (const char letter : of.name) name = name * 31 + static_cast<unsigned char>(letter);
  return Random{seed, name, count, variation};
}

// `turn` enumerates all combinations.
void chooseOrder(cases::Step& step, bool wide, std::uint32_t turn) {
  step.order = turn % 2 == 0 ? Order::ascending : Order::descending;
  constexpr KeyType kTypes[] = {KeyType::f32, KeyType::u32, KeyType::i32, KeyType::f32};
  step.key_type = wide ? KeyType::u64 : kTypes[turn / 2 % 4];
  step.nan_rule = turn / 2 % 4 == 3 ? NanRule::last : NanRule::total_order;
}
constexpr std::uint32_t kOrders = 8, kWideOrders = 2;

// Draws counts near multiples of the 8 bits of a digit, starting at any bit.
vksort::KeyBits drawBits(Random& random, const Configuration& sorter, std::uint32_t variation) {
  const std::uint32_t key_bits = sorter.key_bits;
  std::uint32_t count = random.pick({1u, 8u, 9u, 12u, 16u, 17u, 24u, 25u, 31u});
  if (key_bits == 64 && random.chance(1, 2)) count = random.pick({32u, 33u, 40u, 48u, 63u});
  constexpr std::uint32_t kNarrow[] = {16, 24, 31, 32};
  if (sorter.discard_keys) count = kNarrow[variation] + (key_bits == 64 && variation % 2 == 1 ? 32 : 0);
  const std::uint32_t last = key_bits - count;
  return {random.pick({0u, last, random.below(last + 1)}), count};
}

std::uint32_t drawFound(Random& random, std::uint32_t count, std::uint32_t variation) {
  switch (variation % 4) {
    case 0:
      return count;
    case 1:
      return random.pick({0u, 0u, 1u});
    case 2:
      return random.pick({count + 1, ~0u, ~0u / 2 + 1});
    default:
      return random.below(std::uint64_t{count} + 1);
  }
}

// Draws segments of up to `longest` elements, with gaps. Some are empty, and one exceeds the range. If `tiles` is true,
// some are close to the size of one, two or three tiles.
void drawSegments(Random& random, std::uint32_t longest, bool tiles, std::uint32_t variation, cases::Step& step) {
  const std::uint32_t gap = random.pick({0u, 7u});
  std::uint32_t at = random.below(gap + 1);
  const auto add = [&](std::uint32_t size) {
    step.segments.push_back({at, size});
    at += size + random.below(gap + 1);
  };
  for (std::uint32_t i = random.between(2, 40); i > 0; --i)
    add(random.below(std::min(longest, random.pick({2u, 40u, 600u})) + 1));
  add(longest);
  for (const std::uint32_t part : {2u, 3u, 5u}) add(longest / part);
  for (const std::uint32_t tile : {256u, 2048u, 4096u, 8192u})
    for (std::uint32_t i = 1; tiles && i <= 3 && i * tile <= longest; ++i) add(i * tile + random.below(3) - 1);
  if (variation % 2 == 1) step.segments.push_back({at++, random.pick({2u, 1000u, ~0u})});
  step.count = std::max(1u, at);
  for (std::uint32_t i = 0; i < 3; ++i) step.segments.push_back({random.pick({0u, step.count, ~0u}), 0});
  for (std::size_t i = step.segments.size(); i > 1; --i)
    std::swap(step.segments[i - 1], step.segments[random.below(i)]);
  // 0 would mean SortInfo::count, which can exceed the limit for stable payloads of the application.
  step.max_segment = std::max(1u, longest);
}

cases::Field drawField(Random& random, const cases::Case& sorts, const cases::Step& step, std::uint32_t behind) {
  const Configuration& sorter = sorts.of(step);
  cases::Field field{};
  field.count = std::max(1u, step.first + step.count + behind);
  field.stride = sorter.stride();
  field.split = sorter.splitPayload();
  field.order = sorts.orderingOf(step);
  field.keys = random.chance(1, 3) ? cases::Content::uniform : random.any(cases::Content::specials);
  if (step.key_type == KeyType::f32 && random.chance(1, 2)) field.keys = cases::Content::specials;
  field.payloads = random.any(cases::Content::specials);
  field.arrangement = random.chance(1, 2) ? cases::Arrangement::shuffled : random.any(cases::Arrangement::two_runs);
  field.key_mask = ~std::uint64_t{0};
  if (step.bits.count != 0) {
    field.key_mask = cases::maskOf(step.bits);
    if (!sorter.isWide()) field.key_mask |= std::uint64_t{0xffffffff} << 32;
  }
  field.key_base = random.bits();
  field.seed = random.bits();
  return field;
}

ScratchRange drawScratch(Random& random, const Case& of, std::uint32_t variation) {
  if (!takesScratch(of)) return ScratchRange::none;
  const bool is_needed = of.sorter.scratch == vksort::Scratch::required || of.sorter.keepsCallersPayload() ||
                         of.recording == Recording::scratch || of.recording == Recording::bits ||
                         of.recording == Recording::long_segments || of.recording == Recording::large;
  if (!is_needed && variation % 2 == 1) return ScratchRange::none;
  return random.pick({ScratchRange::exact, ScratchRange::exact, ScratchRange::twice});
}

cases::Step drawStep(Random& random, const Case& of, std::uint32_t count, std::uint32_t variation) {
  cases::Step step{};
  step.count = count;
  chooseOrder(step, of.sorter.isWide(), variation + (of.recording == Recording::types ? 0 : random.below(kOrders)));
  if (of.recording == Recording::indirect) step.mode = Mode::indirect;
  if (of.recording == Recording::bits) step.bits = drawBits(random, of.sorter, variation);
  if (isSegmented(of)) step.mode = Mode::segments;
  if (step.mode == Mode::indirect) step.found = drawFound(random, count, variation / 2 + variation);
  if (step.mode == Mode::segments)
    drawSegments(random, count, of.recording == Recording::long_segments, variation, step);
  step.first = random.pick({0u, random.below(40)});
  step.first_share = random.pick({0u, 1000u, random.below(1001)});
  step.tail = random.pick({0u, 0u, random.below(200)});
  step.scratch = drawScratch(random, of, variation);
  step.verifies = of.recording == Recording::verifier;
  const bool sorts_again = of.recording == Recording::together || of.recording == Recording::again;
  if (sorts_again && of.sorter.discard_keys) step.renewal = cases::Renewal::elements;
  return step;
}

}  // namespace

std::vector<std::uint32_t> countsOf(const Case& of, const vksort::Sorter& sorter, const Limits& limits) {
  const Largest& all = limits.quick ? kOfQuick : limits.software ? kOfSoftware : kOfGpus;
  const std::uint32_t largest = largestOf(of, sorter, all);
  vksort::PlanInfo info{};
  info.scratch = takesScratch(of);
  info.indirect = of.recording == Recording::indirect;
  if (isSegmented(of)) info.segment_count = 64;
  info.key_type = of.sorter.isWide() ? KeyType::u64 : KeyType::f32;
  const bool is_large = of.recording == Recording::large, is_long = of.recording == Recording::long_segments;
  const bool crosses_all = is_large || of.recording == Recording::in_place || of.recording == Recording::scratch;
  std::vector<std::uint32_t> found = limitsOf(sorter, info, largest);
  const std::uint32_t from = is_large ? all.sorts : 0;
  std::erase_if(found, [from](std::uint32_t limit) { return limit < from; });
  if (!crosses_all) found = thinned(found, is_long ? 3 : kOtherLimits);
  std::set<std::uint32_t> counts;
  for (const std::uint32_t limit : found) {
    counts.insert(limit - 1);
    counts.insert(limit);
  }
  counts.insert(largest);
  if (is_long) counts.insert({largest / 4, largest / 2});
  if (!is_large) counts.insert({1, 2, std::min(largest, 3u + static_cast<std::uint32_t>(limits.seed % 61))});
  if (of.recording == Recording::in_place || of.recording == Recording::scratch) counts.insert(0);
  if (isTool(of)) counts.insert({0, cases::kToolTile - 1, cases::kToolTile, cases::kToolTile + 1});
  return {counts.begin(), counts.end()};
}

std::uint32_t variationsOf(const Case& of, std::uint32_t count) {
  if (of.recording == Recording::bits && of.sorter.discard_keys) return 4;
  if (of.recording == Recording::types) return count >= kSlow ? 1 : of.sorter.isWide() ? kWideOrders : kOrders;
  if (of.recording == Recording::indirect) return count >= kSlow ? 2 : 4;
  return count >= kSlow ? 1 : 2;
}

cases::Case drawSorts(const Case& of, const vksort::Sorter& sorter, std::uint64_t seed, std::uint32_t count,
                      std::uint32_t variation) {
  Random random = randomOf(of, seed, count, variation);
  cases::Case sorts{};
  sorts.seed = seed;
  sorts.number = count;
  sorts.pool = {of.sorter};
  sorts.one_workgroup = of.sorter.keepsCallersPayload() ? maxCounts(sorter).segment : ~0u;
  sorts.frames = of.recording == Recording::again ? 2 : 1;
  sorts.rounds = of.recording == Recording::again && !of.sorter.isLoose() ? 2 : 1;
  sorts.at_once = true;
  sorts.secondary = of.recording == Recording::together && variation % 2 == 1;
  sorts.states = 1;
  sorts.buffers = random.between(1, 3);
  sorts.gaps = random.pick({0u, 5u, 300u});
  sorts.layout_seed = random.bits();
  sorts.steps.push_back(drawStep(random, of, count, variation));
  sorts.fields.push_back(drawField(random, sorts, sorts.steps[0], random.below(40)));
  if (of.recording == Recording::together || of.recording == Recording::again) {
    // Sorts the same elements in another order. With Ties::any, the first result is not unique, so another field is
    // used.
    cases::Step second = sorts.steps[0];
    second.frame = sorts.frames - 1;
    chooseOrder(second, of.sorter.isWide(), random.below(kOrders));
    if (of.sorter.isLoose()) {
      second.field = 1;
      sorts.fields.push_back(sorts.fields[0]);
    }
    sorts.steps.push_back(second);
  }
  if (isTool(of)) {
    const auto tool = static_cast<cases::Tool>(static_cast<int>(of.recording) - static_cast<int>(Recording::runs));
    sorts.tool = {tool, count, random.bits(), of.sorter};
  }
  return sorts;
}

vksort::PlanInfo planInfoOf(const cases::Case& sorts) {
  const cases::Step& step = sorts.steps[0];
  vksort::PlanInfo info{};
  info.count = step.count;
  info.scratch = step.scratch != ScratchRange::none;
  info.indirect = step.mode == Mode::indirect;
  info.segment_count = step.mode == Mode::segments ? static_cast<std::uint32_t>(step.segments.size()) : 0;
  info.max_segment = step.max_segment;
  info.key_type = step.key_type;
  info.nan_rule = step.nan_rule;
  info.significant_bits = step.bits;
  return info;
}

}  // namespace conform
