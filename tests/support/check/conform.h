// The conformance check: sorts many ranges of one buffer and compares every word of it with what must be there.
#pragma once
#include <span>
#include <string>

#include "support/device/rig.h"
#include "support/oracle/inputs.h"

namespace test {

struct Report {
  std::size_t sorts = 0;
  std::size_t wrong = 0;             // sorts whose result is not the oracle's
  std::size_t trespasses = 0;        // words outside every range that changed
  std::size_t missing_barriers = 0;  // as the barrier oracle says
  std::size_t verified = 0;          // sorts that the verifier looked at on the device,
  std::size_t disagreements = 0;     // and of which it says something else than the oracle
  std::string first;                 // what the first wrong result or trespass was
  std::size_t dispatches = 0;
  uint32_t widest_grid = 0, tallest_grid = 0;  // in workgroups; those that the device found, too
  std::vector<VkPipeline> pipelines;           // those bound; of segments as often as they were
  bool ok() const { return wrong == 0 && trespasses == 0 && missing_barriers == 0 && disagreements == 0; }
};

// Adds the grids of indirect dispatches to the report, whose arguments are at these bytes of an arena.
void noteIndirect(const std::vector<VkDeviceSize>& offsets, std::span<const uint32_t> words, Report& report);

inline constexpr vksort::Access kCopyWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr vksort::Access kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

// Makes `from` visible to `to`.
void memoryBarrier(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to);

struct Placement {
  bool widen = true;        // the device does not clamp accesses to the range, see Faults::widen
  bool one_buffer = false;  // keys and payloads in the same buffer
};

// Sorts each input in a range of its own. Ranges begin at odd elements and are surrounded by guard words, which fill
// the gap up to the next power of two as well, and which are ordered before all but the first keys.
Report checkSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                  const Placement& placement = {});

// The same; fails the running test unless all is well. Without a sorter: with the rig's own of the configuration.
Report expectSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                   const Placement& placement = {});
Report expectSorts(Rig& rig, const Config& config, std::span<const Input> inputs, const Placement& placement = {});

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
