#include "support/device/recording.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"

namespace test {

Log recorded(Rig& rig, const vksort::Sorter& sorter, const vksort::SortInfo& info, const Faults& faults) {
  gpu::CommandPool pool(rig.device());
  const VkCommandBuffer cmd = pool.allocate();
  gpu::begin(rig.device(), cmd);
  vksort::SortInfo now = info;
  gpu::DescriptorPool sets;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {rig.device(), 1, vksort::kDescriptorsPerSet};
    now.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  HookScope hooks(faults);
  REQUIRE(sorter.record(cmd, now) == vksort::SortStatus::ok);
  REQUIRE(rig.device().vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
  return hooks.log;
}

Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n, const Faults& faults) {
  const uint32_t width = keyWords(config);
  vksort::SortInfo info;
  info.keys = {rig.arena(0, n * width).device.handle(), 0, VkDeviceSize{n} * width * 4};
  if (splitValues(config)) info.values = {rig.arena(1, n).device.handle(), 0, VkDeviceSize{n} * 4};
  info.count = n;
  if (config.hook) info.hook_set = rig.hookSet();
  if (const VkDeviceSize bytes = config.lent ? sorter.scratchBytes(n) : 0; bytes != 0)
    info.scratch = {rig.arena(4, static_cast<uint32_t>(bytes / 4)).device.handle(), 0, bytes};
  if (config.count == vksort::Count::device) {
    const VkBuffer counts = rig.arena(2, 1 << 12).device.handle();
    info.device_count = {counts, 0};
    info.state = {counts, 64, vksort::kStateBytes};
  }
  return recorded(rig, sorter, info, faults);
}

Log recorded(Rig& rig, const Config& config, uint32_t n, const Faults& faults) {
  return recorded(rig, rig.sorter(config), config, n, faults);
}

Independent independentOf(const Config& config, const Log& log) {
  if (config.count != vksort::Count::device) return {};
  if (!config.lent) return {0, 2};
  // A radix sort has none: its set-up writes what the next dispatch takes its arguments from, or clears what it adds
  // to. One that is in place none the less has arguments behind the next.
  uint32_t dispatches = 0;
  bool at_once = false, later = false;
  for (const Command& command : log.commands) {
    if (command.kind != Command::Kind::dispatch) continue;
    const bool by_arguments = command.arguments != VK_NULL_HANDLE;
    (dispatches++ < 2 ? at_once : later) |= by_arguments;
  }
  if (config.coherent || at_once || !later) return {};
  return {0, 2};
}

uint32_t count(const Log& log, Command::Kind kind) {
  return static_cast<uint32_t>(
      std::ranges::count_if(log.commands, [kind](const Command& each) { return each.kind == kind; }));
}

}  // namespace test
