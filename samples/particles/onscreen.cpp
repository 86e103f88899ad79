#include "onscreen.h"

#include <cstdio>

#include "gpu/select.h"
#include "viewer/session.h"

namespace particles {
namespace {

// Whether the device can draw to the surface; if not, says so or throws.
bool presents(const gpu::Device& device, const Surface& surface, const Options& options) {
  VkBool32 can = VK_FALSE;
  gpu::check(vkGetPhysicalDeviceSurfaceSupportKHR(device.physical(), device.queueFamily(), surface.get(), &can),
             "asking whether the device can present");
  if (can == VK_TRUE) return true;
  const std::string name = device.properties().core.deviceName;
  if (options.window) throw gpu::Error("--window: " + name + " cannot draw to this display");
  std::fprintf(stderr, "vksort-particles: %s cannot draw to this display; drawing offscreen\n", name.c_str());
  return false;
}

// One device and one surface. The exit code; nothing where the device cannot draw to the display.
std::optional<int> runSession(const gpu::Instance& instance, VkPhysicalDevice physical, Window& window,
                              const Options& options, ViewerState& state) {
  const Surface surface(instance, window);
  gpu::DeviceInfo info;
  info.physical = physical;
  info.want_swapchain = true;
  const gpu::Device device(instance, info);
  if (!presents(device, surface, options)) return std::nullopt;
  printDevice(device);
  Session session(device, window, surface.get(), options, state);
  session.run();
  return session.finish();
}

// As asked for; else smaller where a software driver has to draw it, and that is said. Errors: UsageError.
VkExtent2D windowExtent(VkPhysicalDevice physical, const Options& options, ViewerState& state) {
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(physical, &properties);
  if (properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU || options.size_given)
    return fittingSize({options.width, options.height}, properties);
  state.note = "no GPU: a smaller window and scene, for 10 frames a second on two cores";
  std::printf("note: %s; --size and --count ask for more\n", state.note.c_str());
  return kSoftwareExtent;
}

}  // namespace

std::optional<int> runWindow(const gpu::Instance& instance, const Options& options) {
  constexpr uint32_t kMostLosses = 3;     // one after the other
  constexpr uint32_t kEnoughFrames = 60;  // between two of them, so that they have nothing to do with each other
  const VkPhysicalDevice physical = gpu::selectDevice(instance, options.device).handle;
  if (options.window_output) requireWritable(options.output);
  ViewerState state;
  const VkExtent2D extent = windowExtent(physical, options, state);
  Window window(extent.width, extent.height);
  uint32_t lost_at = 0;
  for (uint32_t losses = 1;; ++losses) {
    try {
      return runSession(instance, physical, window, options, state);
    } catch (const gpu::Error& error) {
      if (state.frames >= lost_at + kEnoughFrames) losses = 1;
      if (!isLoss(error.result())) throw;
      if (losses >= kMostLosses)
        throw gpu::Error("gave up: device or display were lost " + std::to_string(losses) +
                         " times, one after the other; the last time: " + error.what());
      lost_at = state.frames;
      state.note = std::string("began again after: ") + error.what();
      std::printf("note: %s\n", state.note.c_str());
      std::fflush(stdout);
    }
  }
}

}  // namespace particles
