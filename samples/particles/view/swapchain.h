// The images of a window.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace particles {

// What is asked for of a surface that can do this: images of its size, or of `wanted` where it leaves that open.
// `vsync`: whether each image waits for the display, which it does wherever the surface has no other of `modes`.
VkSwapchainCreateInfoKHR swapchainInfo(const VkSurfaceCapabilitiesKHR& can, std::span<const VkPresentModeKHR> modes,
                                       VkExtent2D wanted, bool vsync);

// One of kPixelFormats that the device can draw to the surface; nothing where there is none.
std::optional<VkSurfaceFormatKHR> surfaceFormat(VkPhysicalDevice physical, VkSurfaceKHR surface);

// Thread rule: one thread at a time.
class Swapchain {
 public:
  // `surface` must be one that the device's queue can present to in this format, and must outlive the swapchain.
  Swapchain(const gpu::Device& device, VkSurfaceKHR surface, VkSurfaceFormatKHR format);

  // Makes images as swapchainInfo() has them. The GPU must be done with the old ones. False while the window has no
  // area.
  bool rebuild(VkExtent2D wanted, bool vsync);

  // Index of the next image, which is ready when `acquired` is signaled; nothing if none comes in a quarter of a
  // second, as in a hidden window, or when a rebuild is due. Here and below, `stale` becomes true when one is.
  std::optional<uint32_t> acquire(VkSemaphore acquired, bool& stale);
  // Shows the image once finished(index) is signaled.
  void present(uint32_t index, bool& stale);

  VkFormat format() const { return format_.format; }
  VkExtent2D extent() const { return extent_; }
  VkImage image(uint32_t index) const { return images_[index]; }
  VkImageView view(uint32_t index) const { return views_[index].get(); }
  VkSemaphore finished(uint32_t index) const { return finished_[index].get(); }

 private:
  const gpu::Device* device_;
  VkSurfaceKHR surface_;
  VkSurfaceFormatKHR format_;
  VkExtent2D extent_{};
  gpu::Owned<VkSwapchainKHR> swapchain_;
  std::vector<VkImage> images_;
  std::vector<gpu::Owned<VkImageView>> views_;
  std::vector<gpu::Owned<VkSemaphore>> finished_;
};

}  // namespace particles
