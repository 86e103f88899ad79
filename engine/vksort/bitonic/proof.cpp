#include "bitonic/proof.h"

#include "bitonic/sort.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kLargestTriedLog2 = 19;

// A size that is no power of two, and a little more than that of any workgroup.
std::uint32_t oddSize(std::uint32_t log2) { return static_cast<std::uint32_t>((std::uint64_t{5} << log2) / 4) + 3; }

bool hasPass(const Setting& setting, Kernel kernel, std::uint32_t n) {
  PassList list;
  passes(setting, {n, 1, false}, list);
  for (std::uint32_t i = 0; i < list.count; ++i) {
    if (list.passes[i].kernel == static_cast<std::uint8_t>(kernel)) return true;
  }
  return false;
}

void addProof(const Setting& setting, Kernel kernel, ProofList& out) {
  const char* const name = nameOf(kernel);
  const std::uint32_t full = 1u << setting.shape.elementsLog2(kernel);
  if (sorts(kernel) && hasPass(setting, kernel, full)) {
    out.add({name, full - 3});
    out.add({name, full});
    return;
  }
  for (std::uint32_t log2 = 2; log2 < 32; ++log2) {
    if (!hasPass(setting, kernel, oddSize(log2))) continue;
    if (log2 <= kLargestTriedLog2) {
      out.add({name, oddSize(log2)});
    } else if (!out.unproven) {
      out.unproven = name;
    }
    return;
  }
}

}  // namespace

void addProofs(const Setting& setting, ProofList& out) {
  for (std::uint32_t i = 0; i < kKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(i);
    if (setting.shape.uses(kernel, setting.configuration.mode)) addProof(setting, kernel, out);
  }
}

}  // namespace vksort::bitonic
