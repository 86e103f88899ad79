#include "bench/input.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <thread>

namespace bench {
namespace {

constexpr std::uint32_t kSign = 0x80000000u;

std::uint64_t complemented(std::uint64_t bits, vksort::KeyType type) {
  return wordsPerKey(type) == 2 ? ~bits : ~static_cast<std::uint32_t>(bits);
}

// Among all 64-bit integers. The upper word is the place of a 32-bit key.
std::uint64_t placeAt(const Input& input, std::uint64_t seed, std::uint64_t i, std::uint64_t count) {
  const std::uint64_t width = ~std::uint64_t{0} / count;  // ascending places are random within this width
  switch (input.distribution) {
    case Distribution::sorted:
    case Distribution::nearly:
      return i * width + randomAt(seed, i) % width;
    case Distribution::reversed:
      return (count - 1 - i) * width + randomAt(seed, count - 1 - i) % width;
    case Distribution::equal:
      return randomAt(seed, 0);
    case Distribution::few: {  // 64-bit keys use 4 high and 4 low words, so that both words matter
      const std::uint64_t which = randomAt(seed, i) >> 60;
      return input.isWide() ? which >> 2 << 32 | (which & 3) : which << 32;
    }
    case Distribution::random:
      break;
  }
  return randomAt(seed, i);
}

std::vector<std::uint32_t> makeKeys(const Input& input, std::uint64_t seed, std::uint32_t count) {
  const vksort::Ordering& ordering = input.ordering;
  const bool wide = input.isWide();
  // Arranged keys with fewer bits have no sign, so that keys of all types are ordered like unsigned integers.
  const std::uint32_t bits = input.isArranged() ? input.differingBits() : 32 * wordsPerKey(ordering.key_type);
  const vksort::KeyType type = bits < 32 && !wide ? vksort::KeyType::u32 : ordering.key_type;
  std::vector<std::uint32_t> keys(std::size_t{count} * wordsPerKey(ordering.key_type));
  forPieces(count, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint64_t place = placeAt(input, seed, i, count) >> (64 - bits);
      const std::uint64_t key = keyOf(place, type, ordering.order);
      keys[wide ? 2 * i : i] = static_cast<std::uint32_t>(key);
      if (wide) keys[2 * i + 1] = static_cast<std::uint32_t>(key >> 32);
    }
  });
  return keys;
}

void dropBits(std::vector<std::uint32_t>& keys, const Input& input) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - input.differingBits());
  const std::uint32_t masks[] = {static_cast<std::uint32_t>(mask), static_cast<std::uint32_t>(mask >> 32)};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] &= masks[input.isWide() ? i % 2 : 0];
}

// Swaps one key in a hundred with a key less than 1000 places away.
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

vksort::Ordering Input::orderAfter() const {
  vksort::Ordering order = ordering;
  order.payloads_ascend =
      hasPayload() && (ties == vksort::Ties::by_value || (ties == vksort::Ties::stable && writesIndices()));
  return order;
}

std::uint64_t orderOf(std::uint64_t key, vksort::KeyType type, vksort::Order order) {
  std::uint64_t place = key;
  if (type == vksort::KeyType::f32 && (key & kSign) != 0) place ^= ~kSign;
  if (type == vksort::KeyType::i32 || type == vksort::KeyType::f32) place ^= kSign;
  return order == vksort::Order::descending ? complemented(place, type) : place;
}

std::uint64_t keyOf(std::uint64_t place, vksort::KeyType type, vksort::Order order) {
  std::uint64_t key = order == vksort::Order::descending ? complemented(place, type) : place;
  if (type == vksort::KeyType::i32 || type == vksort::KeyType::f32) key ^= kSign;
  if (type == vksort::KeyType::f32 && (key & kSign) != 0) key ^= ~kSign;
  return key;
}

Elements makeInput(const Input& input, std::uint32_t count) {
  const std::uint64_t seed = input.seed * 1000003 + count;
  Elements elements;
  elements.keys = makeKeys(input, seed, count);
  dropBits(elements.keys, input);
  if (input.distribution == Distribution::nearly) moveSome(elements.keys, seed, count);
  if (input.hasPayload()) {
    elements.payloads.resize(count);
    std::iota(elements.payloads.begin(), elements.payloads.end(), 0u);
  }
  return elements;
}

void forPieces(std::size_t count, const std::function<void(std::size_t begin, std::size_t end)>& work) {
  constexpr std::size_t kSmallestPiece = std::size_t{1} << 18;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t pieces = std::clamp<std::size_t>(count / kSmallestPiece, 1, std::min<std::size_t>(cores, 32));
  std::vector<std::jthread> threads;
  for (std::size_t p = 1; p < pieces; ++p) threads.emplace_back(work, count * p / pieces, count * (p + 1) / pieces);
  work(0, count / pieces);
}

}  // namespace bench
