#include "support/oracle/packings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "support/oracle/inputs.h"

namespace test {

using vksort::DepthSteps;
using vksort::Packing;

Packing packingOf(const PackingCase& each) {
  Packing packing{};
  REQUIRE(vksort::makePacking(each.steps, each.nearest, each.farthest, each.index_bits, packing));
  return packing;
}

std::vector<float> depthsFor(const PackingCase& each) {
  std::vector<float> depths = {0.0f, -0.0f, -1.0f, kInfinity, -kInfinity, kNan, -kNan, 1e-45f, -1e-45f, 3.4e38f};
  for (const float end : {each.nearest, each.farthest}) {
    for (int i = -40; i <= 40; ++i) {
      const uint32_t bits = std::bit_cast<uint32_t>(end) + static_cast<uint32_t>(i);
      depths.push_back(std::bit_cast<float>(bits));
    }
  }
  Random random(nextSeed());
  for (uint32_t i = 0; i < 20'000; ++i) depths.push_back(std::bit_cast<float>(random.next()));
  const uint32_t first = std::bit_cast<uint32_t>(each.nearest), last = std::bit_cast<uint32_t>(each.farthest);
  for (uint32_t i = 0; i < 20'000; ++i) depths.push_back(std::bit_cast<float>(first + random.next() % (last - first)));
  for (uint32_t i = 0; i <= 20'000; ++i)
    depths.push_back(each.nearest + (each.farthest - each.nearest) * (static_cast<float>(i) / 20'000.0f));
  return depths;
}

std::string explainWrong(const PackingCase& each, const Packing& packing, float depth, uint32_t index) {
  const uint32_t key = vksort::packKey(packing, depth, index);
  if (vksort::packedIndex(packing, key) != index % (1u << each.index_bits)) return "lost the index";
  double clamped = std::clamp(static_cast<double>(depth), double{each.nearest}, double{each.farthest});
  if (std::isnan(depth)) clamped = std::signbit(depth) ? each.nearest : each.farthest;
  const double off = std::abs(vksort::packedDepth(packing, key) - clamped);
  const double most = double{vksort::packedDepthError(packing)};
  if (off > most * (each.steps == DepthSteps::relative ? clamped : 1.0)) return "off by " + std::to_string(off);
  return "";
}

std::vector<uint32_t> packOnHost(const Packing& packing, std::span<const float> depths) {
  std::vector<uint32_t> keys;
  for (uint32_t i = 0; i < depths.size(); ++i) keys.push_back(vksort::packKey(packing, depths[i], i));
  return keys;
}

}  // namespace test
