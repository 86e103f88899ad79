#include "oracle.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace test {
namespace {

// {place, value} as one integer, so that equal keys are ordered by value.
std::vector<uint64_t> packed(const Config& config, const Elements& elements) {
  std::vector<uint64_t> all(elements.keys.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const uint64_t value = elements.values.empty() ? 0 : elements.values[i];
    all[i] = uint64_t{placeOf(config, elements.keys[i])} << 32 | value;
  }
  return all;
}

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

std::string differenceAt(std::size_t i, uint64_t got, uint64_t wanted) {
  const auto text = [](uint64_t pair) {
    return "{place " + std::to_string(pair >> 32) + ", value " + std::to_string(pair & 0xffffffffu) + "}";
  };
  return "element " + std::to_string(i) + " is " + text(got) + " instead of " + text(wanted);
}

}  // namespace

std::string describe(const Config& config) {
  constexpr const char* kTypes[] = {"u32", "i32", "f32"};
  constexpr const char* kValues[] = {"keys", "split", "interleaved", "iota"};
  std::string text = kTypes[static_cast<int>(config.key_type)];
  text += config.order == vksort::Order::ascending ? " ascending " : " descending ";
  text += kValues[static_cast<int>(config.values)];
  if (config.values != vksort::Values::none) text += config.ties == vksort::Ties::value ? " by value" : " any ties";
  text += config.path == vksort::Path::automatic ? " automatic" : " floor";
  if (config.nan_rule == vksort::NanRule::last) text += " NaN last";
  if (!config.push_descriptor) text += " sets";
  if (!config.full_subgroups) text += " without subgroups";
  return text;
}

bool splitValues(const Config& config) {
  return config.values == vksort::Values::split || config.values == vksort::Values::iota;
}

// Ascending f32: place 0 is the negative NaN with all bits set, then towards -0, then from +0 up.
uint32_t placeOf(const Config& config, uint32_t key) {
  if (nanLast(config) && isNan(key)) return placeOfNan(config, key);
  uint32_t place = key;
  if (config.key_type == vksort::KeyType::i32) {
    place = static_cast<uint32_t>(int64_t{std::bit_cast<int32_t>(key)} + 0x80000000ll);
  } else if (config.key_type == vksort::KeyType::f32) {
    const bool negative = key >= 0x80000000u;
    place = negative ? 0xffffffffu - key : key + 0x80000000u;
  }
  if (config.order == vksort::Order::descending) place = 0xffffffffu - place;
  return nanLast(config) ? place - kNanOfSign : place;
}

uint32_t keyAt(const Config& config, uint32_t place) {
  if (nanLast(config)) {
    if (place >= kNumbers) return nanAt(config, place);
    place += kNanOfSign;
  }
  if (config.order == vksort::Order::descending) place = 0xffffffffu - place;
  if (config.key_type == vksort::KeyType::u32) return place;
  if (config.key_type == vksort::KeyType::i32) return place - 0x80000000u;
  return place < 0x80000000u ? 0xffffffffu - place : place - 0x80000000u;
}

std::string explainWrong(const Config& config, const Elements& before, const Elements& after) {
  std::vector<uint64_t> wanted = packed(config, before);
  std::vector<uint64_t> got = packed(config, after);
  std::sort(wanted.begin(), wanted.end());
  const bool ties_differ = config.values != vksort::Values::none && config.ties == vksort::Ties::any;
  if (ties_differ) {
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (got[i] >> 32 != wanted[i] >> 32) return differenceAt(i, got[i], wanted[i]);
    std::sort(got.begin(), got.end());
  }
  const auto [g, w] = std::mismatch(got.begin(), got.end(), wanted.begin());
  if (g == got.end()) return {};
  return differenceAt(static_cast<std::size_t>(g - got.begin()), *g, *w);
}

}  // namespace test
