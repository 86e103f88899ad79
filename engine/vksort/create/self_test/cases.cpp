#include "create/self_test/run.h"

#include "sort/interface.h"

namespace vksort {
namespace {

// splitmix64 (G. Steele and others, 2014).
std::uint32_t hash(std::uint32_t a, std::uint32_t b) {
  std::uint64_t z = (std::uint64_t{a} << 32 | b) + 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return static_cast<std::uint32_t>((z ^ z >> 31) >> 32);
}

// Returns the square root of n (1 .. 2^34), rounded up.
std::uint32_t rootAbove(std::uint64_t n) {
  std::uint64_t below = 0;
  for (std::uint64_t bit = 1u << 17; bit != 0; bit >>= 1) {
    if ((below | bit) * (below | bit) < n) below |= bit;
  }
  return static_cast<std::uint32_t>(below + 1);
}

std::uint32_t placeOf(Pattern pattern, std::uint32_t i, std::uint32_t n) {
  switch (pattern) {
    case Pattern::random:
      break;
    case Pattern::sorted:
      return i * (0xffffffffu / n);
    case Pattern::reversed:
      return (n - 1 - i) * (0xffffffffu / n);
    case Pattern::ties: {
      const std::uint32_t which = hash(n, i) % 8;
      return which == 7 ? 0xffffffffu : which * 0x24924924u;
    }
    case Pattern::clumps: {
      const std::uint32_t which = hash(i, n) % (n / rootAbove(std::uint64_t{n} * 6) + 1);
      return which == 0 ? 0x24924924u : which == 1 ? 0x60000000u : hash(n, i);
    }
  }
  return hash(n, i);
}

}  // namespace

Ordering orderingOf(const Configuration& configuration, Pattern pattern) {
  const bool turned = pattern == Pattern::ties || pattern == Pattern::clumps;
  const Order order = turned ? Order::descending : Order::ascending;
  // Payloads that keep their order ascend here, see writeSelfTestElement().
  const bool ascend = configuration.payload != Payload::none && configuration.ties != Ties::any;
  const KeyType key_type = configuration.wide() ? KeyType::u64 : turned ? KeyType::f32 : KeyType::u32;
  const NanRule nan_rule = key_type == KeyType::f32 ? NanRule::last : NanRule::total_order;
  return {key_type, order, nan_rule, configuration.payload, ascend};
}

void writeSelfTestElement(const Configuration& configuration, Pattern pattern, std::uint32_t i, std::uint32_t n,
                          std::uint32_t at, std::uint32_t* keys, std::uint32_t* payload) {
  const Ordering ordering = orderingOf(configuration, pattern);
  const Conversion conversion = conversionOf(ordering.key_type, ordering.order, ordering.nan_rule);
  const std::uint32_t key =
      bitsFromOrder(placeOf(pattern, i, n), conversion.mask, conversion.flip, conversion.rotation);
  // Gathered payloads ascend, but are not indices, so that a kernel that stores its indices fails.
  const std::uint32_t factor = configuration.gathersPayloads() ? 3 : 0x9e3779b1;
  const std::uint32_t callers = factor == 3 || configuration.discardsKeys() ? factor * i + 7 : hash(i, n);
  const std::uint32_t value = configuration.writesIndices() ? i : callers;
  const Layout& layout = configuration.layout;
  std::uint32_t* const element = keys + at * (layout.key_bytes / sizeof(std::uint32_t));
  // With payloads, the low word of a 64-bit key is 0 or 1, so that there are ties.
  if (configuration.wide()) {
    element[0] = configuration.payload != Payload::none ? hash(i, n) % 2 : value;
    element[1] = key;
  } else {
    element[0] = key;
  }
  if (configuration.payload == Payload::interleaved) element[configuration.wide() ? 2 : 1] = value;
  if (layout.split) payload[at] = value;
}

std::uint32_t selfTestElementOf(const Configuration& configuration, std::uint32_t payload) {
  const std::uint32_t inverse = configuration.gathersPayloads() ? 0xaaaaaaab : 0x0e8b2f51;  // 3 * 0xaaaaaaab = 1
  return configuration.writesIndices() ? payload : (payload - 7) * inverse;
}

}  // namespace vksort
