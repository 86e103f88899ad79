// A tree in blossom on a small hill, made of any number of splats.
#pragma once
#include <vector>

#include "points/cloud.h"

namespace particles {

// `count` of them, at least 1, always the same for one seed; more are smaller ones. Metres, y up, the ground near 0.
std::vector<Gaussian> growTree(uint32_t count, uint32_t seed);

}  // namespace particles
