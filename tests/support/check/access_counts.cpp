#include "support/check/access_counts.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "bitonic/kernels.h"
#include "counting_all_global_keys.spv.h"
#include "counting_all_global_pairs.spv.h"
#include "counting_all_global_triples.spv.h"
#include "counting_all_medium_keys.spv.h"
#include "counting_all_small_keys.spv.h"
#include "counting_all_small_pairs.spv.h"
#include "counting_all_small_triples.spv.h"
#include "counting_all_subgroup_keys.spv.h"
#include "counting_all_subgroup_pairs.spv.h"
#include "counting_all_tile_keys.spv.h"
#include "counting_all_tile_pairs.spv.h"
#include "counting_all_tile_triples.spv.h"
#include "counting_short_tile_keys.spv.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Element;
using vksort::Kernel;

// As in counted_access.glsl.
constexpr uint32_t kCounters = 3;

}  // namespace

Faults counting() {
  const auto swapped = [](Kernel kernel, Element element, std::span<const uint32_t> code) {
    return SwappedShader{vksort::moduleOf(kernel, element), code};
  };
  Faults faults;
  faults.shaders = {
      swapped(Kernel::subgroup_sort, Element::key, counting_all_subgroup_keys),
      swapped(Kernel::subgroup_sort, Element::pair, counting_all_subgroup_pairs),
      swapped(Kernel::small_sort, Element::key, counting_all_small_keys),
      swapped(Kernel::small_sort, Element::pair, counting_all_small_pairs),
      swapped(Kernel::small_sort, Element::triple, counting_all_small_triples),
      swapped(Kernel::medium_sort, Element::key, counting_all_medium_keys),
      swapped(Kernel::tile_sort, Element::key, counting_all_tile_keys),
      swapped(Kernel::tile_sort, Element::pair, counting_all_tile_pairs),
      swapped(Kernel::tile_sort, Element::triple, counting_all_tile_triples),
      swapped(Kernel::global_short, Element::key, counting_all_global_keys),
      swapped(Kernel::global_short, Element::pair, counting_all_global_pairs),
      swapped(Kernel::global_short, Element::triple, counting_all_global_triples),
  };
  return faults;
}

void countShort(Faults& counting) {
  for (SwappedShader& each : counting.shaders)
    if (each.shipped.packed == vksort::moduleOf(Kernel::tile_sort, Element::key).packed)
      each.mutant = counting_short_tile_keys;
}

std::vector<Counted> countAccesses(Rig& rig, const vksort::Sorter& sorter, const Config& config,
                                   const std::vector<uint32_t>& sizes) {
  const gpu::Device& device = rig.device();
  const Arena& keys = rig.arena(0, 1);
  const Arena& values = rig.arena(1, 1);
  const uint32_t width = keyWords(config);
  const VkDeviceSize counters = keys.device.size() - kCounters * 4;
  gpu::DescriptorPool sets;
  const VkDescriptorSetLayout layout = sorter.descriptorSetLayout();
  const auto set_count = static_cast<uint32_t>(sizes.size());
  if (layout != VK_NULL_HANDLE) sets = {device, set_count, set_count * vksort::kDescriptorsPerSet};
  std::span<uint32_t> reversed;  // keys, for coherent sorts
  if (config.coherent) {
    reversed = rig.arena(3, *std::ranges::max_element(sizes)).host.as<uint32_t>();
    for (std::size_t i = 0; i < reversed.size(); ++i) reversed[i] = static_cast<uint32_t>(reversed.size() - i);
    rig.arena(3, 1).host.flush();
  }
  HookScope hooks;
  hooks.faults.widen.push_back({keys.device.handle(), keys.device.size()});
  constexpr vksort::Access kCopy = {VK_PIPELINE_STAGE_TRANSFER_BIT,
                                    VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      const uint32_t n = sizes[i];
      REQUIRE(VkDeviceSize{n} * width * 4 <= counters);
      device.vk.vkCmdFillBuffer(cmd, keys.device.handle(), counters, kCounters * 4, 0);
      const VkBufferCopy all{0, 0, VkDeviceSize{n} * 4};
      if (config.coherent) device.vk.vkCmdCopyBuffer(cmd, rig.arena(3, 1).host.handle(), keys.device.handle(), 1, &all);
      memoryBarrier(device, cmd, kCopy, vksort::kBefore);
      vksort::SortInfo info;
      info.keys = {keys.device.handle(), 0, VkDeviceSize{n} * width * 4};
      if (splitValues(config)) info.values = {values.device.handle(), 0, VkDeviceSize{n} * 4};
      info.count = n;
      if (config.coherent) {
        info.state = {rig.arena(2, 1).device.handle(), 0, vksort::kStateBytes};
        memoryBarrier(device, cmd, vksort::kAfterState, vksort::kBeforeState);
      }
      if (layout != VK_NULL_HANDLE) info.descriptor_set = sets.allocate(layout);
      REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
      memoryBarrier(device, cmd, vksort::kAfter, kCopy);
      const VkBufferCopy region{counters, i * kCounters * 4, kCounters * 4};
      device.vk.vkCmdCopyBuffer(cmd, keys.device.handle(), keys.host.handle(), 1, &region);
      memoryBarrier(device, cmd, kCopy, kCopy);
    }
    memoryBarrier(device, cmd, kCopy, {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
  });
  keys.host.invalidate();
  const std::span<const uint32_t> words = keys.host.as<uint32_t>();
  std::vector<Counted> counted;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto each = words.subspan(i * kCounters, kCounters);  // the last counter comes first
    counted.push_back({each[2], each[1], each[0]});
  }
  return counted;
}

}  // namespace test
