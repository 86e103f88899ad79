// The sorts that test the bitonic kernels on a device.
#include <initializer_list>

#include "bitonic/sort.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kLargestTriedLog2 = 19;

// A size that is no power of two, and a little more than that of any workgroup.
std::uint32_t oddSize(std::uint32_t log2) { return static_cast<std::uint32_t>((std::uint64_t{5} << log2) / 4) + 3; }

std::uint32_t min(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

// The recordings that take the kernel.
Mode modeOf(Kernel kernel) {
  switch (kernel) {
    case Kernel::setup:
      return Mode::indirect;
    case Kernel::segment_setup:
    case Kernel::segment_sort:
    case Kernel::tiny_sort:
      return Mode::segments;
    default:
      return Mode::whole;
  }
}

bool hasPass(const BitonicSetting& setting, Kernel kernel, Mode mode, std::uint32_t n) {
  const std::uint32_t limit = mode == Mode::segments ? setting.max_segment : setting.max_count;
  if (n > limit || n < setting.configuration.minCount()) return false;
  bool has_pass = false;
  addPasses(setting, Request{n, mode},
            [&](const Pass& pass) { has_pass = has_pass || pass.kernel == static_cast<std::uint8_t>(kernel); });
  return has_pass;
}

// Adds the smallest sort that has the kernel. False: there is none.
bool addSmallest(const BitonicSetting& setting, Kernel kernel, Mode mode, TrialList& out) {
  const std::uint32_t limit = mode == Mode::segments ? setting.max_segment : setting.max_count;
  for (std::uint32_t log2 = 2; log2 < 32; ++log2) {
    const std::uint32_t n = min(oddSize(log2), limit);
    if (hasPass(setting, kernel, mode, n)) {
      if (log2 > kLargestTriedLog2) return false;
      out.add({nameOf(kernel), static_cast<std::uint8_t>(kernel), n, mode});
      return true;
    }
    if (n == limit) break;
  }
  return false;
}

void addTrial(const BitonicSetting& setting, Kernel kernel, TrialList& out) {
  const Mode mode = modeOf(kernel);
  const std::uint32_t full = min(1u << setting.shape.elementsLog2(kernel), setting.max_count);
  if (mode == Mode::whole && sorts(kernel) && hasPass(setting, kernel, mode, full)) {
    if (full > 3) out.add({nameOf(kernel), static_cast<std::uint8_t>(kernel), full - 3, mode});
    out.add({nameOf(kernel), static_cast<std::uint8_t>(kernel), full, mode});
    return;
  }
  // A kernel that whole ranges do not take may be there for segments or indirect counts.
  for (const Mode tried : {mode, Mode::segments, Mode::indirect}) {
    if (addSmallest(setting, kernel, tried, out)) return;
  }
  if (!out.untested) out.untested = nameOf(kernel);
}

}  // namespace

void addTrials(const BitonicSetting& setting, const KernelSet& kernels, TrialList& out) {
  for (std::uint32_t i = 0; i < kKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(i);
    const bool of_scratch = kernel == Kernel::scratch_sort || kernel == Kernel::scratch_double;
    if (kernels[i] && !of_scratch) addTrial(setting, kernel, out);
  }
}

}  // namespace vksort::bitonic
