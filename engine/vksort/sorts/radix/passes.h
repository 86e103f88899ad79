// The kernels and the passes of the radix sort.
#pragma once

#include "device/pipelines.h"
#include "sorts/pass.h"
#include "sorts/radix/tiles.h"
#include "sorts/trial.h"

namespace vksort::radix {

enum class Role : std::uint8_t {
  set_up,  // clears what kernels add to; finds the workgroups of an indirect count
  count,   // counts the digits of all passes, or of one pass by tiles
  sum,     // sums a table
  pass,    // moves by a digit; one for each shape
};
inline constexpr std::uint32_t kPassKernel = static_cast<std::uint32_t>(Role::pass);  // of the first shape
inline constexpr std::uint32_t kKernelCount = kPassKernel + kMaxShapes;

[[nodiscard]] constexpr std::uint32_t kernelOf(Role role, std::uint32_t shape) {
  return static_cast<std::uint32_t>(role) + (role == Role::pass ? shape : 0);
}
[[nodiscard]] constexpr Role roleOf(std::uint32_t kernel) {
  return static_cast<Role>(kernel < kPassKernel ? kernel : kPassKernel);
}

// Returns the module that the kernels of a role are made from.
[[nodiscard]] Spirv moduleOf(const Configuration& configuration, Role role);
[[nodiscard]] PipelineSource sourceOf(const RadixSetting& setting, std::uint32_t kernel);
// A static string.
[[nodiscard]] const char* nameOf(std::uint32_t kernel);

// Whether one workgroup sorts up to RadixSetting::max_in_place elements of an indirect count in place. It costs less
// than passes with hardly any elements. Its dispatch words begin at VKSORT_RADIX_IN_PLACE_DISPATCH.
[[nodiscard]] bool sortsFewInPlace(const RadixSetting& setting, const Request& request);

// Appends the passes of a sort, with kernels counted from `first_kernel`.
void addPasses(const RadixSetting& setting, const Request& request, const Course& course, std::uint32_t first_kernel,
               PassSink out);

// Sets a bit for each of its kernels that sorts take.
void markKernels(const RadixSetting& setting, std::uint32_t first_kernel, KernelSet& out);

// The sorts that test its kernels, of at least `min_count` elements.
void addTrials(const RadixSetting& setting, std::uint32_t first_kernel, std::uint32_t min_count, TrialList& out);

}  // namespace vksort::radix
