#include "support/oracle/oracle.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace test {
namespace {

// NaN of one sign, and keys that are none.
constexpr uint32_t kNanOfSign = 0x007fffffu, kNumbers = 0xffffffffu - 2 * kNanOfSign + 1;
constexpr uint32_t kPositiveNan = 0x7f800001u, kNegativeNan = 0xff800001u;  // the least bits of each

bool nanLast(const Config& config) {
  return config.key_type == vksort::KeyType::f32 && config.nan_rule == vksort::NanRule::last;
}

bool isNan(uint32_t key) { return std::isnan(std::bit_cast<float>(key)); }

// NaN that are last: ascending, the positive ones upwards, then the negative ones from all bits set down; descending,
// the negative ones upwards, then the positive ones down.
uint32_t placeOfNan(const Config& config, uint32_t key) {
  const bool negative = key >= 0x80000000u, descending = config.order == vksort::Order::descending;
  const uint32_t up = key - (negative ? kNegativeNan : kPositiveNan);
  return kNumbers + (negative == descending ? up : 2 * kNanOfSign - 1 - up);
}

uint32_t nanAt(const Config& config, uint32_t place) {
  const bool descending = config.order == vksort::Order::descending;
  const uint32_t i = place - kNumbers;
  const bool upwards = i < kNanOfSign;
  return (upwards == descending ? kNegativeNan : kPositiveNan) + (upwards ? i : 2 * kNanOfSign - 1 - i);
}

std::string differenceAt(std::size_t i, const Ranked& got, const Ranked& wanted) {
  const auto text = [](const Ranked& element) {
    return "{place " + std::to_string(element.place) + ", value rank " + std::to_string(element.value) + "}";
  };
  return "element " + std::to_string(i) + " is " + text(got) + " instead of " + text(wanted);
}

}  // namespace

std::string describe(const Config& config) {
  constexpr const char* kTypes[] = {"u32", "i32", "f32", "u64"};
  constexpr const char* kValues[] = {"keys", "index", "u32", "interleaved"};
  std::string text = kTypes[static_cast<int>(config.key_type)];
  text += config.order == vksort::Order::ascending ? " ascending " : " descending ";
  text += kValues[static_cast<int>(config.payload)];
  constexpr const char* kTies[] = {" stable", " by value", " any ties"};
  if (config.payload != vksort::Payload::none) text += kTies[static_cast<int>(config.ties)];
  if (config.baseline) text += " baseline";
  if (config.nan_rule == vksort::NanRule::last) text += " NaN last";
  if (!config.push_descriptor) text += " sets";
  if (!config.full_subgroups) text += " without subgroups";
  constexpr const char* kModes[] = {"", " indirect", " segments"};
  text += kModes[static_cast<int>(config.mode)];
  if (config.generator) text += " generator";
  if (config.scratch) text += config.rank ? " rank" : config.portable ? " radix_portable" : " radix";
  if (config.bit_count != kEveryBit) {
    text += " bits " + std::to_string(config.first_bit) + " to " + std::to_string(config.first_bit + config.bit_count);
  }
  return text;
}

bool wideKeys(const Config& config) { return config.key_type == vksort::KeyType::u64; }

vksort::Element elementOf(const Config& config) {
  const bool with_value = config.payload != vksort::Payload::none;
  if (wideKeys(config)) return with_value ? vksort::Element::triple : vksort::Element::pair;
  return with_value ? vksort::Element::pair : vksort::Element::key;
}

bool splitValues(const Config& config) {
  return config.payload == vksort::Payload::u32 || config.payload == vksort::Payload::index;
}

uint32_t keyWords(const Config& config) {
  return (wideKeys(config) ? 2 : 1) + (config.payload == vksort::Payload::interleaved ? 1 : 0);
}

uint64_t lastPlace(const Config& config) { return wideKeys(config) ? ~uint64_t{0} : 0xffffffffu; }

// Ascending f32: place 0 is the negative NaN with all bits set, then towards -0, then from +0 up.
uint64_t placeOf(const Config& config, uint64_t bits) {
  const auto key = static_cast<uint32_t>(bits);
  if (nanLast(config) && isNan(key)) return placeOfNan(config, key);
  uint64_t place = bits;
  if (config.key_type == vksort::KeyType::i32) {
    place = static_cast<uint32_t>(int64_t{std::bit_cast<int32_t>(key)} + 0x80000000ll);
  } else if (config.key_type == vksort::KeyType::f32) {
    const bool negative = key >= 0x80000000u;
    place = negative ? 0xffffffffu - key : key + 0x80000000u;
  }
  if (config.order == vksort::Order::descending) place = lastPlace(config) - place;
  return nanLast(config) ? place - kNanOfSign : place;
}

uint64_t keyAt(const Config& config, uint64_t place) {
  if (nanLast(config)) {
    if (place >= kNumbers) return nanAt(config, static_cast<uint32_t>(place));
    place += kNanOfSign;
  }
  if (config.order == vksort::Order::descending) place = lastPlace(config) - place;
  if (config.key_type == vksort::KeyType::u32 || wideKeys(config)) return place;
  const auto narrow = static_cast<uint32_t>(place);
  if (config.key_type == vksort::KeyType::i32) return narrow - 0x80000000u;
  return narrow < 0x80000000u ? 0xffffffffu - narrow : narrow - 0x80000000u;
}

void putKeys(const Config& config, const Elements& elements, uint32_t* words) {
  const uint32_t width = keyWords(config);
  for (std::size_t i = 0; i < elements.keys.size(); ++i) {
    words[i * width] = static_cast<uint32_t>(elements.keys[i]);
    if (wideKeys(config)) words[i * width + 1] = static_cast<uint32_t>(elements.keys[i] >> 32);
    if (config.payload == vksort::Payload::interleaved) words[(i + 1) * width - 1] = elements.values[i];
  }
}

void getKeys(const Config& config, const uint32_t* words, Elements& elements) {
  const uint32_t width = keyWords(config);
  for (std::size_t i = 0; i < elements.keys.size(); ++i) {
    elements.keys[i] = words[i * width];
    if (wideKeys(config)) elements.keys[i] |= uint64_t{words[i * width + 1]} << 32;
    if (config.payload == vksort::Payload::interleaved) elements.values[i] = words[(i + 1) * width - 1];
  }
}

std::vector<Ranked> ranked(const Config& config, const Elements& elements) {
  std::vector<Ranked> all(elements.keys.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const uint32_t value = elements.values.empty() ? 0 : elements.values[i];
    all[i] = {placeOf(config, elements.keys[i]), value};
  }
  return all;
}

std::string explainWrong(const Config& config, const Elements& before, const Elements& after) {
  std::vector<Ranked> wanted = ranked(config, before);
  std::vector<Ranked> got = ranked(config, after);
  if (config.ties == vksort::Ties::stable) {
    std::ranges::stable_sort(wanted, {}, &Ranked::place);
  } else {
    std::ranges::sort(wanted);
  }
  const bool ties_differ = config.payload != vksort::Payload::none && config.ties == vksort::Ties::any;
  if (ties_differ) {
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (got[i].place != wanted[i].place) return differenceAt(i, got[i], wanted[i]);
    std::sort(got.begin(), got.end());
  }
  const auto [g, w] = std::mismatch(got.begin(), got.end(), wanted.begin());
  if (g == got.end()) return {};
  return differenceAt(static_cast<std::size_t>(g - got.begin()), *g, *w);
}

}  // namespace test
