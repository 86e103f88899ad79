// Calls of the record functions, right and wrong. The driver records nothing of them.
#pragma once
#include <doctest/doctest.h>

#include "support/device/rig.h"

namespace test {

inline const auto kCommands = reinterpret_cast<VkCommandBuffer>(uint64_t{1});
inline const auto kAnySet = (VkDescriptorSet)uint64_t{1};

// A call whose every argument has room around it. It passes no scratch memory.
inline Call validCall(Rig& rig, const Config& config) {
  Call call;
  vksort::SortInfo& sort = call.sort;
  setOrder(config, sort);
  sort.keys = {rig.arena(0, 1 << 12).device.handle(), 64, 4096};
  if (splitValues(config)) sort.payload = {rig.arena(1, 1 << 12).device.handle(), 64, 4096};
  sort.first = 3;
  sort.count = 100;
  if (rig.sorter(config).descriptorSetLayout() != VK_NULL_HANDLE) sort.descriptor_set = kAnySet;
  if (config.generator) sort.generator_set = kAnySet;
  const VkBuffer counts = rig.arena(2, 1 << 12).device.handle();
  if (config.mode == Mode::segments) {
    call.segments = {counts, 12, 10, 16, {}};  // tiny ones
    call.state = {counts, 100, vksort::segmentStateBytes(10)};
  }
  if (config.mode == Mode::indirect) {
    call.count = {counts, 12};
    call.state = {counts, 20, vksort::kStateBytes};
  }
  return call;
}

// The status of a call. Nothing may be recorded unless it is ok.
inline vksort::RecordStatus statusOf(const vksort::Sorter& sorter, const Config& config, const Call& call,
                                     VkCommandBuffer cmd = kCommands) {
  Faults faults;
  faults.only_logs = true;
  const HookScope hooks(faults);
  const vksort::RecordStatus status = record(sorter, cmd, config, call);
  CHECK(hooks.log.commands.empty() == !status.ok());
  CHECK(hooks.log.ranges.empty() == !status.ok());
  return status;
}

}  // namespace test
