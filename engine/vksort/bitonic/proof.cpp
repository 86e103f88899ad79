#include "bitonic/proof.h"

#include "bitonic/sort.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kLargestTriedLog2 = 19;

// A size that is no power of two, and a little more than that of any workgroup.
std::uint32_t oddSize(std::uint32_t log2) { return static_cast<std::uint32_t>((std::uint64_t{5} << log2) / 4) + 3; }

std::uint32_t least(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

bool hasPass(const Setting& setting, Kernel kernel, std::uint32_t n) {
  PassList list;
  passes(setting, {n, 1, false}, list);
  for (std::uint32_t i = 0; i < list.count; ++i) {
    if (list.passes[i].kernel == static_cast<std::uint8_t>(kernel)) return true;
  }
  return false;
}

void addProof(const Setting& setting, Kernel kernel, const Tried& tried, ProofList& out) {
  const char* const name = nameOf(kernel);
  const std::uint32_t full = least(1u << setting.shape.elementsLog2(kernel), setting.most);
  if (sorts(kernel) && hasPass(setting, kernel, full) && tried(full)) {
    if (full > 3) out.add({name, full - 3});
    out.add({name, full});
    return;
  }
  for (std::uint32_t log2 = 2; log2 < 32; ++log2) {
    const std::uint32_t n = least(oddSize(log2), setting.most);
    if (tried(n) && hasPass(setting, kernel, n)) {
      if (log2 <= kLargestTriedLog2) {
        out.add({name, n});
      } else if (!out.unproven) {
        out.unproven = name;
      }
      return;
    }
    if (n == setting.most) break;
  }
  const bool takes = tried.also != 0 && tried(tried.also) && hasPass(setting, kernel, tried.also);
  if (takes) out.add({name, tried.also});
}

}  // namespace

void addProofs(const Setting& setting, ProofList& out, const Tried& tried) {
  for (std::uint32_t i = 0; i < kKernelCount; ++i) {
    const auto kernel = static_cast<Kernel>(i);
    if (setting.shape.uses(kernel, setting.configuration.mode)) addProof(setting, kernel, tried, out);
  }
}

}  // namespace vksort::bitonic
