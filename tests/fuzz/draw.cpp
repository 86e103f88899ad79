#include "case.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace fuzz {
namespace {

enum Purpose : uint64_t { kPool, kCase };  // of random numbers, apart for each

constexpr uint32_t kMostSteps = 6, kMostFields = 4;

// Of the elements before a part, and of those behind it.
constexpr uint32_t kMargin = 40;

uint32_t drawCount(Random& random, uint32_t largest) {
  const auto most_log2 = static_cast<uint32_t>(std::bit_width(largest));
  switch (random.below(8)) {
    case 0:
    case 1:
      return std::min(largest, random.below(20));
    case 2:
    case 3: {  // beside a power of two
      const uint32_t power = 1u << random.below(most_log2);
      return std::min(largest, power + random.below(5) - std::min(power, 2u));
    }
    case 4:
      return random.below(largest + 1);
    default:
      return random.below((1u << random.between(std::min(3u, most_log2), most_log2)) % largest + 1);
  }
}

// What is promised of the count is so of each list; they may lie in more.
uint32_t drawCount(Random& random, const Configuration& configuration, uint32_t largest) {
  uint32_t most = largest;
  if (configuration.ascends() && configuration.value_bits != 0) {
    most = static_cast<uint32_t>(std::min(uint64_t{most}, (uint64_t{1} << configuration.value_bits) - 2 * kMargin));
  }
  if (configuration.count == vksort::Count::lists || configuration.most() >= most) return drawCount(random, most);
  most = configuration.most();
  return random.chance(1, 2) ? most - random.below(2) : drawCount(random, most);
}

Field drawField(Random& random, const Case& of, const Configuration& configuration, uint32_t count) {
  Field field{};
  field.count = std::max(1u, count);
  field.stride = configuration.stride();
  field.split = configuration.splitValues();
  field.order = configuration.ordering;
  field.keys = random.any(Content::specials);
  if (field.order.key_type == vksort::KeyType::f32 && random.chance(1, 3)) field.keys = Content::specials;
  field.values = random.any(Content::specials);
  field.arrangement = random.any(Arrangement::two_runs);
  if (configuration.coherent && random.chance(1, 2)) field.arrangement = Arrangement::nearly_sorted;
  field.key_bits = configuration.key_bits;
  if (field.key_bits.count == 0 && random.chance(1, 3)) field.key_bits = of.pool[random.below(of.pool.size())].key_bits;
  field.key_base = random.pick({0u, ~0u, random.word(), 0x7fc00000u, 0xff800000u});
  field.value_bits = configuration.promises() ? configuration.value_bits : 32;
  field.ascending = configuration.ascends() || (field.canAscend() && random.chance(1, 6));
  field.seed = random.bits();
  return field;
}

// Drawing one takes longer than a case; the last one is kept.
std::vector<Configuration> poolOf(const Plan& plan, uint64_t number) {
  using Key = std::array<uint64_t, 4>;
  thread_local std::pair<Key, std::vector<Configuration>> kept;
  const Key key = {plan.seed, number, plan.pool, plan.pool_from};
  if (kept.first != key || kept.second.empty()) {
    Random random{plan.seed, number, kPool};
    std::vector<Configuration> pool = drawPool(random, plan.pool_from + plan.pool);
    pool.erase(pool.begin(), pool.begin() + plan.pool_from);
    for (uint32_t i = 0; i < plan.pool; ++i) pool.push_back(drawPromising(random, pool[i]));
    kept = {key, std::move(pool)};
  }
  return kept.second;
}

// Whether the result of a second round follows from that of the first: a hook computes keys by their places, and values
// that lie in any order would get others.
bool isTheSameAgain(const Configuration& configuration) {
  return !configuration.isLoose() || !configuration.hook || configuration.ordering.values == vksort::Values::iota;
}

// Whether the values of a field that another step sorts, too, are as they were when they ascended, or can be: those
// that are not there yet.
bool canAscend(const Field& field, const Configuration& configuration) {
  if (!configuration.splitValues()) return field.ascending && field.order.values == vksort::Values::interleaved;
  return field.split ? field.ascending : field.canAscend();
}

// Whether keys differ in no more bits than the configuration promises, values are below what it does and may ascend,
// and those that it makes up are below what others do.
bool keepsPromises(const Field& field, const Configuration& configuration) {
  if ((maskOf(field.key_bits) & ~maskOf(configuration.key_bits)) != 0) return false;
  if (configuration.ascends() && !canAscend(field, configuration)) return false;
  if (configuration.promises() && field.value_bits > configuration.value_bits) return false;
  if (configuration.promises() && configuration.splitValues() && !field.split) return false;
  return configuration.ordering.values != vksort::Values::iota || field.canAscend();
}

// Fields that a step of this configuration may sort, besides those that steps before it do.
std::vector<uint32_t> fieldsFor(const Case& drawn, const Configuration& configuration,
                                const std::vector<bool>& sealed) {
  std::vector<uint32_t> fit;
  for (uint32_t i = 0; i < drawn.fields.size(); ++i) {
    if (drawn.fields[i].stride != configuration.stride() || sealed[i]) continue;
    if (!keepsPromises(drawn.fields[i], configuration)) continue;
    if (!configuration.isLoose() || drawn.rounds == 1) fit.push_back(i);
  }
  return fit;
}

// Whether values that a step sorts may have been moved before, by what a step before it sorts or by the round before.
bool isMoved(const Case& of, const Step& step) {
  const auto meets = [&step](const Step& other) {
    return other.field == step.field && other.first < step.first + step.count && step.first < other.first + other.count;
  };
  return of.rounds > 1 || std::ranges::any_of(of.steps, meets);
}

Renewal drawRenewal(Random& random, const Case& of, const Step& step) {
  const Configuration& configuration = of.of(step);
  const bool needed = configuration.ascends() && isMoved(of, step);
  if (!needed && !random.chance(1, 10)) return Renewal::none;
  const bool beside = configuration.ascends() && !configuration.splitValues();
  return of.fields[step.field].split && !beside && random.chance(1, 2) ? Renewal::values : Renewal::elements;
}

constexpr uint32_t kNowhere = 0xffffffff;
constexpr uint32_t kMostLists = 3000;

uint32_t drawFound(Random& random, const Case& of, uint32_t count) {
  if (of.share_counts && random.chance(1, 2)) {
    for (const Step& step : of.steps)
      if (of.of(step).count == vksort::Count::device) return step.found;
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

// They do not overlap, but where it means nothing.
void drawLists(Random& random, uint32_t most, Step& step) {
  step.largest = random.pick({0u, 0u, step.count, random.between(1, std::max(1u, step.count)), kNowhere});
  if (step.count > most) step.largest = random.chance(1, 2) ? most : random.between(1, most);
  if (random.chance(1, 30)) return;
  const uint32_t longest = random.pick({3u, 20u, 150u, 1000u, std::max(1u, step.count)});
  const uint32_t gap = random.pick({0u, 0u, 10u});
  uint32_t at = random.below(gap + 1);
  while (at < step.count && step.lists.size() < kMostLists) {
    const uint32_t size = std::min(random.below(uint64_t{longest} + 1), step.count - at);
    step.lists.push_back({at, size});
    at += size + random.below(gap + 1);
    if (size == 0) ++at;
  }
  // The last one reaches past the range, and others have nothing in it.
  if (!step.lists.empty() && random.chance(1, 3)) {
    step.lists.back()[1] = random.pick({step.count, kNowhere, kNowhere - step.lists.back()[0] + 1});
  }
  const uint32_t empty = random.chance(1, 10) ? 1100 : random.below(4);
  for (uint32_t i = 0; i < empty; ++i) {
    if (random.chance(1, 2)) {
      step.lists.push_back({random.pick({0u, step.count, kNowhere}), 0});
    } else {
      step.lists.push_back(
          {random.pick({step.count, step.count + 1, kNowhere}), random.pick({0u, 1u, 700u, kNowhere})});
    }
  }
  for (std::size_t i = step.lists.size(); i > 1; --i) std::swap(step.lists[i - 1], step.lists[random.below(i)]);
}

void drawEdits(Random& random, const Field& field, bool near, Step& step) {
  for (uint32_t left = random.between(1, 6); left > 0; --left) {
    Edit edit{};
    edit.element = random.below(field.count);
    const uint32_t distance = near ? 8 : field.count;
    edit.copies = field.count > 1 && random.chance(2, 3);
    edit.from = std::min(field.count - 1, edit.element + random.below(distance));
    if (edit.from == edit.element) edit.from = edit.element == 0 ? 1 : edit.element - 1;
    edit.bits = {field.keptKey(random.word()), field.kept(random.word())};
    step.edits.push_back(edit);
  }
}

// Which of a field's elements are sorted: all, or some, and no more than `most`.
void drawPart(Random& random, uint32_t of, uint32_t most, Step& step) {
  step.first = 0;
  step.count = of;
  if (random.chance(1, 2)) {
    step.first = random.below(of);
    step.count = random.below(uint64_t{of} - step.first + 1);
  }
  if (step.count <= most) return;
  step.first += random.below(uint64_t{step.count} - most + 1);
  step.count = most - random.below(2);
}

void drawTheRest(Random& random, const Case& of, Step& step) {
  const Configuration& configuration = of.of(step);
  const Field& field = of.fields[step.field];
  step.first_share = random.pick({0u, 1000u, random.below(1001)});
  step.tail = random.pick({0u, 0u, random.below(200)});
  step.state = random.below(of.states);
  step.lends = configuration.always_lends || random.chance(2, 3);
  if (configuration.count == vksort::Count::device) step.found = drawFound(random, of, step.count);
  if (configuration.count == vksort::Count::lists) drawLists(random, configuration.most(), step);
  if (!configuration.isLoose() && random.chance(configuration.coherent ? 2 : 1, 3))
    drawEdits(random, field, configuration.coherent && random.chance(2, 3), step);
  step.verifies = random.chance(1, 4) && configuration.count != vksort::Count::lists;
}

}  // namespace

Case drawCase(const Plan& plan, uint64_t number) {
  Random random{plan.seed, number, kCase};
  Case drawn{};
  drawn.seed = plan.seed;
  drawn.number = number;
  drawn.pool = poolOf(plan, number / plan.cases_per_pool);
  drawn.validated = plan.validate_every != 0 && number % plan.validate_every == 0;
  drawn.frames = random.pick({1u, 1u, 2u, 3u});
  drawn.rounds = random.pick({1u, 1u, 2u, 3u});
  if (std::ranges::none_of(drawn.pool, isTheSameAgain)) drawn.rounds = 1;
  drawn.at_once = random.chance(1, 2);
  drawn.secondary = random.chance(1, 4);
  drawn.states = random.between(1, 2);
  drawn.buffers = random.between(1, 3);
  drawn.gaps = random.pick({0u, 0u, 1u, 5u, 37u, 300u});
  drawn.share_counts = random.chance(1, 2);
  drawn.layout_seed = random.bits();

  // Layers take long to look at each Sorter that is made: they see few with promises.
  const uint64_t choices = drawn.validated ? plan.pool + plan.pool / 4 : drawn.pool.size();
  std::vector<bool> sealed;  // what lies in these fields is not of one kind only
  const uint32_t steps = std::max(drawn.frames, random.between(1, kMostSteps));
  for (uint32_t i = 0; i < steps; ++i) {
    uint32_t index = 0;
    do {
      index = random.below(choices);
    } while (drawn.rounds > 1 && !isTheSameAgain(drawn.pool[index]));
    const Configuration& configuration = drawn.pool[index];
    const std::vector<uint32_t> fit = fieldsFor(drawn, configuration, sealed);
    const bool full = drawn.fields.size() == kMostFields;
    if (full && fit.empty()) continue;
    Step step{};
    step.configuration = index;
    step.frame = i * drawn.frames / steps;
    if (!fit.empty() && (full || random.chance(1, 2))) {
      step.field = fit[random.below(fit.size())];
      Field& field = drawn.fields[step.field];
      if (configuration.splitValues() && !field.split) field.ascending |= configuration.ascends();
      field.split |= configuration.splitValues();
      const bool lists = configuration.count == vksort::Count::lists;
      drawPart(random, field.count, lists ? ~0u : configuration.most(), step);
    } else {
      const bool margins = random.chance(1, 2);
      step.count = drawCount(random, configuration, plan.largest);
      step.first = margins ? random.below(kMargin) : 0;
      step.field = static_cast<uint32_t>(drawn.fields.size());
      const uint32_t behind = margins ? random.below(kMargin) : 0;
      drawn.fields.push_back(drawField(random, drawn, configuration, step.first + step.count + behind));
      sealed.push_back(false);
    }
    if (configuration.isLoose()) sealed[step.field] = true;
    step.renewal = drawRenewal(random, drawn, step);
    drawTheRest(random, drawn, step);
    drawn.steps.push_back(step);
  }
  return drawn;
}

}  // namespace fuzz
