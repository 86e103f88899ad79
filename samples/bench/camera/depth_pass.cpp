#include "camera/depth_pass.h"

#include "view.h"

namespace bench {

void recordDepthPass(const gpu::Device& device, VkCommandBuffer cmd, const DepthPass& pass,
                     std::span<const std::byte> constants, std::uint32_t count) {
  constexpr VkPipelineBindPoint kCompute = VK_PIPELINE_BIND_POINT_COMPUTE;
  constexpr std::uint32_t kMostColumns = 65535;  // on every device
  const std::uint32_t groups = (count - 1) / DEPTH_KEYS_WORKGROUP + 1;
  const std::uint32_t rows = (groups - 1) / kMostColumns + 1;
  device.vk.vkCmdBindPipeline(cmd, kCompute, pass.pipeline);
  device.vk.vkCmdBindDescriptorSets(cmd, kCompute, pass.layout, 0, 1, &pass.set, 0, nullptr);
  device.vk.vkCmdPushConstants(cmd, pass.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                               static_cast<std::uint32_t>(constants.size()), constants.data());
  device.vk.vkCmdDispatch(cmd, (groups - 1) / rows + 1, rows, 1);
}

}  // namespace bench
