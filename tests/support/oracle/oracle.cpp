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
  constexpr const char* kValues[] = {"keys", "split", "interleaved", "iota"};
  std::string text = kTypes[static_cast<int>(config.key_type)];
  text += config.order == vksort::Order::ascending ? " ascending " : " descending ";
  text += kValues[static_cast<int>(config.values)];
  constexpr const char* kTies[] = {" by value", " any ties", " by value in order"};
  if (config.values != vksort::Values::none) text += kTies[static_cast<int>(config.ties)];
  text += config.path == vksort::Path::automatic ? " automatic" : " floor";
  if (config.nan_rule == vksort::NanRule::last) text += " NaN last";
  if (!config.push_descriptor) text += " sets";
  if (!config.full_subgroups) text += " without subgroups";
  if (config.count == vksort::Count::device) text += " device count";
  if (config.coherent) text += " coherent";
  if (config.count == vksort::Count::lists) text += " lists";
  if (config.hook) text += " hook";
  if (config.lent) text += config.by_ranks ? " rank" : config.portable ? " radix_portable" : " radix";
  if (config.ascending_values) text += " ascending values";
  if (config.bit_count != 0) {
    text += " bits " + std::to_string(config.first_bit) + " to " + std::to_string(config.first_bit + config.bit_count);
  }
  if (config.value_bits != 0) text += " values of " + std::to_string(config.value_bits) + " bits";
  return text;
}

bool wideKeys(const Config& config) { return config.key_type == vksort::KeyType::u64; }

vksort::Element elementOf(const Config& config) {
  const bool with_value = config.values != vksort::Values::none;
  if (wideKeys(config)) return with_value ? vksort::Element::triple : vksort::Element::pair;
  return with_value ? vksort::Element::pair : vksort::Element::key;
}

bool splitValues(const Config& config) {
  return config.values == vksort::Values::split || config.values == vksort::Values::iota;
}

uint32_t keyWords(const Config& config) {
  return wideKeys(config) || config.values == vksort::Values::interleaved ? 2 : 1;
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
    if (wideKeys(config)) {
      words[i * 2 + 1] = static_cast<uint32_t>(elements.keys[i] >> 32);
    } else if (width == 2) {
      words[i * 2 + 1] = elements.values[i];
    }
  }
}

void getKeys(const Config& config, const uint32_t* words, Elements& elements) {
  const uint32_t width = keyWords(config);
  for (std::size_t i = 0; i < elements.keys.size(); ++i) {
    elements.keys[i] = words[i * width];
    if (wideKeys(config)) {
      elements.keys[i] |= uint64_t{words[i * 2 + 1]} << 32;
    } else if (width == 2) {
      elements.values[i] = words[i * 2 + 1];
    }
  }
}

std::vector<Ranked> ranked(const Config& config, const Elements& elements) {
  const bool down = config.order == vksort::Order::descending && config.ties == vksort::Ties::value_in_order;
  std::vector<Ranked> all(elements.keys.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const uint32_t value = elements.values.empty() ? 0 : elements.values[i];
    all[i] = {placeOf(config, elements.keys[i]), down ? 0xffffffffu - value : value};
  }
  return all;
}

std::string explainWrong(const Config& config, const Elements& before, const Elements& after) {
  std::vector<Ranked> wanted = ranked(config, before);
  std::vector<Ranked> got = ranked(config, after);
  std::sort(wanted.begin(), wanted.end());
  const bool ties_differ = config.values != vksort::Values::none && config.ties == vksort::Ties::any;
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
