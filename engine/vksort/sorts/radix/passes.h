#pragma once

#include "device/pipelines.h"
#include "sorts/pass.h"
#include "sorts/radix/tiles.h"
#include "sorts/trial.h"

namespace vksort::radix {

enum class Role : std::uint8_t {
  set_up,  // clears counters; computes the workgroups of an indirect count
  count,   // counts the digits of all passes, or the digits of one pass in each tile
  sum,
  narrow_pass,  // moves narrow elements by a digit
  pass,         // moves elements by a digit; one kernel per shape
};
inline constexpr std::uint32_t kPassKernel = static_cast<std::uint32_t>(Role::pass);
inline constexpr std::uint32_t kKernelCount = kPassKernel + kMaxShapes;

[[nodiscard]] constexpr std::uint32_t kernelOf(Role role, std::uint32_t shape) {
  return static_cast<std::uint32_t>(role) + (role == Role::pass ? shape : 0);
}
[[nodiscard]] constexpr Role roleOf(std::uint32_t kernel) {
  return static_cast<Role>(kernel < kPassKernel ? kernel : kPassKernel);
}

[[nodiscard]] Spirv moduleOf(const Configuration& configuration, Role role);
[[nodiscard]] PipelineSource sourceOf(const RadixSetting& setting, std::uint32_t kernel);
[[nodiscard]] const char* nameOf(std::uint32_t kernel);

// True if one workgroup sorts an indirect count of up to RadixSetting::max_in_place elements in place, because radix
// passes with very few elements are slower. Its dispatch words begin at VKSORT_RADIX_IN_PLACE_DISPATCH.
[[nodiscard]] bool sortsFewInPlace(const RadixSetting& setting, const Request& request);

// `first_kernel` is the index of the first radix kernel in a KernelSet.
void addPasses(const RadixSetting& setting, const Request& request, const Course& course, std::uint32_t first_kernel,
               PassSink out);

void markKernels(const RadixSetting& setting, std::uint32_t first_kernel, KernelSet& out);

// Adds sorts of at least `min_count` elements.
void addTrials(const RadixSetting& setting, std::uint32_t first_kernel, std::uint32_t min_count, TrialList& out);

}  // namespace vksort::radix
