// The ways in which hosts record and submit.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "support/check/host_pairs.h"

namespace test {

// The host waits for a frame only when it is about to record the third one after it.
TEST_CASE("keeps_three_frames_in_flight" * doctest::test_suite("one width")) {
  constexpr uint32_t kFrames = 3;
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    for (const bool push : {true, false}) {
      Config config = kPairs;
      config.push_descriptor = push;
      const vksort::Sorter& sorter = rig.sorter(config);
      std::vector<Pairs> pairs;
      std::vector<gpu::CommandPool> pools;
      std::vector<VkCommandBuffer> commands;
      std::vector<gpu::Owned<VkFence>> fences;
      for (uint32_t i = 0; i < kFrames; ++i) {
        pairs.emplace_back(device, sorter);
        pools.emplace_back(device);
        commands.push_back(pools.back().allocate());
        fences.push_back(gpu::createFence(device));
      }
      for (uint32_t frame = 0; frame < 3 * kFrames; ++frame) {
        const uint32_t slot = frame % kFrames;
        const VkFence fence = fences[slot].get();
        if (frame >= kFrames) {
          waitFor(device, fence);
          CHECK(pairs[slot].explainWrong() == "");
          REQUIRE(device.vk.vkResetFences(device.handle(), 1, &fence) == VK_SUCCESS);
          pools[slot].reset();
        }
        pairs[slot].fill();
        gpu::begin(device, commands[slot]);
        recordFrame(device, commands[slot], pairs[slot]);
        REQUIRE(device.vk.vkEndCommandBuffer(commands[slot]) == VK_SUCCESS);
        submit(device, device.queue(), commands[slot], VK_NULL_HANDLE, VK_NULL_HANDLE, fence);
      }
      device.waitIdle();
      for (const Pairs& each : pairs) CHECK(each.explainWrong() == "");
    }
  });
}

TEST_CASE("records_into_secondary_command_buffers" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    Pairs pairs(device, rig.sorter(kPairs));
    pairs.fill();
    gpu::CommandPool pool(device);
    const VkCommandBuffer secondary = pool.allocate(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
    VkCommandBufferInheritanceInfo inheritance{};
    inheritance.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO;
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.pInheritanceInfo = &inheritance;
    REQUIRE(device.vk.vkBeginCommandBuffer(secondary, &begin) == VK_SUCCESS);
    pairs.sort(secondary);
    REQUIRE(device.vk.vkEndCommandBuffer(secondary) == VK_SUCCESS);
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      pairs.copy(cmd, true);
      memoryBarrier(device, cmd, kCopyWrite, vksort::kBefore);
      device.vk.vkCmdExecuteCommands(cmd, 1, &secondary);
      memoryBarrier(device, cmd, vksort::kAfter, kCopyRead);
      pairs.copy(cmd, false);
      memoryBarrier(device, cmd, kCopyWrite, kHostRead);
    });
    CHECK(pairs.explainWrong() == "");
  });
}

TEST_CASE("runs_a_recording_again_and_records_it_anew" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    Pairs pairs(device, rig.sorter(kPairs));
    gpu::CommandPool pool(device);
    const VkCommandBuffer cmd = pool.allocate();
    for (uint32_t recording = 0; recording < 2; ++recording) {
      VkCommandBufferBeginInfo again{};
      again.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
      REQUIRE(device.vk.vkBeginCommandBuffer(cmd, &again) == VK_SUCCESS);
      recordFrame(device, cmd, pairs);
      REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
      for (uint32_t run = 0; run < 3; ++run) {
        pairs.fill();
        submit(device, device.queue(), cmd, VK_NULL_HANDLE, VK_NULL_HANDLE, VK_NULL_HANDLE);
        device.waitIdle();
        CHECK(pairs.explainWrong() == "");
      }
    }
  });
}

}  // namespace test
