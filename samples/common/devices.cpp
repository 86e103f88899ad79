#include "common/devices.h"

#include <chrono>
#include <limits>

#include "gpu/commands.h"
#include "gpu/instance.h"

namespace samples {
namespace {

const char* typeOf(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return "discrete GPU";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return "integrated GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return "virtual GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return "software";
    default:
      return "other";
  }
}

}  // namespace

std::string deviceLines() {
  const gpu::Instance instance({.name = "vksort"});
  const std::vector<gpu::PhysicalDevice> devices = instance.devices();
  if (devices.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
  std::string lines;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const VkPhysicalDeviceProperties& device = devices[i].properties;
    lines += std::to_string(i) + ": " + device.deviceName + ", " + typeOf(device.deviceType) + ", Vulkan " +
             std::to_string(VK_API_VERSION_MAJOR(device.apiVersion)) + "." +
             std::to_string(VK_API_VERSION_MINOR(device.apiVersion)) + "." +
             std::to_string(VK_API_VERSION_PATCH(device.apiVersion)) + "\n";
  }
  return lines;
}

void raiseClocks(const gpu::Device& device) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kSubmission{5}, kSteady{500}, kMost{5000};
  constexpr double kFaster = 0.97;
  constexpr VkDeviceSize kBytes = 2u << 20;  // fits into a cache, whose clock is the kernels'; memory has its own clock
  if (device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) return;
  const gpu::Buffer buffer(device, 2 * kBytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const auto submit = [&](uint32_t copies) {
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      const VkBufferCopy half{0, kBytes, kBytes};
      for (uint32_t i = 0; i < copies; ++i) {
        device.vk.vkCmdCopyBuffer(cmd, buffer.handle(), buffer.handle(), 1, &half);
        gpu::fullBarrier(device, cmd);
      }
    });
  };
  uint32_t copies = 1;
  double least = std::numeric_limits<double>::max();
  const Clock::time_point start = Clock::now();
  Clock::time_point fastest = start;
  for (Clock::time_point now = start; now - fastest < kSteady && now - start < kMost;) {
    const Clock::time_point submitted = now;
    submit(copies);
    now = Clock::now();
    const double each = std::chrono::duration<double>(now - submitted).count() / copies;
    if (now - submitted < kSubmission) copies *= 2;
    if (each > kFaster * least) continue;
    least = each;
    fastest = now;
  }
}

}  // namespace samples
