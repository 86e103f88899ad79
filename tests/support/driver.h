// The environment of the software driver in a test program.
#pragma once
#include <string>

namespace test {

// The width of a subgroup at which everything is run, and validated.
inline constexpr int kMainWidth = 8;

// Invocations of a subgroup of lavapipe that this program was asked for by --width=N: 4, kMainWidth (also without), 16.
int wantedWidth();

// Reads --width=N, and sets up the driver: its width, memory that does not begin as zeros, and a cache of compiled
// shaders for this width, which must not be reused at another. Before the first Vulkan call. False: no such width.
bool setUpDriver(int argc, char** argv);
bool setUpDriver(int width);

bool isSoftware(const std::string& device);

// The complaint if a device whose subgroups have `width` invocations is not what was asked for; empty if it is, or if
// it is no software device, which has the width that it has.
std::string widthComplaint(const std::string& device, unsigned width);

}  // namespace test
