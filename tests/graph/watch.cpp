#include "watch.h"

namespace test {
namespace {

bool rendering = false;
std::function<void()> listener;
VolkDeviceTable real{};

}  // namespace

bool isRendering() { return rendering; }

void watch(gpu::Device& device, const std::function<void()>& record, const std::function<void()>& at_barrier) {
  rendering = false;
  listener = at_barrier;
  real = device.vk;
  device.vk.vkCmdPipelineBarrier = [](auto... arguments) {
    listener();
    real.vkCmdPipelineBarrier(arguments...);
  };
  device.vk.vkCmdBeginRendering = [](auto cmd, auto info) {
    rendering = true;
    real.vkCmdBeginRendering(cmd, info);
  };
  device.vk.vkCmdEndRendering = [](auto cmd) {
    rendering = false;
    real.vkCmdEndRendering(cmd);
  };
  record();
  device.vk = real;
}

}  // namespace test
