// Lengths of segments. results/around.cu includes this file, so it must be C++17 and only use the standard library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace bench {

enum class SegmentLengths {
  equal,
  half,  // one segment contains half of the elements, and the others share the rest equally
  zipf   // proportional to 1 / rank; at least 1 if there are enough elements
};

// Returns lengths that add up to `count`. They are shuffled, but they are the same on every machine.
inline std::vector<std::uint32_t> segmentLengths(SegmentLengths shape, std::uint32_t count, std::uint32_t segments) {
  std::vector<std::uint64_t> weights(segments, 1);
  if (shape == SegmentLengths::half) weights[0] = std::max(segments, 2u) - 1;
  for (std::uint32_t i = 0; i < segments && shape == SegmentLengths::zipf; ++i) weights[i] = (1u << 28) / (i + 1);
  const std::uint64_t total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  const std::uint32_t least = shape == SegmentLengths::zipf && count >= segments ? 1 : 0;
  const std::uint64_t shared = count - least * segments;
  std::vector<std::uint32_t> lengths;
  std::uint64_t before = 0;
  for (const std::uint64_t weight : weights) {
    const std::uint64_t first = shared * before / total;
    before += weight;
    lengths.push_back(least + static_cast<std::uint32_t>(shared * before / total - first));
  }
  std::mt19937 random(1);
  for (std::uint32_t i = segments; i > 1; --i) std::swap(lengths[i - 1], lengths[random() % i]);
  return lengths;
}

}  // namespace bench
