// Replaces the library's list. Each range of versions has a different fault.
#include "create/known_drivers.h"

namespace vksort {
namespace {

constexpr auto kPlanted = static_cast<VkDriverId>(0x7ffffff0);

constexpr KnownDriver kKnownDrivers[] = {
    {0, kPlanted, 10, 19, "radix_pass", "planted in radix passes"},
    {0, kPlanted, 20, 29, "rank_merge", "planted in rank merges"},
    {0, kPlanted, 30, 39, nullptr, "planted in subgroups"},
    {0, kPlanted, 40, 49, "tile_sort", "planted in tiles"},
    {0x1234, kPlanted, 50, ~0u, nullptr, "planted in subgroups of a vendor"},
};

}  // namespace

std::span<const KnownDriver> knownDrivers() { return kKnownDrivers; }

}  // namespace vksort
