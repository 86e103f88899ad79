// Splats as the files of 3D Gaussian Splatting have them.
#pragma once
#include <span>
#include <string>

#include "points/cloud.h"

namespace particles {

// A binary PLY file of 62 numbers for each: position, normal (0), spherical harmonics of degree 0 to 3 (above 0 and up
// to `degree` numbers from -0.2 to 0.2 by `seed`, above that 0), opacity, scale and rotation, with -y up. `gaussians`
// have y up, an opacity above 0 and below 1, and deviations above 0. Errors: std::runtime_error that begins with
// `option`; nothing is left of the file then.
void writePly(const std::string& option, const std::string& path, std::span<const Gaussian> gaussians,
              uint32_t degree = 0, uint32_t seed = 0);

}  // namespace particles
