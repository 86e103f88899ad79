// Devices with subgroups that no software driver has: the kernels' own sources, with subgroups emulated.
#pragma once
#include "support/device/rig.h"

namespace test {

// A device whose subgroups all have `size` invocations, and whose kernels are the emulated ones. `shared_bytes`: of
// memory that a workgroup may have; 0: what the device says.
Faults emulated(uint32_t size, uint32_t shared_bytes = 0);

// The real size must divide the emulated ones, and be no more than the least of them.
inline bool canEmulate(const Rig& rig) {
  return rig.hasFullSubgroups() && rig.device().properties().subgroup.subgroupSize <= 32;
}
inline constexpr const char* kCannotEmulate = "no subgroups, or larger ones than those that are emulated";

}  // namespace test
