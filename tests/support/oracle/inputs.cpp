#include "support/oracle/inputs.h"

#include <algorithm>
#include <cstdlib>

namespace test {
namespace {

constexpr uint32_t kFloatSpecials[] = {
    0x00000000u, 0x80000000u,                            // zeros
    0x00000001u, 0x80000001u, 0x007fffffu, 0x807fffffu,  // denormals
    0x00800000u, 0x80800000u, 0x7f7fffffu, 0xff7fffffu,  // least and greatest normals
    0x3f800000u, 0xbf800000u,                            // ones
    0x7f800000u, 0xff800000u,                            // infinities
    0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xff800001u,  // quiet and signalling NaN
    0x7fffffffu, 0xffffffffu,                            // NaN with every bit set
};

// A word of the keys' width.
uint64_t draw(const Config& config, Random& random) { return wideKeys(config) ? random.next64() : random.next(); }

uint64_t entropyReduced(const Config& config, Random& random, uint32_t extra) {
  uint64_t key = draw(config, random);
  for (uint32_t i = 0; i < extra; ++i) key &= draw(config, random);
  return key;
}

// The bits of f32 around its NaN: the first and last pattern of each sign, any between, and what borders on them.
uint32_t nanOrNeighbour(Random& random) {
  const uint32_t sign = random.next() & 0x80000000u, payload = random.next() & 0x007fffffu;
  switch (random.next() % 8) {
    case 0:
      return sign | 0x7f800001u;
    case 1:
      return sign | 0x7fffffffu;
    case 2:
    case 3:
      return sign | 0x7f800000u | std::max(payload, 1u);
    case 4:
      return sign | 0x7f800000u;  // infinities
    case 5:
      return sign | (payload & 1);  // zeros, and the least denormals
    default:
      return random.next();
  }
}

uint64_t keyOf(const Config& config, const Input& input, uint32_t i, uint64_t common, Random& random) {
  const uint64_t last = lastPlace(config);
  const uint64_t step = input.n == 0 ? 0 : last / input.n;
  switch (input.keys) {
    case Keys::random:
      return draw(config, random);
    case Keys::sorted:
      return keyAt(config, i * step);
    case Keys::reversed:
      return keyAt(config, (input.n - 1 - i) * step);
    case Keys::equal:
      return common;
    case Keys::two_values:
      return random.next() % 2 == 0 ? common : last - common;
    case Keys::organ_pipe:
      return keyAt(config, 2 * step * std::min(i, input.n - 1 - i));
    case Keys::entropy_1:
      return entropyReduced(config, random, 1);
    case Keys::entropy_3:
      return entropyReduced(config, random, 3);
    case Keys::entropy_7:
      return entropyReduced(config, random, 7);
    case Keys::all_ones:
      return last;
    case Keys::last:
      return keyAt(config, random.next() % 2 == 0 ? last : draw(config, random));
    case Keys::float_specials: {
      const uint64_t low = kFloatSpecials[random.next() % std::size(kFloatSpecials)];
      return wideKeys(config) ? uint64_t{kFloatSpecials[random.next() % std::size(kFloatSpecials)]} << 32 | low : low;
    }
    case Keys::nan:
      return nanOrNeighbour(random);
    case Keys::low_word:
      return wideKeys(config) ? common >> 32 << 32 | random.next() : random.next();
    case Keys::zero_one:
      return keyAt(config, input.seed >> i & 1);
    case Keys::nibbles:
      return keyAt(config, input.seed >> 4 * i & 15);
    case Keys::runs:
      return keyAt(config, i / input.reach * input.reach * step);
    case Keys::clumps:
      return keyAt(config, draw(config, random));
    case Keys::halves:
    case Keys::halves_alike: {
      const uint32_t in_tile = i % (2 * input.reach);
      const uint32_t digit = in_tile < 2 ? input.reach : in_tile <= input.reach ? in_tile - 2 : in_tile;
      return digit << 16 | (input.keys == Keys::halves_alike && in_tile == 1 ? i - 1 : i);
    }
    case Keys::low_ones:
      return random.next() | 255u;
  }
  return 0;
}

}  // namespace

std::string describe(Keys keys) {
  constexpr const char* kNames[] = {
      "random",    "sorted",    "reversed", "equal",  "two values",     "organ pipe",   "entropy 1",
      "entropy 3", "entropy 7", "all ones", "last",   "float specials", "NaN",          "low word",
      "zero-one",  "nibbles",   "runs",     "clumps", "halves",         "halves alike", "low ones"};
  return kNames[static_cast<int>(keys)];
}

// Runs of equal keys in any places: of the largest size first, then of 2, 3 .. 40, as far as there are elements.
static void clump(const Config& config, std::vector<uint64_t>& keys, uint32_t largest, Random& random) {
  std::vector<std::size_t> places(keys.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[random.next() % i]);
  constexpr uint32_t kMostOfOthers = 40;
  std::size_t begin = 0;
  for (uint32_t size = 1; size <= kMostOfOthers; ++size) {
    const std::size_t end = std::min(places.size(), begin + (size == 1 ? largest : size));
    for (std::size_t i = begin; i < end; ++i) {
      uint64_t& key = keys[places[i]];
      const uint64_t first = keys[places[begin]];
      key = wideKeys(config) ? first >> 32 << 32 | (key & 0xffffffffu) : first;
    }
    begin = end;
  }
}

Elements generate(const Config& config, const Input& input) {
  Random random(input.seed);
  const uint64_t common = draw(config, random);
  Elements elements;
  elements.keys.resize(input.n);
  for (uint32_t i = 0; i < input.n; ++i) elements.keys[i] = keyOf(config, input, i, common, random);
  if (input.keys == Keys::clumps) clump(config, elements.keys, input.reach, random);
  if (config.bit_count != kEveryBit) {
    const uint64_t differing = ((uint64_t{1} << config.bit_count) - 1) << config.first_bit;
    for (uint64_t& key : elements.keys) key = (key & differing) | (common & ~differing);
  }
  if (config.payload == vksort::Payload::none) return elements;
  elements.values.resize(input.n);
  const bool index = input.payload == Payload::index || config.payload == vksort::Payload::index;
  for (uint32_t i = 0; i < input.n; ++i)
    elements.values[i] = index ? i : input.payload == Payload::random ? random.next() : ~0u;
  return elements;
}

uint64_t Random::next64() {
  state_ += 0x9e3779b97f4a7c15ull;
  uint64_t z = state_;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

uint64_t runSeed() {
  static const uint64_t seed = [] {
    const char* text = std::getenv("VKSORT_TEST_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 0) : 1968ull;
  }();
  return seed;
}

uint64_t nextSeed() {
  static Random seeds(runSeed());
  return seeds.next64();
}

}  // namespace test
