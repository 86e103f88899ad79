// Runs sorts as cases of the conformance program, and checks them.
#pragma once
#include <set>
#include <span>
#include <string>

#include "cases/case.h"
#include "support/device/rig.h"
#include "support/oracle/inputs.h"

namespace test {

struct Report {
  std::size_t sorts = 0;
  std::size_t wrong = 0;  // submissions that left a wrong word
  std::size_t missing_barriers = 0;
  std::string first;  // the first wrong word
  std::size_t dispatches = 0;
  uint32_t widest_grid = 0, tallest_grid = 0;  // in workgroups; includes indirect dispatches
  std::set<VkPipeline> pipelines{};
  std::vector<uint32_t> state{};  // contents after the last sort
  bool ok() const { return wrong == 0 && missing_barriers == 0; }
};

inline constexpr vksort::Access kCopyWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr vksort::Access kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

void memoryBarrier(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to);

struct Placement {
  bool widen = true;        // prevents clamping; see Faults::widen
  bool one_buffer = false;  // for keys, payloads and everything else
  cases::ScratchRange scratch = cases::ScratchRange::exact;
};

// Compares every word of all buffers. Guard words surround each range; many of them are the first or last key of an
// order.
Report checkSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                  const Placement& placement = {});

// Fails the test if anything is wrong. Without a Sorter, uses rig.sorter(config).
Report expectSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                   const Placement& placement = {});
Report expectSorts(Rig& rig, const Config& config, std::span<const Input> inputs, const Placement& placement = {});

// Returns the elements after a sort that can violate the contract. Only checks guard words and scratch memory.
Elements sortOnDevice(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements);

struct Extent {
  uint32_t first;
  uint32_t count;
};

struct SegmentSort {
  std::vector<Extent> table;
  uint32_t capacity = 0;
  uint32_t max_segment = 0;
  Keys keys = Keys::random;
  Payload payload = Payload::random;
  uint32_t reach = 1;
  bool overlapping = false;  // the result is not unique
};

Report checkSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort);
Report expectSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort);
void expectSegments(Rig& rig, const Config& config, const SegmentSort& sort);

cases::Case emptyCase(const Config& config);
// Adds a frame with one sort and space for `room` more elements. `noise` fills words that the sort overwrites or must
// not change.
cases::Step& addSort(cases::Case& to, const Config& config, const Elements& elements, uint32_t room, Random& noise);
void addSegments(cases::Case& to, const Config& config, const SegmentSort& sort);

// Uses indices as values.
std::vector<Input> inputsOf(std::initializer_list<uint32_t> sizes, std::initializer_list<Keys> keys = {Keys::random});

SorterSetup tested(const Rig& rig, const Config& config, vksort::SelfTestMode mode = vksort::SelfTestMode::always);

SorterSetup testedUpTo(const Rig& rig, const Config& config, uint32_t max_count = 10'000);

struct Attempt {
  VkResult result = VK_SUCCESS;
  vksort::Sorter sorter{};
  std::string reason{};
};

// Runs all pipeline jobs. The device does not clamp accesses, so invalid ones reach the guards after the ranges.
Attempt create(const SorterSetup& setup, Faults faults = {});
Attempt create(const vksort::SorterInfo& info, Faults faults = {});

// Returns the algorithms that create() tries first.
vksort::Algorithms algorithmsOf(const vksort::SorterInfo& info, bool looks_back = true);
// Returns true if some trial tests the rejected kernel and uses all `kernels` (bit i means kernel i).
bool isTrial(const vksort::SorterInfo& info, const vksort::Rejected& rejected, bool looks_back = true,
             uint64_t kernels = 0);

// Sorts 3 to 70,001 elements, which use every kernel.
void expectThatItSorts(Rig& rig, const Attempt& made, const Config& config);

}  // namespace test
