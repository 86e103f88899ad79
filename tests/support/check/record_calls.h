// Calls of record(), right and wrong.
#pragma once
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"

namespace test {

// Changes one thing of a valid call at a time.
class RecordCalls {
 public:
  RecordCalls(Rig& rig, const Config& config)
      : rig_(rig), config_(config), pool_(rig.device()), cmd_(pool_.allocate()) {
    gpu::begin(rig.device(), cmd_);
    const VkDescriptorSetLayout layout = rig.sorter(config).descriptorSetLayout();
    if (config.hook) hook_set_ = rig.hookSet();
    if (layout == VK_NULL_HANDLE) return;
    sets_ = {rig.device(), 1, vksort::kDescriptorsPerSet};
    set_ = sets_.allocate(layout);
  }

  vksort::SortInfo valid() {
    vksort::SortInfo info;
    info.keys = {rig_.arena(0, 1 << 12).device.handle(), 64, 4096};
    if (splitValues(config_)) info.values = {rig_.arena(1, 1 << 12).device.handle(), 64, 4096};
    info.first = 3;
    info.count = 100;
    info.descriptor_set = set_;
    if (config_.hook) info.hook_set = hook_set_;
    if (config_.count == vksort::Count::lists) {
      const VkBuffer lists = rig_.arena(2, 1 << 12).device.handle();
      info.lists = {lists, 12, 10, 16};  // tiny ones
      info.state = {lists, 100, vksort::listStateBytes(10)};
    }
    if (config_.count == vksort::Count::device || config_.coherent) {
      const VkBuffer counts = rig_.arena(2, 1 << 12).device.handle();
      if (config_.count == vksort::Count::device) info.device_count = {counts, 12};
      info.state = {counts, 20, vksort::kStateBytes};
    }
    return info;
  }

  template <typename Edit>
  void expect(vksort::SortStatus expected, Edit edit) {
    vksort::SortInfo info = valid();
    edit(info);
    expectStatus(expected, rig_.sorter(config_), cmd_, info);
  }

  void expectStatus(vksort::SortStatus expected, const vksort::Sorter& sorter, VkCommandBuffer cmd,
                    const vksort::SortInfo& info) {
    HookScope hooks;
    const vksort::SortStatus status = sorter.record(cmd, info);
    INFO(vksort::describe(status));
    CHECK(status == expected);
    if (status == vksort::SortStatus::ok) memoryBarrier(rig_.device(), cmd, vksort::kAfter, vksort::kBefore);
    CHECK(hooks.log.commands.empty() == (expected != vksort::SortStatus::ok));
    CHECK(hooks.log.ranges.empty() == (expected != vksort::SortStatus::ok));
  }

  VkCommandBuffer cmd() const { return cmd_; }

 private:
  Rig& rig_;
  Config config_;
  gpu::CommandPool pool_;
  VkCommandBuffer cmd_;
  gpu::DescriptorPool sets_;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkDescriptorSet hook_set_ = VK_NULL_HANDLE;
};

}  // namespace test
