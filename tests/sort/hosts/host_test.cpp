// Sorts work in the ways that applications record, submit and synchronize.
#include <doctest/doctest.h>

#include <thread>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/device/call.h"
#include "support/devices.h"
#include "support/skip.h"

namespace test {
namespace {

constexpr Config kPairs{.key_type = kF32, .order = kDown, .payload = kInterleaved, .ties = kByValue};
constexpr uint32_t kCount = 40'007;
constexpr VkDeviceSize kBytes = VkDeviceSize{kCount} * 8;

class Pairs {
 public:
  Pairs(const gpu::Device& device, const vksort::Sorter& sorter) : device_(&device), sorter_(&sorter) {
    constexpr VkBufferUsageFlags kCopies = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    arena_.device = gpu::Buffer(device, kBytes, kCopies | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    arena_.host = gpu::Buffer(device, kBytes, kCopies, gpu::Memory::readback);
    if (sorter.descriptorSetLayout() == VK_NULL_HANDLE) return;
    sets_ = {device, 1, VKSORT_DESCRIPTORS_PER_SET};
    set_ = sets_.allocate(sorter.descriptorSetLayout());
  }

  VkBuffer buffer() const { return arena_.device.handle(); }
  void fill() {
    before_ = generate(kPairs, {kCount, Keys::random, Payload::index, nextSeed()});
    putKeys(kPairs, before_, arena_.host.as<uint32_t>().data());
    arena_.host.flush();
  }
  void copy(VkCommandBuffer cmd, bool to_device) const {
    const VkBufferCopy whole{0, 0, kBytes};
    const VkBuffer from = (to_device ? arena_.host : arena_.device).handle();
    device_->vk.vkCmdCopyBuffer(cmd, from, (to_device ? arena_.device : arena_.host).handle(), 1, &whole);
  }
  void sort(VkCommandBuffer cmd) const {
    vksort::SortInfo info{};
    setOrder(kPairs, info);
    info.keys = {buffer(), 0, kBytes};
    info.count = kCount;
    info.descriptor_set = set_;
    REQUIRE(sorter_->record(cmd, info).ok());
  }
  void recordFrame(VkCommandBuffer cmd) const {
    copy(cmd, true);
    memoryBarrier(*device_, cmd, kCopyWrite, vksort::kBefore);
    sort(cmd);
    memoryBarrier(*device_, cmd, vksort::kAfter, kCopyRead);
    copy(cmd, false);
    memoryBarrier(*device_, cmd, kCopyWrite, kHostRead);
  }
  std::string explainWrong() const {
    arena_.host.invalidate();
    Elements after = before_;
    getKeys(kPairs, arena_.host.as<uint32_t>().data(), after);
    return test::explainWrong(kPairs, before_, after);
  }

 private:
  const gpu::Device* device_;
  const vksort::Sorter* sorter_;
  Arena arena_;
  gpu::DescriptorPool sets_;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  Elements before_;
};

void submit(const gpu::Device& device, VkQueue queue, VkCommandBuffer cmd, VkSemaphore wait = VK_NULL_HANDLE,
            VkSemaphore signal = VK_NULL_HANDLE, VkFence fence = VK_NULL_HANDLE) {
  const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.waitSemaphoreCount = wait != VK_NULL_HANDLE ? 1 : 0;
  info.pWaitSemaphores = &wait;
  info.pWaitDstStageMask = &stages;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &cmd;
  info.signalSemaphoreCount = signal != VK_NULL_HANDLE ? 1 : 0;
  info.pSignalSemaphores = &signal;
  REQUIRE(device.vk.vkQueueSubmit(queue, 1, &info, fence) == VK_SUCCESS);
}

void waitFor(const gpu::Device& device, VkFence fence) {
  REQUIRE(device.vk.vkWaitForFences(device.handle(), 1, &fence, VK_TRUE, 60'000'000'000) == VK_SUCCESS);
  REQUIRE(device.vk.vkResetFences(device.handle(), 1, &fence) == VK_SUCCESS);
}

// Releases or acquires ownership. Within one queue family, this is a plain barrier.
void transfer(const gpu::Device& device, VkCommandBuffer cmd, const Pairs& pairs, vksort::Access from, uint32_t source,
              vksort::Access to, uint32_t target) {
  const VkBufferMemoryBarrier barrier{VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                      nullptr,
                                      from.access,
                                      to.access,
                                      source,
                                      target,
                                      pairs.buffer(),
                                      0,
                                      VK_WHOLE_SIZE};
  device.vk.vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 0, nullptr, 1, &barrier, 0, nullptr);
}

}  // namespace

// The graphics queue owns the elements, except during the sort.
TEST_CASE("sorts_on_a_compute_queue_next_to_graphics" * doctest::test_suite("one width")) {
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
      CHECK(pairs.explainWrong() == "");
    }
  });
}

// A frame must finish before the third one after it is recorded.
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
          pools[slot].reset();
        }
        pairs[slot].fill();
        gpu::begin(device, commands[slot]);
        pairs[slot].recordFrame(commands[slot]);
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

// All threads record one Sorter into their own command buffers.
TEST_CASE("records_on_many_threads_concurrently" * doctest::test_suite("one width")) {
  constexpr uint32_t kThreads = 8, kSorts = 20;
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    for (const bool push : {true, false}) {
      Config config = kPairs;
      config.push_descriptor = push;
      const vksort::Sorter& sorter = rig.sorter(config);
      std::vector<Pairs> pairs;
      std::vector<gpu::CommandPool> pools;
      std::vector<VkCommandBuffer> commands;
      for (uint32_t i = 0; i < kThreads; ++i) {
        pairs.emplace_back(device, sorter);
        pairs.back().fill();
        pools.emplace_back(device);
        for (uint32_t j = 0; j < kSorts; ++j) commands.push_back(pools.back().allocate());
      }
      std::vector<std::thread> threads;
      for (uint32_t i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          for (uint32_t j = 0; j < kSorts; ++j) {
            gpu::begin(device, commands[i * kSorts + j]);
            pairs[i].recordFrame(commands[i * kSorts + j]);
            device.vk.vkEndCommandBuffer(commands[i * kSorts + j]);
          }
        });
      }
      for (std::thread& thread : threads) thread.join();
      for (uint32_t i = 0; i < kThreads; ++i) {
        submit(device, device.queue(), commands[(i + 1) * kSorts - 1]);
        device.waitIdle();
        CHECK(pairs[i].explainWrong() == "");
      }
    }
  });
}

TEST_CASE("a_validation_message_fails_the_case" * doctest::should_fail() * doctest::test_suite("one width")) {
  if (!validationWanted()) FAIL("validation is off");
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    const gpu::Buffer buffer(device, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {  // two fills of one range without a barrier
      device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 1);
      device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 2);
    });
  });
}

}  // namespace test
