#include "cases/case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace cases {
namespace {

enum Purpose : uint64_t { kPool, kCase };

constexpr uint32_t kMaxSteps = 6, kMaxFields = 4;

constexpr uint32_t kMargin = 40;

struct Drawing {
  Random random;
  const Plan& plan;
  Case of{};
  std::vector<bool> sealed;  // fields that may contain equal elements
};

uint32_t drawCount(Random& random, uint32_t largest) {
  const auto max_log2 = static_cast<uint32_t>(std::bit_width(largest));
  switch (random.below(8)) {
    case 0:
    case 1:
      return std::min(largest, random.below(20));
    case 2:
    case 3: {
      const uint32_t power = 1u << random.below(max_log2);
      return std::min(largest, power + random.below(5) - std::min(power, 2u));
    }
    case 4:
      return random.below(largest + 1);
    default:
      return random.below((1u << random.between(std::min(3u, max_log2), max_log2)) % largest + 1);
  }
}

// The limit applies to each segment, not to the whole range.
uint32_t drawCount(Random& random, const Configuration& configuration, const Step& step, uint32_t largest) {
  const bool segments = step.mode == Mode::segments;
  const uint32_t max = segments ? largest : configuration.maxCount();
  // Only larger sorts look back on software drivers, so that their elements can become narrow.
  constexpr uint32_t kMaxOfTables = 4096;
  const bool looks_back = configuration.canRadix() && (segments || configuration.discardsKeys());
  if (looks_back && std::min(max, largest) > kMaxOfTables && random.chance(1, 3))
    return random.between(kMaxOfTables + 1, std::min(max, largest));
  if (max >= largest) return drawCount(random, largest);
  return random.chance(1, 2) ? max - random.below(2) : drawCount(random, max);
}

// Close to multiples of 8 bits (a digit), starting at any bit, also across the two words of a key.
vksort::KeyBits drawBits(Random& random, uint32_t key_bits) {
  uint32_t count = random.pick({0u, 1u, 5u, 8u, 9u, 12u, 15u, 16u, 17u, 20u, 24u, 25u, 31u});
  if (key_bits == 64 && random.chance(1, 2)) count = random.pick({32u, 33u, 40u, 41u, 48u, 56u, 63u});
  if (random.chance(1, 4)) count = random.between(1, key_bits);
  const uint32_t last = key_bits - count;
  return {random.pick({0u, last, random.below(last + 1)}), count};
}

// Keys only differ in the bits of the mask.
vksort::KeyBits drawSignificantBits(Random& random, uint64_t mask, uint32_t key_bits) {
  if (random.chance(1, 2)) return {};
  if (key_bits == 32) mask &= 0xffffffff;
  auto first = static_cast<uint32_t>(mask != 0 ? std::countr_zero(mask) : random.below(key_bits));
  if (random.chance(1, 8)) return {first, 0};
  uint32_t end = mask != 0 ? static_cast<uint32_t>(std::bit_width(mask)) : first + 1;
  if (random.chance(1, 3)) {
    first -= random.below(first + 1);
    end += random.below(key_bits - end + 1);
  }
  return {first, end - first};
}

Field drawField(Random& random, const Case& of, const Step& step, uint32_t count) {
  const Configuration& configuration = of.of(step);
  Field field{};
  field.count = std::max(1u, count);
  field.stride = configuration.stride();
  field.split = configuration.splitPayload();
  field.order = of.orderingOf(step);
  if (random.chance(1, 4)) field.order.order = random.any(vksort::Order::descending);
  field.keys = random.any(Content::specials);
  if (step.key_type == vksort::KeyType::f32 && random.chance(1, 3)) field.keys = Content::specials;
  field.payloads = random.any(Content::specials);
  field.arrangement = random.any(Arrangement::two_runs);
  field.key_mask = ~uint64_t{0};
  if (random.chance(1, 2)) {
    field.key_mask = maskOf(drawBits(random, configuration.key_bits));
    if (!configuration.isWide()) field.key_mask |= uint64_t{0xffffffff} << 32;
  }
  const auto base = [&random] { return random.pick({0u, ~0u, random.word(), 0x7fc00000u, 0xff800000u}); };
  field.key_base = base();
  field.key_base |= uint64_t{base()} << 32;
  field.seed = random.bits();
  return field;
}

std::vector<Configuration> poolOf(const Plan& plan, uint64_t number) {
  using Key = std::array<uint64_t, 4>;
  thread_local std::pair<Key, std::vector<Configuration>> kept;
  const Key key = {plan.seed, number, plan.pool, plan.pool_from};
  if (kept.first != key || kept.second.empty()) {
    Random random{plan.seed, number, kPool};
    std::vector<Configuration> pool = drawPool(random, plan.pool_from + plan.pool);
    pool.erase(pool.begin(), pool.begin() + plan.pool_from);
    for (uint32_t i = 0; i < plan.pool; ++i) pool.push_back(drawVariant(random, pool[i]));
    kept = {key, std::move(pool)};
  }
  return kept.second;
}

std::vector<uint32_t> fieldsFor(const Drawing& drawing, const Configuration& configuration) {
  const Case& drawn = drawing.of;
  std::vector<uint32_t> fit;
  for (uint32_t i = 0; i < drawn.fields.size(); ++i) {
    if (drawn.fields[i].stride != configuration.stride() || drawing.sealed[i]) continue;
    if (!configuration.isLoose() || drawn.rounds == 1) fit.push_back(i);
  }
  return fit;
}

Renewal drawRenewal(Random& random, const Case& of, const Step& step) {
  if (!random.chance(1, 10)) return Renewal::none;
  return of.fields[step.field].split && random.chance(1, 2) ? Renewal::payloads : Renewal::elements;
}

constexpr uint32_t kNowhere = 0xffffffff;
constexpr uint32_t kMaxSegments = 3000, kManySegments = 100'000;

uint32_t drawFound(Random& random, const Case& of, uint32_t count) {
  if (of.share_counts && random.chance(1, 2)) {
    for (const Step& step : of.steps)
      if (step.mode == Mode::indirect) return step.found;
  }
  switch (random.below(6)) {
    case 0:
      return random.pick({0u, 1u, 2u});
    case 1:
      return random.pick({count + 1, kNowhere, kNowhere / 2 + 1});
    case 2:
    case 3:
      return count;
    default:
      return random.below(uint64_t{count} + 1);
  }
}

enum class Lengths : uint8_t { uniform, tiles, tail, giants };

uint32_t drawLength(Random& random, Lengths lengths, uint32_t longest, std::size_t index) {
  switch (lengths) {
    case Lengths::tiles: {
      const uint32_t tile = 128u << random.below(std::bit_width(longest / 128) + 1);
      return std::min(longest, tile * random.between(1, 3) + random.below(3) - 1);
    }
    case Lengths::tail:
      return longest / random.between(1, static_cast<uint32_t>(index) + 1);
    case Lengths::giants:
      return random.chance(1, 10) ? longest : random.below(20);
    default:
      return random.below(uint64_t{longest} + 1);
  }
}

// Sorted elements of segments do not overlap. `max` is the size of the largest segment.
void drawSegments(Random& random, uint32_t max, Step& step) {
  step.max_segment = random.pick({0u, 0u, step.count, random.between(1, std::max(1u, step.count)), kNowhere});
  if (step.maxCount() > max) step.max_segment = random.chance(1, 2) ? max : random.between(1, max);
  if (random.chance(1, 30)) return;
  const uint32_t all = std::max(1u, step.count), longest = random.pick({3u, 20u, 150u, 1000u, all, all});
  const auto lengths = random.any(Lengths::giants);
  const uint32_t gap = random.pick({0u, 0u, 10u});
  uint32_t at = random.below(gap + 1);
  while (at < step.count && step.segments.size() < kMaxSegments) {
    const uint32_t size = std::min(drawLength(random, lengths, longest, step.segments.size()), step.count - at);
    step.segments.push_back({at, size});
    at += size + random.below(gap + 1);
    if (size == 0) ++at;
  }
  // The last segment may reach past the range. Other segments may be outside, and empty there.
  if (!step.segments.empty() && random.chance(1, 3)) {
    step.segments.back()[1] = random.pick({step.count, kNowhere, kNowhere - step.segments.back()[0] + 1});
  }
  const uint32_t empty = random.chance(1, 10) ? random.pick({1100u, 1100u, 1100u, kManySegments}) : random.below(4);
  for (uint32_t i = 0; i < empty; ++i) {
    if (random.chance(1, 2)) {
      step.segments.push_back({random.pick({0u, step.count, kNowhere}), 0});
    } else {
      step.segments.push_back(
          {random.pick({step.count, step.count + 1, kNowhere}), random.pick({0u, 1u, 700u, kNowhere})});
    }
  }
  for (std::size_t i = step.segments.size(); i > 1; --i)
    std::swap(step.segments[i - 1], step.segments[random.below(i)]);
}

void drawEdits(Random& random, const Field& field, Step& step) {
  for (uint32_t left = random.between(1, 6); left > 0; --left) {
    Edit edit{};
    edit.element = random.below(field.count);
    edit.copies = field.count > 1 && random.chance(2, 3);
    edit.from = std::min(field.count - 1, edit.element + random.below(field.count));
    if (edit.from == edit.element) edit.from = edit.element == 0 ? 1 : edit.element - 1;
    for (uint32_t word = 0; word < 3; ++word) edit.bits[word] = field.keptWord(word, random.word());
    step.edits.push_back(edit);
  }
}

void drawPart(Random& random, uint32_t of, uint32_t max, Step& step) {
  step.first = 0;
  step.count = of;
  if (random.chance(1, 2)) {
    step.first = random.below(of);
    step.count = random.below(uint64_t{of} - step.first + 1);
  }
  if (step.count <= max) return;
  step.first += random.below(uint64_t{step.count} - max + 1);
  step.count = max - random.below(2);
}

Step drawRecording(Drawing& drawing) {
  Random& random = drawing.random;
  const Case& drawn = drawing.of;
  // Validation layers are slow for each new Sorter, so a validated case uses fewer.
  const Plan& plan = drawing.plan;
  const uint64_t choices = drawn.validated ? plan.pool + plan.pool / 4 : drawn.pool.size();
  Step step{};
  if (!drawn.steps.empty() && random.chance(1, 2)) {
    step.configuration = drawn.steps.back().configuration;
  } else {
    step.configuration = random.below(choices);
  }
  const Configuration& configuration = drawn.of(step);
  step.mode = random.pick({Mode::whole, Mode::whole, Mode::indirect, Mode::segments});
  if (step.mode == Mode::segments && configuration.scratch == vksort::Scratch::required) step.mode = Mode::whole;
  step.key_type = configuration.isWide() ? vksort::KeyType::u64 : random.any(vksort::KeyType::f32);
  step.order = random.any(vksort::Order::descending);
  step.nan_rule = random.any(vksort::NanRule::last);
  return step;
}

ScratchRange drawScratch(Random& random, const Case& of, const Step& step) {
  const Configuration& configuration = of.of(step);
  if (configuration.scratch == vksort::Scratch::never) return ScratchRange::none;
  const bool is_large = step.mode != Mode::segments && step.count > of.one_workgroup;
  const bool is_needed =
      configuration.scratch == vksort::Scratch::required || (configuration.keepsCallersPayload() && is_large);
  if (!is_needed && random.chance(1, 3)) return ScratchRange::none;
  return random.pick({ScratchRange::exact, ScratchRange::exact, ScratchRange::twice, ScratchRange::all});
}

void drawTheRest(Random& random, const Case& of, Step& step) {
  const Configuration& configuration = of.of(step);
  const Field& field = of.fields[step.field];
  step.renewal = drawRenewal(random, of, step);
  step.bits = drawSignificantBits(random, field.key_mask, configuration.key_bits);
  step.first_share = random.pick({0u, 1000u, random.below(1001)});
  step.tail = random.pick({0u, 0u, random.below(200)});
  step.state = random.below(of.states);
  step.scratch = drawScratch(random, of, step);
  const uint32_t max = configuration.maxCount();
  if (step.mode == Mode::indirect) step.found = drawFound(random, of, step.count);
  if (step.mode == Mode::segments) {
    const bool in_place = step.scratch == ScratchRange::none;
    drawSegments(random, configuration.keepsCallersPayload() && in_place ? std::min(max, of.one_workgroup) : max, step);
    step.copies_table = !step.segments.empty() && random.chance(1, 3);
  }
  if (!configuration.isLoose() && random.chance(1, 3)) drawEdits(random, field, step);
  step.verifies = random.chance(1, 4) && step.mode != Mode::segments && !configuration.discardsKeys();
}

// Lets a step sort a new field, or one of an earlier step. Returns false if neither is possible.
bool drawElements(Drawing& drawing, Step& step) {
  Random& random = drawing.random;
  Case& drawn = drawing.of;
  const Configuration& configuration = drawn.of(step);
  const std::vector<uint32_t> fit = fieldsFor(drawing, configuration);
  const bool full = drawn.fields.size() == kMaxFields;
  if (full && fit.empty()) return false;
  if (!fit.empty() && (full || random.chance(1, 2))) {
    step.field = fit[random.below(fit.size())];
    Field& field = drawn.fields[step.field];
    field.split |= configuration.splitPayload();
    drawPart(random, field.count, step.mode == Mode::segments ? ~0u : configuration.maxCount(), step);
  } else {
    const bool margins = random.chance(1, 2);
    step.count = drawCount(random, configuration, step, drawing.plan.largest);
    step.first = margins ? random.below(kMargin) : 0;
    step.field = static_cast<uint32_t>(drawn.fields.size());
    const uint32_t behind = margins ? random.below(kMargin) : 0;
    drawn.fields.push_back(drawField(random, drawn, step, step.first + step.count + behind));
    drawing.sealed.push_back(false);
  }
  if (configuration.isLoose()) drawing.sealed[step.field] = true;
  return true;
}

// Steps can only read discarded keys after a renewal, and edits are not limited to the renewed range.
void renewDiscarded(Case& drawn) {
  for (std::size_t i = 0; i < drawn.steps.size(); ++i) {
    Step& step = drawn.steps[i];
    const auto end = drawn.steps.begin() + static_cast<std::ptrdiff_t>(drawn.rounds > 1 ? drawn.steps.size() : i);
    const bool is_discarded = std::any_of(drawn.steps.begin(), end, [&](const Step& other) {
      return other.field == step.field && drawn.of(other).discardsKeys();
    });
    if (!is_discarded) continue;
    step.renewal = Renewal::elements;
    step.edits.clear();
  }
}

}  // namespace

Case drawCase(const Plan& plan, uint64_t number) {
  Drawing drawing{Random{plan.seed, number, kCase}, plan, {}, {}};
  Random& random = drawing.random;
  Case& drawn = drawing.of;
  drawn.seed = plan.seed;
  drawn.number = number;
  drawn.pool = poolOf(plan, number / plan.cases_per_pool);
  drawn.one_workgroup = plan.one_workgroup;
  drawn.validated = plan.validate_every != 0 && number % plan.validate_every == 0;
  drawn.frames = random.pick({1u, 1u, 2u, 3u});
  drawn.rounds = random.pick({1u, 1u, 2u, 3u});
  drawn.at_once = random.chance(1, 2);
  drawn.secondary = random.chance(1, 4);
  drawn.states = random.between(1, 2);
  drawn.buffers = random.between(1, 3);
  drawn.gaps = random.pick({0u, 0u, 1u, 5u, 37u, 300u});
  drawn.share_counts = random.chance(1, 2);
  drawn.layout_seed = random.bits();

  const uint32_t steps = std::max(drawn.frames, random.between(1, kMaxSteps));
  for (uint32_t i = 0; i < steps; ++i) {
    Step step = drawRecording(drawing);
    step.frame = i * drawn.frames / steps;
    if (!drawElements(drawing, step)) continue;
    drawTheRest(random, drawn, step);
    drawn.steps.push_back(std::move(step));
  }
  renewDiscarded(drawn);
  if (!random.chance(1, 3)) return drawn;
  ToolCase tool{random.any(Tool::select), random.below(8u << random.below(std::bit_width(plan.largest))), random.bits(),
                drawn.pool[random.below(drawn.pool.size())]};
  drawn.tool = tool;
  for (const Configuration& each : drawn.pool) {
    tool.sorter = each;
    if (tool.sorts() && random.chance(3, 4)) drawn.tool = tool;
  }
  return drawn;
}

}  // namespace cases
