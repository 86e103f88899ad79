#include "measure/std_sort.h"

#include <algorithm>
#include <chrono>

#include "input/keys.h"
#include "input/parallel.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

struct WidePair {
  std::uint64_t key;
  std::uint32_t value;
  auto operator<=>(const WidePair&) const = default;
};

// `rankOf(i)` gives what is sorted.
template <typename Rank, typename RankOf>
Measurement timeStdSort(std::size_t count, std::uint32_t repeat, RankOf rankOf) {
  std::vector<Rank> ranks(count);
  std::vector<double> cpu_us;
  for (std::uint32_t i = 0; i < repeat; ++i) {
    forPieces(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e) ranks[e] = rankOf(e);
    });
    const auto start = Clock::now();
    std::sort(ranks.begin(), ranks.end());
    cpu_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  Measurement out;
  fill(out, cpu_us);
  out.verified = std::is_sorted(ranks.begin(), ranks.end());
  return out;
}

}  // namespace

Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat,
                       const Elements& elements) {
  const Keys keys(elements.keys, ordering.key_type);
  const std::size_t count = keys.size();
  const std::uint32_t rounds = count >= 1u << 20 ? 1 : std::min(repeat.value_or(5), 5u);
  const auto order = [&](std::size_t i) { return orderOf(keys[i], ordering.key_type, ordering.order); };
  const bool wide = ordering.key_type == vksort::KeyType::u64;
  const std::vector<std::uint32_t>& values = elements.values;
  if (wide && values.empty()) return timeStdSort<std::uint64_t>(count, rounds, order);
  if (wide) return timeStdSort<WidePair>(count, rounds, [&](std::size_t i) { return WidePair{order(i), values[i]}; });
  if (values.empty()) {
    return timeStdSort<std::uint32_t>(count, rounds,
                                      [&](std::size_t i) { return static_cast<std::uint32_t>(order(i)); });
  }
  return timeStdSort<std::uint64_t>(count, rounds, [&](std::size_t i) { return order(i) << 32 | values[i]; });
}

}  // namespace bench
