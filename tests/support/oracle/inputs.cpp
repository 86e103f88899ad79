#include "support/oracle/inputs.h"

#include <algorithm>
#include <cstdlib>
#include <span>

namespace test {
namespace {

uint64_t draw(const Config& config, Random& random) { return wideKeys(config) ? random.bits() : random.word(); }

uint64_t entropyReduced(const Config& config, Random& random, uint32_t extra) {
  uint64_t key = draw(config, random);
  for (uint32_t i = 0; i < extra; ++i) key &= draw(config, random);
  return key;
}

std::vector<uint64_t> ascendingKeys(const Config& config, uint32_t n, Random& random) {
  std::vector<cases::Element> drawn(n);
  for (cases::Element& each : drawn) each.key = draw(config, random);
  cases::sortElements(orderingOf(config), drawn);
  std::vector<uint64_t> keys;
  for (const cases::Element& each : drawn) keys.push_back(each.key);
  return keys;
}

uint64_t lastKey(const Config& config) {
  constexpr uint64_t kEnds[] = {0, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x7f800001u, 0xff800001u, ~uint64_t{0}};
  const std::span candidates = std::span(kEnds).first(wideKeys(config) ? 7 : 6);
  return *std::ranges::max_element(candidates, [&](uint64_t a, uint64_t b) {
    return cases::isBefore(orderingOf(config), {a, 0}, {b, 0});
  });
}

std::vector<uint64_t> floatSpecials(const Config& config, const Input& input) {
  cases::Field field{};
  field.count = input.n;
  field.stride = wideKeys(config) ? 2 : 1;
  field.keys = cases::Content::specials;
  field.key_mask = ~uint64_t{0};
  field.seed = input.seed;
  Elements elements;
  elements.keys.resize(input.n);
  Config alone = config;
  alone.payload = vksort::Payload::none;
  getKeys(alone, cases::contentsOf(field).keys.data(), elements);
  return elements.keys;
}

std::vector<uint64_t> fewKeys(const Config& config, uint32_t distinct, Random& random) {
  std::vector<uint64_t> keys(distinct);
  const uint64_t common = random.bits();
  for (uint64_t& key : keys) {
    const uint64_t low = random.word(), high = random.word();
    key = !wideKeys(config) ? low : low % 2 == 0 ? common >> 32 << 32 | low : high << 32 | (common & 0xffffffffu);
  }
  return keys;
}

uint64_t keyOf(const Config& config, const Input& input, uint32_t i, const std::vector<uint64_t>& some,
               Random& random) {
  switch (input.keys) {
    case Keys::sorted:
      return some[i];
    case Keys::reversed:
      return some[input.n - 1 - i];
    case Keys::organ_pipe:
      return some[std::min(input.n - 1, 2 * std::min(i, input.n - 1 - i))];
    case Keys::runs:
      return some[i / input.reach * input.reach];
    case Keys::nibbles:
      return some[input.seed >> 4 * i & 15];
    case Keys::equal:
    case Keys::two_values:
    case Keys::few:
      return some[random.below(some.size())];
    case Keys::entropy_1:
      return entropyReduced(config, random, 1);
    case Keys::entropy_3:
      return entropyReduced(config, random, 3);
    case Keys::entropy_7:
      return entropyReduced(config, random, 7);
    case Keys::all_ones:
      return wideKeys(config) ? ~uint64_t{0} : 0xffffffffu;
    case Keys::last:
      return random.chance(1, 2) ? some[0] : draw(config, random);
    case Keys::low_word:
      return wideKeys(config) ? some[0] >> 32 << 32 | random.word() : random.word();
    case Keys::halves:
    case Keys::halves_alike: {
      const uint32_t in_tile = i % (2 * input.reach);
      const uint32_t digit = in_tile < 2 ? input.reach : in_tile <= input.reach ? in_tile - 2 : in_tile;
      return digit << 16 | (input.keys == Keys::halves_alike && in_tile == 1 ? i - 1 : i);
    }
    case Keys::low_ones:
      return random.word() | 255u;
    default:
      return draw(config, random);
  }
}

std::vector<uint64_t> someKeys(const Config& config, const Input& input, Random& random) {
  switch (input.keys) {
    case Keys::sorted:
    case Keys::reversed:
    case Keys::organ_pipe:
    case Keys::runs:
      return ascendingKeys(config, input.n, random);
    case Keys::nibbles:
      return ascendingKeys(config, 16, random);
    case Keys::few:
      return fewKeys(config, input.reach, random);
    case Keys::last:
      return {lastKey(config)};
    case Keys::two_values:
      return {draw(config, random), draw(config, random)};
    default:
      return {draw(config, random)};
  }
}

// Places runs of equal keys anywhere: the largest first, then runs of 2, 3 .. 40 while elements are left.
void clump(const Config& config, std::vector<uint64_t>& keys, uint32_t largest, Random& random) {
  std::vector<std::size_t> places(keys.size());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[random.below(i)]);
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

uint32_t payloadOf(const Config& config, const Input& input, uint32_t i, Random& random) {
  if (config.payload == vksort::Payload::index) return i;
  switch (input.payload) {
    case Payload::index:
      return i;
    case Payload::random:
      return random.word();
    case Payload::all_ones:
      return ~0u;
    case Payload::repeated:
      return random.below(std::max(2u, input.n / 3)) * 2654435769u;
  }
  return 0;
}

}  // namespace

std::string describe(const Input& input) {
  return "n " + std::to_string(input.n) + " + " + std::to_string(input.room) + ", Keys " +
         std::to_string(static_cast<int>(input.keys)) + ", seed " + std::to_string(input.seed);
}

Elements generate(const Config& config, const Input& input) {
  Random random{input.seed};
  Elements elements;
  elements.keys.resize(input.n);
  const std::vector<uint64_t> some = someKeys(config, input, random);
  for (uint32_t i = 0; i < input.n; ++i) elements.keys[i] = keyOf(config, input, i, some, random);
  if (input.keys == Keys::float_specials && input.n != 0) elements.keys = floatSpecials(config, input);
  if (input.keys == Keys::clumps) clump(config, elements.keys, input.reach, random);
  if (config.bit_count != kEveryBit) {
    const uint64_t differing = ((uint64_t{1} << config.bit_count) - 1) << config.first_bit;
    const uint64_t common = draw(config, random);
    for (uint64_t& key : elements.keys) key = (key & differing) | (common & ~differing);
  }
  if (config.payload == vksort::Payload::none) return elements;
  for (uint32_t i = 0; i < input.n; ++i) elements.values.push_back(payloadOf(config, input, i, random));
  return elements;
}

uint64_t runSeed() {
  static const uint64_t seed = [] {
    const char* text = std::getenv("VKSORT_TEST_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 0) : 1968ull;
  }();
  return seed;
}

uint64_t nextSeed() {
  static Random seeds{runSeed()};
  return seeds.bits();
}

}  // namespace test
