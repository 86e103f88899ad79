// Packings of all kinds, and depths to pack.
#pragma once
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "vksort_packed.h"

namespace test {

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct PackingCase {
  vksort::DepthSteps steps;
  float nearest, farthest;
  uint32_t index_bits;
};
inline constexpr PackingCase kPackingCases[] = {
    {vksort::DepthSteps::equal, 0.0f, 1.0f, 20},
    {vksort::DepthSteps::equal, 0.1f, 1000.0f, 8},
    {vksort::DepthSteps::equal, 1.0f, 1.5f, 24},
    {vksort::DepthSteps::equal, 0.0f, 3e38f, 16},
    {vksort::DepthSteps::relative, 0.1f, 1000.0f, 20},
    {vksort::DepthSteps::relative, 0.1f, 1000.0f, 8},
    {vksort::DepthSteps::relative, 1.0f, 1.0001f, 12},
    {vksort::DepthSteps::relative, 0x1p-126f, 3e38f, 24},
    {vksort::DepthSteps::relative, 0.5f, 1'000'000.0f, 16},
};

vksort::Packing packingOf(const PackingCase& each);

// Bit patterns of all kinds: specials, around both ends, random ones, and evenly between the ends.
std::vector<float> depthsFor(const PackingCase& each);

// What is wrong with how a packing packs the depth; empty if nothing.
std::string explainWrong(const PackingCase& each, const vksort::Packing& packing, float depth, uint32_t index);

std::vector<uint32_t> packOnHost(const vksort::Packing& packing, std::span<const float> depths);

}  // namespace test
