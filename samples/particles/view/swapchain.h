// The images of a window.
#pragma once
#include <optional>
#include <vector>

#include "gpu/device.h"
#include "gpu/owned.h"

namespace particles {

// Thread rule: one thread at a time.
class Swapchain {
 public:
  // `surface` must be one that the device's queue can present to, and must outlive the swapchain.
  // Errors: gpu::Error when the surface has no 8-bit RGBA or BGRA format.
  Swapchain(const gpu::Device& device, VkSurfaceKHR surface);

  // Makes images of the surface's size, or of `wanted` where the surface leaves it open. The GPU must be done with the
  // old ones. False while the window has no area.
  // `vsync`: whether each image waits for the display; see also waits().
  bool rebuild(VkExtent2D wanted, bool vsync = true);

  // Index of the next image, which is ready when `acquired` is signaled; nothing when a rebuild is due.
  std::optional<uint32_t> acquire(VkSemaphore acquired);
  // Shows the image once finished(index) is signaled. False when a rebuild is due.
  bool present(uint32_t index);

  // Whether images wait for the display: always where the surface knows no other way.
  bool waits() const { return mode_ == VK_PRESENT_MODE_FIFO_KHR; }
  VkFormat format() const { return format_.format; }
  VkExtent2D extent() const { return extent_; }
  VkImage image(uint32_t index) const { return images_[index]; }
  VkImageView view(uint32_t index) const { return views_[index].get(); }
  VkSemaphore finished(uint32_t index) const { return finished_[index].get(); }

 private:
  void takeImages();
  VkPresentModeKHR chooseMode(bool vsync) const;

  const gpu::Device* device_;
  VkSurfaceKHR surface_;
  VkSurfaceFormatKHR format_{};
  VkExtent2D extent_{};
  VkPresentModeKHR mode_ = VK_PRESENT_MODE_FIFO_KHR;
  gpu::Owned<VkSwapchainKHR> swapchain_;
  std::vector<VkImage> images_;
  std::vector<gpu::Owned<VkImageView>> views_;
  std::vector<gpu::Owned<VkSemaphore>> finished_;
};

}  // namespace particles
