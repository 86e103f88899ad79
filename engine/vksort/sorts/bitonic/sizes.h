#pragma once

#include "sorts/bitonic/kernels.h"
#include "sorts/sizes/classes.h"

namespace vksort::bitonic {

// Makes the bitonic members and scratch_log2 of a class tuning fit the result of limitsInClass().
void fit(Tuning& tuning, const DeviceLimits& limits, Element element);

// The class tuning of a device, fitted to it.
[[nodiscard]] KernelSizes chooseTuning(const DeviceLimits& device, Element element);

// Applies a tuning to a device. Workgroups that are smaller than a subgroup become one subgroup.
[[nodiscard]] KernelSizes shapeOn(const DeviceLimits& limits, const Tuning& tuning);

// A workgroup has 2^size elements, 2^registers per invocation. Shared memory is padded, see window.glsl.
[[nodiscard]] inline bool fits(std::uint32_t size, std::uint32_t registers, const DeviceLimits& limits,
                               Element element) {
  const std::uint32_t elements = 1u << size, invocations = elements >> registers;
  return limits.workgroup_invocations >= invocations &&
         limits.shared_memory_bytes >= (elements + invocations) * 4 * wordsOf(element);
}

// True if kernels with the bitonic members and scratch_log2 exist and fit the device.
[[nodiscard]] bool isPossible(const Tuning& tuning, const DeviceLimits& limits, Element element);

// Returns the kernel sizes of a Sorter. `tuning` must be possible. If it is null, uses the class tuning, but does not
// fit the shapes of the other algorithms to the device.
[[nodiscard]] KernelSizes shapeOf(const Configuration& configuration, const DeviceLimits& limits, const Tuning* tuning);

}  // namespace vksort::bitonic
