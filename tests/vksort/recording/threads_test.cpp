// The thread rule: one Sorter records on many threads, into different command buffers.
#include <doctest/doctest.h>

#include <thread>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"

namespace test {

TEST_CASE("records_on_many_threads_at_once" * doctest::test_suite("one width")) {
  constexpr uint32_t kThreads = 8, kSorts = 20, kEach = 3001, kStride = 4096;
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    for (const bool push : {true, false}) {
      const Config config{.push_descriptor = push};
      const vksort::Sorter& sorter = rig.sorter(config);
      const Arena& arena = rig.arena(0, kThreads * kSorts * kStride);
      const std::span<uint32_t> words = arena.host.as<uint32_t>();
      std::vector<Elements> before;
      for (uint32_t i = 0; i < kThreads * kSorts; ++i) {
        before.push_back(generate(config, {kEach, Keys::random, Payload::index, nextSeed()}));
        std::copy(before[i].keys.begin(), before[i].keys.end(), words.begin() + i * kStride);
      }
      arena.host.flush();

      struct Recording {
        gpu::CommandPool pool;
        gpu::DescriptorPool sets;
        VkCommandBuffer cmd;
        uint32_t failures = 0;
      };
      std::vector<Recording> recordings;
      for (uint32_t i = 0; i < kThreads; ++i) {
        recordings.push_back({gpu::CommandPool(device), {}, VK_NULL_HANDLE});
        recordings[i].cmd = recordings[i].pool.allocate();
        recordings[i].sets = {device, kSorts, kSorts * vksort::kDescriptorsPerSet};
      }
      std::vector<std::thread> threads;
      for (uint32_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          Recording& mine = recordings[i];
          gpu::begin(device, mine.cmd);
          for (uint32_t j = 0; j < kSorts; ++j) {
            vksort::SortInfo info;
            info.keys = {arena.device.handle(), VkDeviceSize{i * kSorts + j} * kStride * 4, kEach * 4};
            info.count = kEach;
            if (sorter.descriptorSetLayout() != VK_NULL_HANDLE)
              info.descriptor_set = mine.sets.allocate(sorter.descriptorSetLayout());
            mine.failures += sorter.record(mine.cmd, info) != vksort::SortStatus::ok;
          }
          mine.failures += device.vk.vkEndCommandBuffer(mine.cmd) != VK_SUCCESS;
        });
      }
      for (std::thread& thread : threads) thread.join();

      const VkBufferCopy all{0, 0, VkDeviceSize{kThreads} * kSorts * kStride * 4};
      gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
        device.vk.vkCmdCopyBuffer(cmd, arena.host.handle(), arena.device.handle(), 1, &all);
        gpu::fullBarrier(device, cmd);
      });
      std::vector<VkCommandBuffer> commands;
      for (const Recording& each : recordings) {
        CHECK(each.failures == 0);
        commands.push_back(each.cmd);
      }
      VkSubmitInfo submit{};
      submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
      submit.commandBufferCount = kThreads;
      submit.pCommandBuffers = commands.data();
      REQUIRE(device.vk.vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS);
      device.waitIdle();
      gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
        gpu::fullBarrier(device, cmd);
        device.vk.vkCmdCopyBuffer(cmd, arena.device.handle(), arena.host.handle(), 1, &all);
        gpu::fullBarrier(device, cmd);
      });
      arena.host.invalidate();
      for (uint32_t i = 0; i < kThreads * kSorts; ++i) {
        const auto range = words.subspan(std::size_t{i} * kStride, kEach);
        CHECK(explainWrong(config, before[i], {{range.begin(), range.end()}, {}}) == "");
      }
    }
  });
}

}  // namespace test
