#include "measure/std_sort.h"

#include <algorithm>

#include "input/keys.h"

namespace bench {
namespace {

struct WidePair {
  std::uint64_t key;
  std::uint32_t payload;
  auto operator<=>(const WidePair&) const = default;
};

}  // namespace

std::uint32_t stdSortRounds(std::optional<std::uint32_t> repeat, std::size_t count) {
  return count >= 1u << 20 ? 1 : std::min(repeat.value_or(5), 5u);
}

Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat,
                       const Elements& elements) {
  const Keys keys(elements.keys, ordering.key_type);
  const std::size_t count = keys.size();
  const std::uint32_t rounds = stdSortRounds(repeat, count);
  const auto order = [&](std::size_t i) { return orderOf(keys[i], ordering.key_type, ordering.order); };
  const bool wide = ordering.key_type == vksort::KeyType::u64;
  const std::vector<std::uint32_t>& payloads = elements.payloads;
  if (wide && payloads.empty()) return timeStdSort<std::uint64_t>(count, rounds, order);
  if (wide) return timeStdSort<WidePair>(count, rounds, [&](std::size_t i) { return WidePair{order(i), payloads[i]}; });
  if (payloads.empty()) {
    return timeStdSort<std::uint32_t>(count, rounds,
                                      [&](std::size_t i) { return static_cast<std::uint32_t>(order(i)); });
  }
  return timeStdSort<std::uint64_t>(count, rounds, [&](std::size_t i) { return order(i) << 32 | payloads[i]; });
}

}  // namespace bench
