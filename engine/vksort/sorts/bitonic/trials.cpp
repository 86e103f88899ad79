#include <algorithm>
#include <initializer_list>

#include "sorts/bitonic/passes.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kLargestTriedLog2 = 19;

// Returns a size that is not a power of two, and a little larger than any workgroup.
std::uint32_t oddSize(std::uint32_t log2) { return static_cast<std::uint32_t>((std::uint64_t{5} << log2) / 4) + 3; }

Mode modeOf(Kernel kernel) {
  if (kernel == Kernel::setup) return Mode::indirect;
  const bool of_segments =
      kernel == Kernel::segment_setup || kernel == Kernel::segment_sort || kernel == Kernel::tiny_sort;
  return of_segments ? Mode::segments : Mode::whole;
}

bool hasPass(const BitonicSetting& setting, Kernel kernel, Mode mode, std::uint32_t n) {
  const bool is_taken = n <= setting.max_count || setting.gathers(n);
  if (mode == Mode::segments ? n > setting.max_segment : !is_taken) return false;
  if (n < setting.configuration.minCount()) return false;
  bool has_pass = false;
  addPasses(setting, Request{n, mode},
            [&](const Pass& pass) { has_pass = has_pass || pass.kernel == static_cast<std::uint8_t>(kernel); });
  return has_pass;
}

// With Scratch::required, even sorts of n elements can need scratch memory, so that only larger sorts use the kernel.
void add(const BitonicSetting& setting, Kernel kernel, std::uint32_t n, Mode mode, std::uint32_t max_in_place,
         TrialList& out) {
  const bool gathers = mode != Mode::segments && setting.gathers(n);
  if (mode == Mode::segments || n <= max_in_place || gathers) {
    return out.add({static_cast<std::uint8_t>(kernel), n, mode, gathers});
  }
  if (!out.untested) out.untested = nameOf(kernel);
}

bool addSmallest(const BitonicSetting& setting, Kernel kernel, Mode mode, std::uint32_t max_in_place, TrialList& out) {
  const std::uint32_t limit = setting.maxCountOf(mode);
  for (std::uint32_t log2 = 2; log2 < 32; ++log2) {
    const std::uint32_t n = std::min(oddSize(log2), limit);
    if (hasPass(setting, kernel, mode, n)) {
      if (log2 > kLargestTriedLog2) return false;
      add(setting, kernel, n, mode, max_in_place, out);
      return true;
    }
    if (n == limit) break;
  }
  return false;
}

void addTrial(const BitonicSetting& setting, Kernel kernel, std::uint32_t max_in_place, TrialList& out) {
  const Mode mode = modeOf(kernel);
  const std::uint32_t full = std::min(1u << setting.shape.elementsLog2(kernel), setting.max_count);
  if (mode == Mode::whole && sorts(kernel) && hasPass(setting, kernel, mode, full)) {
    if (full > 3) add(setting, kernel, full - 3, mode, max_in_place, out);
    add(setting, kernel, full, mode, max_in_place, out);
    return;
  }
  for (const Mode tried : {mode, Mode::segments, Mode::indirect}) {
    if (addSmallest(setting, kernel, tried, max_in_place, out)) return;
  }
  if (!out.untested) out.untested = nameOf(kernel);
}

}  // namespace

void addTrials(const BitonicSetting& setting, const KernelSet& kernels, std::uint32_t max_in_place, TrialList& out) {
  for (std::uint32_t i = 0; i < kKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(i);
    const bool of_scratch = kernel == Kernel::scratch_sort || kernel == Kernel::scratch_double;
    if (kernels[i] && !of_scratch) addTrial(setting, kernel, max_in_place, out);
  }
}

}  // namespace vksort::bitonic
