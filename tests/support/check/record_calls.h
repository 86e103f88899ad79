// Calls of record(), right and wrong, of which the driver records nothing.
#pragma once
#include <doctest/doctest.h>

#include "support/device/rig.h"

namespace test {

inline const auto kCommands = reinterpret_cast<VkCommandBuffer>(uint64_t{1});
inline const auto kAnySet = (VkDescriptorSet)uint64_t{1};

// A call whose every argument has room around it.
inline vksort::SortInfo validCall(Rig& rig, const Config& config) {
  using vksort::Count;
  vksort::SortInfo info;
  info.keys = {rig.arena(0, 1 << 12).device.handle(), 64, 4096};
  if (splitValues(config)) info.values = {rig.arena(1, 1 << 12).device.handle(), 64, 4096};
  info.first = 3;
  info.count = 100;
  if (rig.sorter(config).descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = kAnySet;
  if (config.hook) info.hook_set = kAnySet;
  const VkBuffer counts = rig.arena(2, 1 << 12).device.handle();
  if (config.count == Count::lists) {
    info.lists = {counts, 12, 10, 16};  // tiny ones
    info.state = {counts, 100, vksort::listStateBytes(10)};
  }
  if (config.count == Count::device) info.device_count = {counts, 12};
  if (config.count == Count::device || config.coherent) info.state = {counts, 20, vksort::kStateBytes};
  return info;
}

// What a call returns. Nothing may be recorded unless that is ok.
inline vksort::SortStatus statusOf(const vksort::Sorter& sorter, const vksort::SortInfo& info,
                                   VkCommandBuffer cmd = kCommands) {
  Faults faults;
  faults.only_logs = true;
  const HookScope hooks(faults);
  const vksort::SortStatus status = sorter.record(cmd, info);
  CHECK(hooks.log.commands.empty() == (status != vksort::SortStatus::ok));
  CHECK(hooks.log.ranges.empty() == (status != vksort::SortStatus::ok));
  return status;
}

// Changes one thing of a valid call at a time.
struct RecordCalls {
  Rig& rig;
  Config config;

  RecordCalls(Rig& of_rig, const Config& of_config) : rig(of_rig), config(of_config) {}
  vksort::SortInfo valid() { return validCall(rig, config); }
  template <typename Edit>
  void expect(vksort::SortStatus expected, Edit edit) {
    vksort::SortInfo info = valid();
    edit(info);
    const vksort::SortStatus status = statusOf(rig.sorter(config), info);
    INFO(vksort::describe(status));
    CHECK(status == expected);
  }
};

}  // namespace test
