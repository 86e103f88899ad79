// A depth and an index in one key.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "support/oracle/packings.h"

namespace test {
namespace {

using vksort::DepthSteps;
using vksort::Packing;

}  // namespace

TEST_CASE("packed_depths_are_as_close_as_stated" * doctest::test_suite("one width")) {
  for (const PackingCase& each : kPackingCases) {
    INFO(each.nearest << " .. " << each.farthest << ", " << each.index_bits << " bits of index");
    const Packing packing = packingOf(each);
    std::vector<float> depths = depthsFor(each);
    for (uint32_t i = 0; i < depths.size(); ++i) {
      const std::string why = explainWrong(each, packing, depths[i], i * 2654435769u);
      if (!why.empty()) FAIL_CHECK(depths[i] << ": " << why);
    }
    // Nobody overtakes a lesser depth.
    std::erase_if(depths, [](float depth) { return std::isnan(depth); });
    std::ranges::sort(depths);
    for (std::size_t i = 1; i < depths.size(); ++i)
      CHECK(vksort::packKey(packing, depths[i - 1], 0) <= vksort::packKey(packing, depths[i], 0));
  }
}

// The bounds are those in the comments, and not far from what happens.
TEST_CASE("packed_depth_errors_follow_from_the_bits" * doctest::test_suite("one width")) {
  for (const PackingCase& each : kPackingCases) {
    const Packing packing = packingOf(each);
    const double error = double{vksort::packedDepthError(packing)};
    const double span = double{each.farthest} - double{each.nearest};
    if (each.steps == DepthSteps::equal) {
      CHECK(error >= span / std::exp2(33.0 - each.index_bits));
    } else {
      CHECK(error <= std::log2(1.1 * double{each.farthest} / double{each.nearest}) / std::exp2(32.0 - each.index_bits));
    }
  }
  const Packing packing = packingOf({DepthSteps::equal, 0.0f, 1.0f, 20});
  CHECK(vksort::packedDepthError(packing) == doctest::Approx(1.0 / 8192).epsilon(0.01));
}

TEST_CASE("packed_depths_that_are_off_are_noticed" * doctest::test_suite("one width")) {
  for (const PackingCase& each : kPackingCases) {
    Packing packing = packingOf(each);
    if (packing.shift == 0 && each.steps == DepthSteps::relative) continue;  // exact
    if (each.steps == DepthSteps::relative) packing.nearest += 2u << packing.shift;
    if (each.steps == DepthSteps::equal)
      packing.nearest = std::bit_cast<uint32_t>(each.nearest + 16.0f / packing.steps_per_unit);
    bool noticed = false;
    for (const float depth : depthsFor(each)) noticed |= !explainWrong(each, packing, depth, 1).empty();
    INFO(each.nearest << " .. " << each.farthest << ", " << each.index_bits << " bits of index");
    CHECK(noticed);
  }
}

TEST_CASE("packings_that_cannot_be_are_refused" * doctest::test_suite("one width")) {
  Packing packing{1, 2, 3, 4, 5.0f};
  const auto refused = [&packing](DepthSteps steps, float nearest, float farthest, uint32_t bits) {
    const bool made = vksort::makePacking(steps, nearest, farthest, bits, packing);
    return !made && packing.index_bits == 1 && packing.shift == 4;
  };
  for (const DepthSteps steps : {DepthSteps::equal, DepthSteps::relative}) {
    for (const uint32_t bits : {0u, 7u, 25u, 32u, 0xffffffffu}) CHECK(refused(steps, 0.1f, 1.0f, bits));
    for (const float bad : {-1.0f, kNan, kInfinity, -kInfinity}) {
      CHECK(refused(steps, bad, 1.0f, 16));
      CHECK(refused(steps, 0.1f, bad, 16));
    }
    CHECK(refused(steps, 1.0f, 1.0f, 16));
    CHECK(refused(steps, 2.0f, 1.0f, 16));
  }
  CHECK(refused(DepthSteps::relative, 0.0f, 1.0f, 16));
  CHECK(refused(DepthSteps::equal, 0.0f, 1e-30f, 16));
  CHECK(vksort::makePacking(DepthSteps::equal, -0.0f, 1.0f, 16, packing));
  CHECK(packing.nearest == 0);
}

}  // namespace test
