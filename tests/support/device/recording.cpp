#include "support/device/recording.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"

namespace test {

Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Call& call, const Faults& faults) {
  gpu::CommandPool pool(rig.device());
  const VkCommandBuffer cmd = pool.allocate();
  gpu::begin(rig.device(), cmd);
  Call now = call;
  gpu::DescriptorPool sets;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {rig.device(), 1, vksort::kDescriptorsPerSet};
    now.sort.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  HookScope hooks(faults);
  const vksort::RecordStatus status = record(sorter, cmd, config, now);
  INFO(vksort::describe(status));
  REQUIRE(status.ok());
  REQUIRE(rig.device().vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
  return hooks.log;
}

Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n, const Faults& faults) {
  const uint32_t width = keyWords(config);
  Call call;
  vksort::SortInfo& info = call.sort;
  setOrder(config, info);
  info.keys = {rig.arena(0, n * width).device.handle(), 0, VkDeviceSize{n} * width * 4};
  if (splitValues(config)) info.payload = {rig.arena(1, n).device.handle(), 0, VkDeviceSize{n} * 4};
  info.count = n;
  if (config.generator) info.generator_set = rig.generatorSet();
  if (const VkDeviceSize bytes = config.scratch ? sorter.scratchBytes(n) : 0; bytes != 0)
    info.scratch = {rig.arena(4, static_cast<uint32_t>(bytes / 4)).device.handle(), 0, bytes};
  if (config.mode == Mode::indirect) {
    const VkBuffer counts = rig.arena(2, 1 << 12).device.handle();
    call.count = {counts, 0};
    call.state = {counts, 64, vksort::kStateBytes};
  }
  return recorded(rig, sorter, config, call, faults);
}

Log recorded(Rig& rig, const Config& config, uint32_t n, const Faults& faults) {
  return recorded(rig, rig.sorter(config), config, n, faults);
}

Independent independentOf(const Config& config, const Log& log) {
  if (config.mode != Mode::indirect) return {};
  if (!config.scratch) return {0, 2};
  // A radix sort has none: its set-up writes what the next dispatch takes its arguments from, or clears what it adds
  // to. One that is in place none the less has arguments behind the next.
  uint32_t dispatches = 0;
  bool at_once = false, later = false;
  for (const Command& command : log.commands) {
    if (command.kind != Command::Kind::dispatch) continue;
    const bool by_arguments = command.arguments != VK_NULL_HANDLE;
    (dispatches++ < 2 ? at_once : later) |= by_arguments;
  }
  if (at_once || !later) return {};
  return {0, 2};
}

uint32_t count(const Log& log, Command::Kind kind) {
  return static_cast<uint32_t>(
      std::ranges::count_if(log.commands, [kind](const Command& each) { return each.kind == kind; }));
}

}  // namespace test
