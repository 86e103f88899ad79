// Each row needs a public report, whose address ends the reason.
#include "known_drivers.h"

namespace vksort {
namespace {

constexpr std::uint32_t kAmd = 0x1002;
constexpr std::uint32_t kAnyVersion = ~0u;

constexpr KnownDriver kKnownDrivers[] = {
    // Up to 1.4.1, it reports subgroups of 64, but RDNA GPUs use 32 (also MoltenVK issues 2750 and 2756). Pull request
    // 2755 changes that to 32 for all GPUs, but GCN GPUs use 64 (pull request 21556 of ggml-org/llama.cpp).
    {kAmd, VK_DRIVER_ID_MOLTENVK, 0, kAnyVersion, nullptr,
     "MoltenVK reports the wrong subgroup size for AMD GPUs: https://github.com/KhronosGroup/MoltenVK/issues/1553"},
};

}  // namespace

std::span<const KnownDriver> knownDrivers() { return kKnownDrivers; }

}  // namespace vksort
