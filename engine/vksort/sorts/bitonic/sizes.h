// Which shape the kernels have on which device. Pure arithmetic, no Vulkan calls.
#pragma once

#include "sorts/bitonic/kernels.h"
#include "sorts/sizes/classes.h"

namespace vksort::bitonic {

// Makes the bitonic members and the scratch_log2 of a class' tuning fit limits in the class.
void fit(Tuning& tuning, const DeviceLimits& limits, Element element);

// The tuning of the device's class, on the device.
[[nodiscard]] KernelSizes chooseTuning(const DeviceLimits& device, Element element);

// A tuning on a device. Where subgroups are larger than a workgroup of the row, the workgroup becomes one subgroup.
[[nodiscard]] KernelSizes shapeOn(const DeviceLimits& limits, const Tuning& tuning);

// Whether a workgroup holds 2^size elements, 2^registers per invocation. Shared memory is padded, see window.glsl.
[[nodiscard]] inline bool fits(std::uint32_t size, std::uint32_t registers, const DeviceLimits& limits,
                               Element element) {
  const std::uint32_t elements = 1u << size, invocations = elements >> registers;
  return limits.workgroup_invocations >= invocations &&
         limits.shared_memory_bytes >= (elements + invocations) * 4 * wordsOf(element);
}

// Returns true if kernels with the bitonic members and scratch_log2 exist and fit the device.
[[nodiscard]] bool isPossible(const Tuning& tuning, const DeviceLimits& limits, Element element);

// Returns the kernel sizes of a Sorter, based on `tuning`, which must be possible. If `tuning` is null, uses the tuning
// of the device's class, but does not fit the shapes of the other algorithms to the device.
[[nodiscard]] KernelSizes shapeOf(const Configuration& configuration, const DeviceLimits& limits, const Tuning* tuning);

}  // namespace vksort::bitonic
