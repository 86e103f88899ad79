// Checks that the example of guides/long_sorts.md sorts on a device.
#include <doctest/doctest.h>
#include <volk.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <numeric>

#include "gpu/commands.h"
#include "gpu/structs.h"
#include "sort/toolkit/tool_check.h"
#include "support/oracle/inputs.h"
#include "vksort_plan.h"

namespace test::long_sorts {

const gpu::Device* opened;

void vkCmdPipelineBarrier(VkCommandBuffer cmd, VkPipelineStageFlags from, VkPipelineStageFlags to, VkDependencyFlags,
                          uint32_t, const VkMemoryBarrier* memory, uint32_t, const void*, uint32_t, const void*) {
  opened->vk.vkCmdPipelineBarrier(cmd, from, to, 0, 1, memory, 0, nullptr, 0, nullptr);
}

#include "guides/long_sorts.h"

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

void submitTogether(const gpu::Device& device, std::span<const VkCommandBuffer> command_buffers) {
  std::vector<VkSubmitInfo> submissions;
  for (const VkCommandBuffer& cmd : command_buffers) {
    gpu::check(device.vk.vkEndCommandBuffer(cmd), "vkEndCommandBuffer");
    auto info = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.commandBufferCount = 1;
    info.pCommandBuffers = &cmd;
    submissions.push_back(info);
  }
  gpu::check(device.vk.vkQueueSubmit(device.queue(), static_cast<uint32_t>(submissions.size()), submissions.data(),
                                     VK_NULL_HANDLE),
             "vkQueueSubmit");
}

TEST_CASE("two_submissions_sort_by_both_halves" * doctest::test_suite("one width")) {
  constexpr uint32_t kCount = 20'000, kLowBits = 9, kHighBits = 12;
  onEveryDevice([](Rig& rig) {
    opened = &rig.device();
    const vksort::Toolkit toolkit = makeToolkit(rig);
    const vksort::Sorter& by_low = rig.sorter({.payload = kIndex, .scratch = true});
    const vksort::Sorter& by_high = rig.sorter({.payload = kU32, .scratch = true});
    Random random{nextSeed()};
    std::vector<uint32_t> low(kCount), high(kCount), expected(kCount);
    for (uint32_t i = 0; i < kCount; ++i) {
      low[i] = random.below(1u << kLowBits);
      high[i] = random.below(20) << (kHighBits - 5);
    }
    std::iota(expected.begin(), expected.end(), 0u);
    std::ranges::stable_sort(expected, {}, [&](uint32_t i) { return high[i] << kLowBits | low[i]; });

    std::vector<gpu::Buffer> buffers;
    const auto range = [&](VkDeviceSize bytes) {
      buffers.emplace_back(rig.device(), bytes, kUsage);
      return vksort::Range{buffers.back().handle(), 0, bytes};
    };
    const auto filled = [&](const std::vector<uint32_t>& words) {
      const vksort::Range out = range(VkDeviceSize{4} * kCount);
      gpu::upload(rig.device(), buffers.back(), std::as_bytes(std::span(words)));
      return out;
    };
    const VkDeviceSize order_bytes = VkDeviceSize{4} * kCount;
    const Halves halves = {.low = filled(low),
                           .high = filled(high),
                           .order = range(order_bytes),
                           .high_in_order = range(order_bytes),
                           .scratch = range(std::max(by_low.scratchBytes(kCount), by_high.scratchBytes(kCount))),
                           .count = kCount,
                           .low_bits = kLowBits,
                           .high_bits = kHighBits};
    gpu::CommandPool pool(rig.device());
    const VkCommandBuffer command_buffers[] = {pool.allocate(), pool.allocate()};
    for (const VkCommandBuffer cmd : command_buffers) gpu::begin(rig.device(), cmd);
    requireRecorded(sortByLow(command_buffers[0], by_low, halves, kCopyWrite));
    requireRecorded(sortByHigh(command_buffers[1], toolkit, by_high, halves, kCopyRead));
    submitTogether(rig.device(), command_buffers);
    const std::vector<std::byte> sorted = gpu::download(rig.device(), halves.order.buffer, order_bytes);
    CHECK(std::ranges::equal(sorted, std::as_bytes(std::span(expected))));
  });
}

}  // namespace test::long_sorts
