#include "breakdown/empty_pass.h"

#include <algorithm>
#include <array>
#include <vector>

#include "empty.spv.h"
#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "gpu/timestamps.h"
#include "vksort.h"

namespace bench {

double emptyPassTime(const gpu::Device& device) {
  constexpr std::uint32_t kRounds = 15, kPasses = 64, kPushBytes = 36;
  const gpu::Buffer words(device, 4096, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const gpu::Owned<VkDescriptorSetLayout> set_layout = gpu::storageLayout(device, 1);
  const VkDescriptorSetLayout set_layout_handle = set_layout.get();
  const gpu::Owned<VkPipelineLayout> layout =
      gpu::pipelineLayout(device, {&set_layout_handle, 1}, {.bytes = kPushBytes});
  std::array<gpu::Owned<VkPipeline>, 2> pipelines;
  for (std::uint32_t i = 0; i < 2; ++i) {
    const std::uint32_t step = i + 1;
    pipelines[i] = gpu::computePipeline(
        device, {.code = empty, .layout = layout.get(), .constants = {&step, 1}, .name = "empty pass"});
  }
  gpu::DescriptorPool pool(device, 1, 1u);
  const VkDescriptorSet set = pool.allocate(set_layout_handle);
  const std::array<VkDescriptorBufferInfo, 1> buffers = {{{words.handle(), 0, words.size()}}};
  gpu::writeStorageBuffers(device, set, buffers);

  const gpu::Timestamps times(device, kRounds);
  const std::array<std::uint32_t, kPushBytes / 4> push{};
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, vksort::kAfter.access,
                                   vksort::kBefore.access};
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    times.reset(cmd);
    device.vk.vkCmdFillBuffer(cmd, words.handle(), 0, VK_WHOLE_SIZE, 0);
    gpu::fullBarrier(device, cmd);
    device.vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout.get(), 0, 1, &set, 0, nullptr);
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      times.begin(cmd, round);
      for (std::uint32_t i = 0; i < kPasses; ++i) {
        device.vk.vkCmdPipelineBarrier(cmd, vksort::kAfter.stages, vksort::kBefore.stages, 0, 1, &barrier, 0, nullptr,
                                       0, nullptr);
        device.vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines[i % 2].get());
        device.vk.vkCmdPushConstants(cmd, layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, kPushBytes, push.data());
        device.vk.vkCmdDispatch(cmd, 1, 1, 1);
      }
      times.end(cmd, round);
      gpu::fullBarrier(device, cmd);
    }
  });
  std::vector<double> microseconds;
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    if (const auto range = times.read(round)) microseconds.push_back(range->duration() * 1e-3 / kPasses);
  }
  if (microseconds.empty()) return 0.0;
  std::sort(microseconds.begin(), microseconds.end());
  return microseconds[microseconds.size() / 2];
}

}  // namespace bench
