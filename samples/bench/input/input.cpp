#include "input/input.h"

#include <algorithm>
#include <numeric>

#include "input/keys.h"
#include "input/parallel.h"
#include "input/positions.h"
#include "input/random.h"

namespace bench {
namespace {

// The i-th of `count` random numbers in ascending order, spread evenly over 32 bits.
std::uint32_t ascendingAt(std::uint64_t seed, std::uint64_t i, std::uint64_t count) {
  const std::uint64_t width = (std::uint64_t{1} << 32) / count;
  return static_cast<std::uint32_t>((i << 32) / count + randomAt(seed, i) % width);
}

// The same over 64 bits, but for the last few.
std::uint64_t ascendingWideAt(std::uint64_t seed, std::uint64_t i, std::uint64_t count) {
  const std::uint64_t width = ~std::uint64_t{0} / count;
  return i * width + randomAt(seed, i) % width;
}

// Where the i-th of `count` keys comes among all 32-bit integers.
std::uint32_t placeAt(Distribution distribution, std::uint64_t seed, std::uint64_t i, std::uint64_t count) {
  switch (distribution) {
    case Distribution::sorted:
    case Distribution::nearly:
      return ascendingAt(seed, i, count);
    case Distribution::reversed:
      return ascendingAt(seed, count - 1 - i, count);
    case Distribution::equal:
      return static_cast<std::uint32_t>(randomAt(seed, 0) >> 32);
    case Distribution::few:
      return static_cast<std::uint32_t>(randomAt(seed, i) >> 60);
    case Distribution::random:
      break;
  }
  return static_cast<std::uint32_t>(randomAt(seed, i) >> 32);
}

// The same among all 64-bit integers.
std::uint64_t widePlaceAt(Distribution distribution, std::uint64_t seed, std::uint64_t i, std::uint64_t count) {
  switch (distribution) {
    case Distribution::sorted:
    case Distribution::nearly:
      return ascendingWideAt(seed, i, count);
    case Distribution::reversed:
      return ascendingWideAt(seed, count - 1 - i, count);
    case Distribution::equal:
      return randomAt(seed, 0);
    case Distribution::few: {  // 4 high words, each with 4 low ones, so that both words decide
      const std::uint64_t which = randomAt(seed, i) >> 60;
      return which >> 2 << 32 | (which & 3);
    }
    case Distribution::random:
      break;
  }
  return randomAt(seed, i);
}

std::vector<std::uint32_t> makeKeys(const Input& input, std::uint64_t seed, std::uint32_t count) {
  const vksort::Ordering& ordering = input.ordering;
  const bool wide = input.isWide();
  const std::uint32_t all_bits = wide ? 64 : 32;
  // Keys of fewer bits have no sign, so that those of every type are in the order of unsigned integers.
  const bool few_bits = input.differingBits() != all_bits && input.isArranged();
  const vksort::KeyType type = few_bits && !wide ? vksort::KeyType::u32 : ordering.key_type;
  std::vector<std::uint32_t> keys(std::size_t{count} * wordsPerKey(ordering.key_type));
  forPieces(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t place =
          wide ? widePlaceAt(input.distribution, seed, i, count) : placeAt(input.distribution, seed, i, count);
      const std::uint64_t key = keyOf(few_bits ? place >> (all_bits - input.key_bits) : place, type, ordering.order);
      keys[wide ? 2 * i : i] = static_cast<std::uint32_t>(key);
      if (wide) keys[2 * i + 1] = static_cast<std::uint32_t>(key >> 32);
    }
  });
  return keys;
}

// Leaves the bits that may differ.
void dropBits(std::vector<std::uint32_t>& keys, const Input& input) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - input.differingBits());
  const std::uint32_t masks[] = {static_cast<std::uint32_t>(mask), static_cast<std::uint32_t>(mask >> 32)};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] &= masks[input.isWide() ? i % 2 : 0];
}

// One key in a hundred changes places with one less than 1000 away, none of them twice.
void moveSome(std::vector<std::uint32_t>& keys, std::uint64_t seed, std::uint32_t count) {
  const std::size_t words = keys.size() / count;
  std::vector<bool> moved(count);
  for (std::uint32_t i = 0; i < count / 100; ++i) {
    const std::uint64_t a = randomAt(~seed, 2 * i) % count;
    const std::uint64_t b = std::min<std::uint64_t>(count - 1, a + randomAt(~seed, 2 * i + 1) % 1000);
    if (moved[a] || moved[b]) continue;
    moved[a] = moved[b] = true;
    for (std::size_t word = 0; word < words; ++word) std::swap(keys[a * words + word], keys[b * words + word]);
  }
}

}  // namespace

bool Input::isArranged() const {
  using D = Distribution;
  return distribution == D::sorted || distribution == D::reversed || distribution == D::nearly;
}

std::uint32_t Input::differingBits() const { return key_bits != 0 ? key_bits : 32 * wordsPerKey(ordering.key_type); }

vksort::Ordering Input::orderAfter() const {
  vksort::Ordering order = ordering;
  order.payloads_ascend =
      hasPayload() && (ties == vksort::Ties::by_value || (ties == vksort::Ties::stable && writesIndices()));
  return order;
}

Elements makeInput(const Input& input, std::uint32_t count) {
  const std::uint64_t seed = seedFor(input.seed, count);
  Elements elements;
  if (input.source == KeySource::buffer) {
    elements.keys = makeKeys(input, seed, count);
  } else {
    elements.keys.resize(count);
    std::ranges::transform(makePositions(input.seed, count), elements.keys.begin(), depthKey);
  }
  dropBits(elements.keys, input);
  if (input.distribution == Distribution::nearly) moveSome(elements.keys, seed, count);
  if (input.hasPayload()) {
    elements.payloads.resize(count);
    std::iota(elements.payloads.begin(), elements.payloads.end(), 0u);
  }
  return elements;
}

}  // namespace bench
