#include "rendering_watch.h"

namespace test {
namespace {

Rendering seen;
VolkDeviceTable real{};

VKAPI_ATTR void VKAPI_CALL beginRendering(VkCommandBuffer cmd, const VkRenderingInfo* info) {
  seen.info = *info;
  if (info->colorAttachmentCount == 1) seen.color = *info->pColorAttachments;
  seen.open = true;
  real.vkCmdBeginRendering(cmd, info);
}
VKAPI_ATTR void VKAPI_CALL endRendering(VkCommandBuffer cmd) {
  seen.open = false;
  real.vkCmdEndRendering(cmd);
}
VKAPI_ATTR void VKAPI_CALL writeTimestamp(VkCommandBuffer cmd, VkPipelineStageFlagBits stage, VkQueryPool pool,
                                          uint32_t query) {
  seen.timed_inside = seen.timed_inside || seen.open;
  real.vkCmdWriteTimestamp(cmd, stage, pool, query);
}
VKAPI_ATTR void VKAPI_CALL setViewport(VkCommandBuffer cmd, uint32_t first, uint32_t count, const VkViewport* all) {
  seen.viewport = all[0];
  real.vkCmdSetViewport(cmd, first, count, all);
}
VKAPI_ATTR void VKAPI_CALL setScissor(VkCommandBuffer cmd, uint32_t first, uint32_t count, const VkRect2D* all) {
  seen.scissor = all[0];
  real.vkCmdSetScissor(cmd, first, count, all);
}

}  // namespace

const Rendering& drawn() { return seen; }

void watchRendering(gpu::Device& device, const std::function<void()>& record) {
  seen = {};
  real = device.vk;
  device.vk.vkCmdBeginRendering = beginRendering;
  device.vk.vkCmdEndRendering = endRendering;
  device.vk.vkCmdWriteTimestamp = writeTimestamp;
  device.vk.vkCmdSetViewport = setViewport;
  device.vk.vkCmdSetScissor = setScissor;
  record();
  device.vk.vkCmdBeginRendering = real.vkCmdBeginRendering;
  device.vk.vkCmdEndRendering = real.vkCmdEndRendering;
  device.vk.vkCmdWriteTimestamp = real.vkCmdWriteTimestamp;
  device.vk.vkCmdSetViewport = real.vkCmdSetViewport;
  device.vk.vkCmdSetScissor = real.vkCmdSetScissor;
}

}  // namespace test
