#include "case.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace cases {

using vksort::Algorithm, vksort::KeyType, vksort::NanRule, vksort::Order, vksort::Payload, vksort::Scratch,
    vksort::Ties;

constexpr uint32_t kMaxRank = 1u << 15, kMaxRadix = 1u << 23;

bool Configuration::canRadix() const {
  const bool is_radix = algorithm != Algorithm::bitonic && algorithm != Algorithm::rank;
  const bool has_digits = !(isWide() && hasCallersPayload() && ties == Ties::by_value);
  return is_radix && has_digits && full_subgroups && !baseline && scratch != Scratch::never;
}

bool Configuration::canRank() const {
  const uint32_t words = key_bits / 32 + (hasPayload() ? 1 : 0);
  return algorithm == Algorithm::rank && words <= 2 && !baseline && scratch != Scratch::never;
}

uint32_t Configuration::maxCount() const {
  uint32_t max = max_count == 0 ? ~0u : max_count;
  if (scratch != Scratch::required && !keepsCallersPayload()) return max;
  if (canRadix()) max = std::min(max, kMaxRadix);
  if (canRank() && !keepsCallersPayload()) max = std::min(max, kMaxRank);
  return max;
}

uint64_t maskOf(const vksort::KeyBits& bits) {
  const uint64_t from = bits.first < 64 ? ~uint64_t{0} << bits.first : 0;
  if (bits.count == 0 || bits.count >= 64 || bits.first + bits.count >= 64) return from;
  return from & ((uint64_t{1} << (bits.first + bits.count)) - 1);
}

bool isAllowed(const Configuration& configuration) {
  if (configuration.discard_keys && !configuration.hasPayload()) return false;
  if (!configuration.keepsCallersPayload() || configuration.scratch != Scratch::never) return true;
  return configuration.max_count != 0 && configuration.max_count <= kOneWorkgroup;
}

vksort::Ordering Case::orderingOf(const Step& step) const {
  const Configuration& sorter = of(step);
  const bool stable_indices = sorter.ties == Ties::stable && sorter.payload == Payload::index;
  const bool ascend = sorter.hasPayload() && (sorter.ties == Ties::by_value || stable_indices);
  return {step.key_type, step.order, step.nan_rule, sorter.payload, ascend};
}

// Counts near the limits of a kernel or of a few passes, and sometimes far above the counts of all steps. Drivers with
// ranges of 128 MiB support all of them.
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
      return random.pick({1u << 15, 1u << 16, 1u << 20});
  }
}

static void drawUse(Random& random, Configuration& drawn) {
  drawn.scratch = random.pick({Scratch::never, Scratch::optional, Scratch::optional, Scratch::required});
  drawn.max_count = random.chance(1, 2) ? drawMaxCount(random) : 0;
  if (drawn.scratch == Scratch::required) drawn.max_count = std::min(drawn.max_count, 1u << 16);
}

static Configuration drawConfiguration(Random& random) {
  Configuration drawn;
  do {
    drawn.key_bits = random.pick({32u, 32u, 64u});
    drawn.payload = random.any(Payload::interleaved);
    drawn.ties = random.any(Ties::any);
    drawn.discard_keys = drawn.hasPayload() && random.chance(1, 3);
    drawn.baseline = random.chance(1, 5);
    drawn.push_descriptor = random.chance(2, 3);
    drawn.full_subgroups = random.chance(3, 4);
    drawn.algorithm = random.pick({Algorithm::radix, Algorithm::radix, Algorithm::radix_portable, Algorithm::rank,
                                   Algorithm::rank, Algorithm::automatic});
    drawUse(random, drawn);
  } while (!isAllowed(drawn));
  return drawn;
}

Configuration drawVariant(Random& random, const Configuration& configuration) {
  Configuration drawn = configuration;
  do {
    drawUse(random, drawn);
  } while (!isAllowed(drawn));
  return drawn;
}

// Returns pairs and triples of choices, with a weight each.
static std::map<uint32_t, int> meetingsOf(const Configuration& configuration) {
  constexpr int kPair = 6, kTriple = 1;
  constexpr uint32_t kNone = 7;
  const bool takes_scratch = configuration.canRadix() || configuration.canRank();
  const uint32_t choices[] = {
      configuration.key_bits / 32,
      static_cast<uint32_t>(configuration.payload),
      configuration.hasPayload() ? static_cast<uint32_t>(configuration.ties) : kNone,
      static_cast<uint32_t>(configuration.scratch),
      configuration.max_count != 0,
      configuration.baseline,
      configuration.discard_keys,
      takes_scratch ? static_cast<uint32_t>(configuration.algorithm) : kNone,
  };
  constexpr auto kChoices = static_cast<uint32_t>(std::size(choices));
  std::map<uint32_t, int> meetings;
  const auto code = [&](uint32_t i) { return (i + 1) << 3 | choices[i]; };  // 7 bits
  for (uint32_t i = 0; i < kChoices; ++i) {
    for (uint32_t j = 0; j < i; ++j) {
      meetings[code(i) << 7 | code(j)] = kPair;
      for (uint32_t k = 0; k < j; ++k) meetings[code(i) << 14 | code(j) << 7 | code(k)] = kTriple;
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
    int max = -1;
    for (int i = 0; i < kCandidates; ++i) {
      const Configuration drawn = drawConfiguration(random);
      int added = 0;
      for (const auto& [meeting, weight] : meetingsOf(drawn)) added += seen.contains(meeting) ? 0 : weight;
      if (added <= max) continue;
      best = drawn;
      max = added;
    }
    pool.push_back(best);
    for (const auto& [meeting, weight] : meetingsOf(best)) seen.insert(meeting);
  }
  return pool;
}

static std::string number(uint64_t value) { return std::to_string(value); }

static std::string hex(uint64_t value) {
  char text[20];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

constexpr const char* kPayloads[] = {"index", "no payload", "u32 payload", "interleaved payload"};

static std::string describe(KeyType key_type, Order order, NanRule nan_rule) {
  constexpr const char* kKeys[] = {"u32", "i32", "f32", "u64"};
  return std::string(kKeys[static_cast<int>(key_type)]) + (order == Order::descending ? " descending" : " ascending") +
         (nan_rule == NanRule::last ? " NaN last" : "");
}

std::string describe(const vksort::Ordering& ordering) {
  return describe(ordering.key_type, ordering.order, ordering.nan_rule) + ", " +
         kPayloads[static_cast<int>(ordering.payload)] + (ordering.payloads_ascend ? " ascending" : "");
}

std::string describe(const Configuration& configuration) {
  constexpr const char* kTies[] = {"stable", "by value", "any ties"};
  constexpr const char* kScratch[] = {"", "no scratch memory", "scratch memory required"};
  constexpr const char* kAlgorithms[] = {"automatic", "bitonic", "rank", "radix", "radix portable"};
  std::string text = number(configuration.key_bits) + "-bit keys";
  const auto add = [&text](bool is, const std::string& what) { text += is ? ", " + what : ""; };
  add(true, kPayloads[static_cast<int>(configuration.payload)]);
  add(configuration.hasPayload(), kTies[static_cast<int>(configuration.ties)]);
  add(configuration.scratch != Scratch::optional, kScratch[static_cast<int>(configuration.scratch)]);
  add(configuration.max_count != 0, "up to " + number(configuration.max_count));
  add(configuration.discard_keys, "discarded keys");
  add(true, kAlgorithms[static_cast<int>(configuration.algorithm)]);
  add(configuration.baseline, "baseline");
  add(!configuration.push_descriptor, "descriptor set");
  add(!configuration.full_subgroups, "no full subgroups");
  return text;
}

static std::string describe(const Field& field) {
  constexpr const char* kContents[] = {"uniform", "few",           "small",  "equal",   "extremes",
                                       "largest", "one bit apart", "depths", "specials"};
  constexpr const char* kArrangements[] = {"shuffled",     "sorted",        "reversed", "sawtooth", "organ pipe",
                                           "bit reversal", "nearly sorted", "rotated",  "two runs"};
  std::string text = number(field.count) + " elements of " + number(field.stride) + " words, " +
                     kContents[static_cast<int>(field.keys)] + ", " +
                     kArrangements[static_cast<int>(field.arrangement)] + " as " + describe(field.order);
  if (field.key_mask != ~uint64_t{0}) text += ", bits " + hex(field.key_mask) + ", else " + hex(field.key_base);
  if (field.split) text += std::string(", payloads ") + kContents[static_cast<int>(field.payloads)];
  return text;
}

static std::string describe(const Configuration& configuration, const Step& step) {
  constexpr const char* kModes[] = {"whole", "indirect", "segments"};
  constexpr const char* kScratch[] = {"", "exact scratch memory", "twice the scratch memory", "all scratch memory"};
  std::string text = describe(configuration) + "; " + describe(step.key_type, step.order, step.nan_rule) + ", field " +
                     number(step.field) + ", " + number(step.count) + " elements from " + number(step.first);
  const auto add = [&text](bool is, const std::string& what) { text += is ? ", " + what : ""; };
  add(true, kModes[static_cast<int>(step.mode)]);
  add(step.mode == Mode::indirect, "finds " + number(step.found));
  add(step.mode == Mode::segments, number(step.segments.size()) + " of up to " + number(step.max_segment));
  add(step.copies_table, "copied table");
  for (std::size_t i = 0; i < std::min(step.segments.size(), std::size_t{4}); ++i)
    text += " {" + number(step.segments[i][0]) + ", " + number(step.segments[i][1]) + "}";
  add(step.bits.count != 0 || step.bits.first != 0,
      number(step.bits.count) + " significant bits from " + number(step.bits.first));
  add(step.takesState(), "state " + number(step.state));
  add(step.scratch != ScratchRange::none, kScratch[static_cast<int>(step.scratch)]);
  add(step.renewal != Renewal::none, step.renewal == Renewal::payloads ? "payloads restored" : "elements restored");
  add(!step.edits.empty(), "after " + number(step.edits.size()) + " edits");
  add(step.verifies, "verified");
  return text;
}

std::string describe(const ToolCase& of) {
  constexpr const char* kTools[] = {"runs", "cells", "cull", "gather", "select"};
  return std::string(kTools[static_cast<int>(of.tool)]) + " of up to " + number(of.count) + ", seed " + hex(of.seed) +
         ((of.tool == Tool::cull || of.tool == Tool::select) && of.sorts() ? ", sorted by " : ", device of ") +
         describe(of.sorter);
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
  if (of.tool) text += "  then " + describe(*of.tool) + "\n";
  return text;
}

}  // namespace cases
