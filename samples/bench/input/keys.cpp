#include "input/keys.h"

namespace bench {
namespace {

constexpr std::uint32_t kSign = 0x80000000u;

std::uint64_t complemented(std::uint64_t bits, vksort::KeyType type) {
  return wordsPerKey(type) == 2 ? ~bits : ~static_cast<std::uint32_t>(bits);
}

}  // namespace

std::uint32_t bytesWithKey(const vksort::Ordering& ordering) {
  return 4 * wordsPerKey(ordering.key_type) + (ordering.payload == vksort::Payload::interleaved ? 4 : 0);
}

std::uint32_t bytesPerElement(const vksort::Ordering& ordering) {
  return 4 * wordsPerKey(ordering.key_type) + (ordering.payload == vksort::Payload::none ? 0 : 4);
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

}  // namespace bench
