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

// Thread rule: one thread at a time.
class Swapchain {
 public:
  // `surface` must be one that the device's queue can present to, and must outlive the swapchain.
  // Errors: gpu::Error when the surface has no 8-bit RGBA or BGRA format.
  Swapchain(const gpu::Device& device, VkSurfaceKHR surface);

  // Makes images as swapchainInfo() has them. The GPU must be done with the old ones. False while the window has no
  // area.
  bool rebuild(VkExtent2D wanted, bool vsync);

  // Index of the next image, which is ready when `acquired` is signaled; nothing when a rebuild is due.
  std::optional<uint32_t> acquire(VkSemaphore acquired);
  // Shows the image once finished(index) is signaled. False when a rebuild is due.
  bool present(uint32_t index);

  VkFormat format() const { return format_.format; }
  VkExtent2D extent() const { return extent_; }
  VkImage image(uint32_t index) const { return images_[index]; }
  VkImageView view(uint32_t index) const { return views_[index].get(); }
  VkSemaphore finished(uint32_t index) const { return finished_[index].get(); }

 private:
  const gpu::Device* device_;
  VkSurfaceKHR surface_;
  VkSurfaceFormatKHR format_{};
  VkExtent2D extent_{};
  gpu::Owned<VkSwapchainKHR> swapchain_;
  std::vector<VkImage> images_;
  std::vector<gpu::Owned<VkImageView>> views_;
  std::vector<gpu::Owned<VkSemaphore>> finished_;
};

}  // namespace particles
