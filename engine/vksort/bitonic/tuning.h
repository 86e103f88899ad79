// Which shape the kernels have on which device. Pure arithmetic, no Vulkan calls.
#pragma once

#include "bitonic/kernels.h"
#include "tuning/table.h"

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

// The rule of a bitonic member, or of scratch_log2, that the kernels or the device do not allow, a static string; null
// if all are allowed.
[[nodiscard]] const char* validate(const Tuning& tuning, const DeviceLimits& limits, Element element);

// The tuning of a Sorter, which must be valid. Of a class, the shapes of other algorithms are not fitted to the device.
[[nodiscard]] KernelSizes shapeOf(const SorterInfo& info, const DeviceLimits& limits);

}  // namespace vksort::bitonic
