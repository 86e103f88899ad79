#include "watch.h"

namespace test {
namespace {

Rendering seen;
std::function<void(const BarrierCall&)> listener;
VolkDeviceTable real{};

}  // namespace

const Rendering& drawn() { return seen; }

void watch(gpu::Device& device, const std::function<void()>& record,
           const std::function<void(const BarrierCall&)>& each) {
  seen = {};
  listener = each;
  real = device.vk;
  device.vk.vkCmdPipelineBarrier = [](auto cmd, auto src, auto dst, auto flags, auto global_count, auto global,
                                      auto buffer_count, auto buffers, auto image_count, auto images) {
    listener(
        {src, dst, {global, global + global_count}, {buffers, buffers + buffer_count}, {images, images + image_count}});
    real.vkCmdPipelineBarrier(cmd, src, dst, flags, global_count, global, buffer_count, buffers, image_count, images);
  };
  device.vk.vkCmdBeginRendering = [](auto cmd, auto info) {
    seen.info = *info;
    if (info->colorAttachmentCount == 1) seen.color = *info->pColorAttachments;
    seen.open = true;
    real.vkCmdBeginRendering(cmd, info);
  };
  device.vk.vkCmdEndRendering = [](auto cmd) {
    seen.open = false;
    real.vkCmdEndRendering(cmd);
  };
  device.vk.vkCmdWriteTimestamp = [](auto cmd, auto stage, auto pool, auto query) {
    seen.timed_inside = seen.timed_inside || seen.open;
    real.vkCmdWriteTimestamp(cmd, stage, pool, query);
  };
  device.vk.vkCmdSetViewport = [](auto cmd, auto first, auto count, auto all) {
    seen.viewport = all[0];
    real.vkCmdSetViewport(cmd, first, count, all);
  };
  device.vk.vkCmdSetScissor = [](auto cmd, auto first, auto count, auto all) {
    seen.scissor = all[0];
    real.vkCmdSetScissor(cmd, first, count, all);
  };
  record();
  device.vk = real;
}

}  // namespace test
