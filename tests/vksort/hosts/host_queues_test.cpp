// The ways in which hosts synchronize: queues, and barriers of either API.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "support/check/host_pairs.h"
#include "support/devices.h"
#include "support/skip.h"

namespace test {
namespace {

// One half of a transfer of the pairs' ownership between queue families; nothing but a barrier within one.
void transfer(const gpu::Device& device, VkCommandBuffer cmd, const Pairs& pairs, vksort::Access from, uint32_t source,
              vksort::Access to, uint32_t target) {
  VkBufferMemoryBarrier barriers[2];
  for (uint32_t i = 0; i < 2; ++i) {
    barriers[i] = {VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                   nullptr,
                   from.access,
                   to.access,
                   source,
                   target,
                   pairs.buffer(i),
                   0,
                   VK_WHOLE_SIZE};
  }
  device.vk.vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 0, nullptr, 2, barriers, 0, nullptr);
}

// vkCmdPipelineBarrier2 with the same stages and accesses, whose bits synchronization2 has kept.
void barrier2(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to) {
  VkMemoryBarrier2 memory{};
  memory.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2;
  memory.srcStageMask = from.stages;
  memory.srcAccessMask = from.access;
  memory.dstStageMask = to.stages;
  memory.dstAccessMask = to.access;
  VkDependencyInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
  info.memoryBarrierCount = 1;
  info.pMemoryBarriers = &memory;
  device.vk.vkCmdPipelineBarrier2(cmd, &info);
}

}  // namespace

// The elements belong to the graphics queue's family before and after; the compute queue's sorts them in between. As
// vksort.h says. Where there is one family, the transfers are plain barriers.
TEST_CASE("sorts_on_a_compute_queue_beside_a_graphics_queue" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    const uint32_t graphics = device.queueFamily(), compute = device.computeQueueFamily();
    MESSAGE(rig.name() << ": " << (graphics == compute ? "one queue family" : "a queue of another family"));
    const bool one = graphics == compute;
    constexpr vksort::Access kNothing = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0},
                             kLater = {VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0};
    Pairs pairs(device, rig.sorter(kPairs));
    gpu::CommandPool graphics_pool(device), compute_pool(device, compute);
    const auto uploaded = gpu::createSemaphore(device), sorted = gpu::createSemaphore(device);
    const auto done = gpu::createFence(device);
    for (uint32_t frame = 0; frame < 2; ++frame) {
      pairs.fill();
      const VkCommandBuffer up = graphics_pool.allocate();
      gpu::begin(device, up);
      pairs.copy(up, true);
      transfer(device, up, pairs, kCopyWrite, graphics, one ? vksort::kBefore : kLater, compute);
      REQUIRE(device.vk.vkEndCommandBuffer(up) == VK_SUCCESS);

      const VkCommandBuffer sort = compute_pool.allocate();
      gpu::begin(device, sort);
      if (!one) transfer(device, sort, pairs, kNothing, graphics, vksort::kBefore, compute);
      pairs.sort(sort);
      transfer(device, sort, pairs, vksort::kAfter, compute, one ? kCopyRead : kLater, graphics);
      REQUIRE(device.vk.vkEndCommandBuffer(sort) == VK_SUCCESS);

      const VkCommandBuffer down = graphics_pool.allocate();
      gpu::begin(device, down);
      if (!one) transfer(device, down, pairs, kNothing, compute, kCopyRead, graphics);
      pairs.copy(down, false);
      memoryBarrier(device, down, kCopyWrite, kHostRead);
      REQUIRE(device.vk.vkEndCommandBuffer(down) == VK_SUCCESS);

      submit(device, device.queue(), up, VK_NULL_HANDLE, uploaded.get(), VK_NULL_HANDLE);
      submit(device, device.computeQueue(), sort, uploaded.get(), sorted.get(), VK_NULL_HANDLE);
      submit(device, device.queue(), down, sorted.get(), VK_NULL_HANDLE, done.get());
      waitFor(device, done.get());
      const VkFence fence = done.get();
      REQUIRE(device.vk.vkResetFences(device.handle(), 1, &fence) == VK_SUCCESS);
      CHECK(pairs.explainWrong() == "");
    }
  });
}

TEST_CASE("sorts_between_barriers_of_either_api" * doctest::test_suite("one width")) {
  lookAtShaders();
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    if (!device.enabled().synchronization2) return skip("no VK_KHR_synchronization2");
    Pairs pairs(device, rig.sorter(kPairs));
    pairs.fill();
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      pairs.copy(cmd, true);
      barrier2(device, cmd, kCopyWrite, vksort::kBefore);
      pairs.sort(cmd);
      barrier2(device, cmd, vksort::kAfter, kCopyRead);
      pairs.copy(cmd, false);
      barrier2(device, cmd, kCopyWrite, kHostRead);
    });
    CHECK(pairs.explainWrong() == "");
    if (!validationWanted()) return;
    expectNoValidationMessages();
    // That synchronization validation would see one that is too weak.
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      pairs.copy(cmd, true);
      barrier2(device, cmd, kCopyRead, vksort::kBefore);
      pairs.sort(cmd);
    });
    CHECK(takeValidationMessages() > 0);
  });
}

}  // namespace test
