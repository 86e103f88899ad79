#include "case.h"

#include <algorithm>
#include <map>
#include <set>

namespace fuzz {

using vksort::Count, vksort::KeyType, vksort::NanRule, vksort::Order, vksort::Path, vksort::Ties, vksort::Values;

uint32_t maskOf(const vksort::KeyBits& bits) {
  return bits.count == 0 || bits.count == 32 ? ~0u : ((1u << bits.count) - 1) << bits.first;
}

bool isAllowed(const Configuration& configuration) {
  const auto& [key_type, order, values, ties, nan_rule] = configuration.ordering;
  const auto& [first_bit, bits] = configuration.key_bits;
  if (bits > 32 || first_bit > 32 - bits || configuration.value_bits > 32) return false;
  if (key_type == KeyType::u64 && bits != 0) return false;
  if (key_type == KeyType::u64 && values == Values::interleaved) return false;
  if (configuration.coherent && (values == Values::iota || configuration.count == Count::lists)) return false;
  if (!configuration.hook) return true;
  return key_type != KeyType::u64 && values != Values::interleaved && !configuration.coherent;
}

static vksort::Ordering drawOrdering(Random& random) {
  vksort::Ordering ordering;
  do {
    ordering.key_type = random.any(KeyType::u64);
    ordering.order = random.any(Order::descending);
    ordering.values = random.any(Values::iota);
    ordering.ties = random.any(Ties::value_in_order);
    ordering.nan_rule = random.any(NanRule::last);
  } while (ordering.key_type == KeyType::u64 && ordering.values == Values::interleaved);
  return ordering;
}

// On both sides of whole digits, from any bit on; at times none, and where they would begin.
static vksort::KeyBits drawKeyBits(Random& random) {
  const uint32_t count =
      random.chance(1, 12) ? 0 : random.pick({1u, 5u, 8u, 9u, 12u, 15u, 16u, 17u, 20u, 24u, 25u, 31u});
  const uint32_t last = 32 - count;
  return {random.pick({0u, last, random.below(last + 1)}), count};
}

// Below and above what one kernel sorts, a few passes do, and a sort in lent memory may.
static uint32_t drawMaxCount(Random& random) {
  switch (random.below(6)) {
    case 0:
      return random.between(1, 300);
    case 1:
    case 2:
      return (1u << random.between(6, 13)) - 1 + random.below(3);
    case 3:
    case 4:
      return random.between(300, 6000);
    default:
      return random.pick({1u << 15, 1u << 16, (1u << 28) - 1, 1u << 28, ~0u});
  }
}

// As many as elements that ascend have at least.
static uint32_t drawValueBits(Random& random, const Configuration& configuration) {
  if (!configuration.hasValues()) return 0;
  if (configuration.ascends()) return random.pick({0u, 0u, 13u, 16u, 24u, 31u, 32u});
  return random.pick({0u, 0u, 5u, 8u, 13u, 16u, 20u, 24u, 31u, 32u});
}

// Without promises, but for bits of values.
static Configuration drawConfiguration(Random& random) {
  Configuration drawn;
  do {
    drawn.ordering = drawOrdering(random);
    drawn.path = random.chance(1, 5) ? Path::floor : Path::automatic;
    drawn.count = random.pick({Count::host, Count::host, Count::device, Count::lists});
    drawn.coherent = random.chance(1, 4);
    drawn.hook = random.chance(1, 4);
    drawn.value_bits = drawValueBits(random, drawn);
    drawn.push_descriptor = random.chance(2, 3);
    drawn.full_subgroups = random.chance(3, 4);
    const auto way = random.pick({0u, 0u, 1u, 2u, 2u});
    drawn.portable = way == 1;
    drawn.by_ranks = way == 2;
  } while (!isAllowed(drawn));
  return drawn;
}

Configuration drawPromising(Random& random, const Configuration& configuration) {
  Configuration drawn = configuration;
  const bool wide = drawn.ordering.key_type == KeyType::u64;
  drawn.key_bits = wide || random.chance(1, 2) ? vksort::KeyBits{} : drawKeyBits(random);
  drawn.ascending_values = random.chance(1, 2);
  drawn.value_bits = drawValueBits(random, drawn);
  drawn.max_count = random.chance(1, 2) ? drawMaxCount(random) : 0;
  drawn.always_lends = random.chance(1, 2);
  return drawn;
}

// Which two and three choices a configuration has together, of those that it consists of; weighed, two more than three.
static std::map<uint32_t, int> meetingsOf(const Configuration& configuration) {
  constexpr int kTwo = 6, kThree = 1;
  const vksort::Ordering& ordering = configuration.ordering;
  const bool descending = ordering.order == Order::descending;
  // Ascending, the one rule is the other.
  const Ties ties = ordering.ties == Ties::value_in_order && !descending ? Ties::value : ordering.ties;
  const uint32_t choices[] = {
      static_cast<uint32_t>(ordering.key_type),
      descending,
      static_cast<uint32_t>(ordering.values),
      configuration.hasValues() ? static_cast<uint32_t>(ties) : 7u,
      ordering.key_type == KeyType::f32 && ordering.nan_rule == NanRule::last,
      static_cast<uint32_t>(configuration.count),
      configuration.coherent,
      configuration.hook,
      static_cast<uint32_t>(configuration.path),
      !configuration.takesScratch() ? 7u
      : configuration.by_ranks      ? 2u
      : configuration.portable      ? 1u
                                    : 0u,
  };
  constexpr auto kChoices = static_cast<uint32_t>(std::size(choices));
  std::map<uint32_t, int> meetings;
  const auto code = [&](uint32_t i) { return (i + 1) << 3 | choices[i]; };  // 7 bits
  for (uint32_t i = 0; i < kChoices; ++i) {
    for (uint32_t j = 0; j < i; ++j) {
      meetings[code(i) << 7 | code(j)] = kTwo;
      for (uint32_t k = 0; k < j; ++k) meetings[code(i) << 14 | code(j) << 7 | code(k)] = kThree;
    }
  }
  return meetings;
}

std::vector<Configuration> drawPool(Random& random, uint32_t size) {
  constexpr int kCandidates = 100;
  std::vector<Configuration> pool;
  std::set<uint32_t> seen;
  while (pool.size() < size) {
    Configuration best;
    int most = -1;
    for (int i = 0; i < kCandidates; ++i) {
      const Configuration drawn = drawConfiguration(random);
      int added = 0;
      for (const auto& [meeting, weight] : meetingsOf(drawn)) added += seen.contains(meeting) ? 0 : weight;
      if (added <= most) continue;
      best = drawn;
      most = added;
    }
    pool.push_back(best);
    for (const auto& [meeting, weight] : meetingsOf(best)) seen.insert(meeting);
  }
  return pool;
}

std::string describe(const vksort::Ordering& ordering) {
  constexpr const char* kKeys[] = {"u32", "i32", "f32", "u64"};
  constexpr const char* kValues[] = {"", " split", " interleaved", " iota"};
  constexpr const char* kTies[] = {"", " any ties", " ties in order"};
  std::string text = kKeys[static_cast<int>(ordering.key_type)];
  text += kValues[static_cast<int>(ordering.values)];
  text += ordering.order == Order::descending ? " descending" : "";
  text += kTies[static_cast<int>(ordering.ties)];
  text += ordering.nan_rule == NanRule::last ? " NaN last" : "";
  return text;
}

static std::string number(uint64_t value) { return std::to_string(value); }

std::string describe(const Configuration& configuration) {
  const auto& [first_bit, bits] = configuration.key_bits;
  std::string text = describe(configuration.ordering);
  const auto add = [&text](bool is, const std::string& what) { text += is ? ", " + what : ""; };
  add(configuration.count == Count::device, "device count");
  add(configuration.count == Count::lists, "lists");
  add(configuration.coherent, "coherent");
  add(configuration.hook, "hook");
  add(bits != 0 || first_bit != 0, number(bits) + " bits of keys from " + number(first_bit));
  add(configuration.ascending_values, "ascending values");
  add(configuration.value_bits != 0, "values of " + number(configuration.value_bits) + " bits");
  add(configuration.max_count != 0, "up to " + number(configuration.max_count));
  add(configuration.always_lends, "always lent");
  add(configuration.path == Path::floor, "floor");
  add(!configuration.push_descriptor, "descriptor set");
  add(!configuration.full_subgroups, "no full subgroups");
  add(configuration.portable, "portable");
  add(configuration.by_ranks, "by ranks");
  return text;
}

static std::string describe(const Field& field) {
  constexpr const char* kContents[] = {"uniform", "few",           "small",  "equal",   "extremes",
                                       "largest", "one bit apart", "depths", "specials"};
  constexpr const char* kArrangements[] = {"shuffled",     "sorted",        "reversed", "sawtooth", "organ pipe",
                                           "bit reversal", "nearly sorted", "rotated",  "two runs"};
  std::string text = number(field.count) + " elements of " + number(field.stride) + " words, ";
  text +=
      std::string(kContents[static_cast<int>(field.keys)]) + ", " + kArrangements[static_cast<int>(field.arrangement)];
  if (field.key_bits.count != 0)
    text += ", in " + number(field.key_bits.count) + " bits from " + number(field.key_bits.first) + ", else as " +
            number(field.key_base);
  if (field.split) text += std::string(", values ") + kContents[static_cast<int>(field.values)];
  if (field.ascending) text += ", values ascending";
  if (field.value_bits != 32) text += ", values of " + number(field.value_bits) + " bits";
  return text;
}

static std::string describe(const Configuration& configuration, const Step& step) {
  std::string text = describe(configuration) + "; field " + number(step.field) + ", " + number(step.count) +
                     " elements from " + number(step.first);
  const auto add = [&text](bool is, const std::string& what) { text += is ? ", " + what : ""; };
  add(configuration.count == Count::device, "finds " + number(step.found));
  add(configuration.count == Count::lists, number(step.lists.size()) + " lists of up to " + number(step.largest));
  for (std::size_t i = 0; i < std::min(step.lists.size(), std::size_t{4}); ++i)
    text += " {" + number(step.lists[i][0]) + ", " + number(step.lists[i][1]) + "}";
  add(configuration.takesState(), "state " + number(step.state));
  add(step.lends, "lent");
  add(step.renewal != Renewal::none, step.renewal == Renewal::values ? "values anew" : "elements anew");
  add(!step.edits.empty(), "after " + number(step.edits.size()) + " edits");
  add(step.verifies, "verified");
  return text;
}

std::string describe(const Case& of) {
  std::string text = "  frames: " + number(of.frames) + ", rounds: " + number(of.rounds) +
                     (of.at_once ? " at once" : "") + ", buffers: " + number(of.buffers) + ", gaps up to " +
                     number(of.gaps) + (of.secondary ? ", secondary command buffers" : "") +
                     (of.validated ? ", validated\n" : "\n");
  for (std::size_t i = 0; i < of.fields.size(); ++i)
    text += "  field " + number(i) + ": " + describe(of.fields[i]) + "\n";
  for (std::size_t i = 0; i < of.steps.size(); ++i)
    text += "  step " + number(i) + " of frame " + number(of.steps[i].frame) + ": " +
            describe(of.of(of.steps[i]), of.steps[i]) + "\n";
  return text;
}

}  // namespace fuzz
