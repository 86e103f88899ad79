#pragma once
#include <string>

namespace test {

// Everything runs and is validated at this subgroup size.
inline constexpr int kMainWidth = 8;

// Returns lavapipe's subgroup size: 4, 16 or kMainWidth. It is set by --width=N.
int wantedWidth();

// Sets lavapipe's subgroup size from --width=N, poisons memory, and uses a shader cache for this size. Must be called
// before any Vulkan function. Returns false if N is invalid.
bool setUpDriver(int argc, char** argv);
bool setUpDriver(int width);

bool isSoftware(const std::string& device);

// Returns an error message if a software device does not use the requested subgroup size, otherwise an empty string.
std::string widthComplaint(const std::string& device, unsigned width);

}  // namespace test
