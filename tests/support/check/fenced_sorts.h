// Sorts and verifications whose every argument is fenced off.
#pragma once
#if defined(__unix__)
#include "support/check/fence.h"
#include "support/check/segment_check.h"

namespace test {

// Whether the device uses pages of the host.
inline bool canFence(Rig& rig) { return rig.device().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }

struct FencedSort {
  uint32_t n = 0;  // elements of the range
  Keys keys = Keys::random;
  uint32_t reach = 1;           // as Input::reach
  uint32_t found = ~0u;         // Mode::indirect only
  std::vector<Extent> table{};  // Mode::segments only; of elements of the range
};

// A sorter for these, under the faults: of a device with coarse descriptors, and of few workgroups per axis, so that
// grids are folded and have workgroups over.
vksort::Sorter fencedSorter(Rig& rig, const Config& config, Faults faults = {}, const vksort::Tuning* tuning = nullptr);
vksort::Verifier fencedVerifier(Rig& rig, Faults faults = {});

// Of accesses outside the arguments: how many pages were touched, and those of which. Checks the result too, if
// `checked`.
struct Outside {
  uint32_t pages = 0;
  std::string where{};
};
Outside outsideOf(Rig& rig, const vksort::Sorter& sorter, const Config& config, const FencedSort& sort, Side side,
                  bool checked = true);
Outside outsideOf(Rig& rig, const vksort::Verifier& verifier, const Config& config, uint32_t n, Side side);

// Sorts that have partial workgroups of each kernel of the shape, on either side of each limit.
std::vector<FencedSort> partialSorts(const vksort::Shape& shape, const Config& config);

}  // namespace test

#endif
