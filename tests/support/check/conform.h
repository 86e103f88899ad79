// Checks of sorts, which run as cases of the conformance program.
#pragma once
#include <set>
#include <span>
#include <string>

#include "cases/case.h"
#include "support/device/rig.h"
#include "support/oracle/inputs.h"

namespace test {

// The result of a check.
struct Report {
  std::size_t sorts = 0;             // ranges, or segments that have elements
  std::size_t wrong = 0;             // submissions that left a wrong word
  std::size_t missing_barriers = 0;  // reported by the barrier oracle
  std::string first;                 // the first wrong word
  std::size_t dispatches = 0;
  uint32_t widest_grid = 0, tallest_grid = 0;  // in workgroups; includes indirect dispatches
  std::set<VkPipeline> pipelines{};            // all pipelines that were bound
  std::vector<uint32_t> state{};               // words that the last sort left there
  bool ok() const { return wrong == 0 && missing_barriers == 0; }
};

inline constexpr vksort::Access kCopyWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr vksort::Access kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

// Makes `from` visible to `to`.
void memoryBarrier(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to);

struct Placement {
  bool widen = true;        // the device does not clamp accesses to the range, see Faults::widen
  bool one_buffer = false;  // for keys, payloads and everything else
  cases::ScratchRange scratch = cases::ScratchRange::exact;  // with Config::scratch
};

// Sorts each input in a range of its own, as a case of the conformance program, and compares every word of all buffers.
// Ranges lie among guard words, many of which are the first or last keys of an order.
Report checkSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                  const Placement& placement = {});

// The same. Fails the running test if anything is wrong. Without a Sorter, uses the rig's own of the configuration.
Report expectSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                   const Placement& placement = {});
Report expectSorts(Rig& rig, const Config& config, std::span<const Input> inputs, const Placement& placement = {});

// Sorts the elements, and returns the result unchecked.
Elements sortOnDevice(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements);

struct Extent {
  uint32_t first;
  uint32_t count;
};

struct SegmentSort {
  std::vector<Extent> table;
  uint32_t capacity = 0;     // elements of the range
  uint32_t max_segment = 0;  // as SegmentInfo
  Keys keys = Keys::random;
  Payload payload = Payload::random;
  uint32_t reach = 1;        // as Input
  bool overlapping = false;  // segments overlap, so that the result is not unique
};

// Sorts the segments in one recording, and compares every word.
Report checkSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort);
Report expectSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort);
void expectSegments(Rig& rig, const Config& config, const SegmentSort& sort);

// The case of one Sorter and no sorts yet.
cases::Case emptyCase(const Config& config);
// Adds a sort of the elements with room for `room` more, in a frame of its own.
//   noise: for words that the sort overwrites or must not touch.
cases::Step& addSort(cases::Case& to, const Config& config, const Elements& elements, uint32_t room, Random& noise);
// Adds a segmented sort.
void addSegments(cases::Case& to, const Config& config, const SegmentSort& sort);

// Inputs of each of these sizes; their values are the indices.
std::vector<Input> inputsOf(std::initializer_list<uint32_t> sizes, std::initializer_list<Keys> keys = {Keys::random});

// The setup of the configuration, with a self-test.
SorterSetup tested(const Rig& rig, const Config& config, vksort::SelfTestMode mode = vksort::SelfTestMode::always);

// The same without the kernels of larger sorts.
SorterSetup testedUpTo(const Rig& rig, const Config& config, uint32_t max_count = 10'000);

struct Attempt {
  VkResult result = VK_SUCCESS;
  vksort::Sorter sorter{};
  std::string reason{};
};

// Runs the jobs of a staged creation. The device does not clamp accesses to the ranges: they reach into the guards
// behind.
Attempt create(const SorterSetup& setup, Faults faults = {});
Attempt create(const vksort::SorterInfo& info, Faults faults = {});

// The algorithms that create() tries first. `looks_back`: that a radix sort does.
vksort::Algorithms algorithmsOf(const vksort::SorterInfo& info, bool looks_back = true);
// Whether the sort is one of those that test the kernel, and takes `kernels`: bit i stands for kernel i.
bool isTrial(const vksort::SorterInfo& info, const vksort::Rejected& rejected, bool looks_back = true,
             uint64_t kernels = 0);

// Sorts what every kernel has a part in.
void expectThatItSorts(Rig& rig, const Attempt& made, const Config& config);

}  // namespace test
