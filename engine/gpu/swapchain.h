// The images of a window, and the queue of frames in flight that are drawn to them.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "gpu/commands.h"
#include "gpu/owned.h"

namespace gpu {

// A format of images, none of them sRGB: the shaders write colours as displays take them.
struct PixelFormat {
  VkFormat format;
  uint32_t bytes;                        // of a pixel, the lowest first
  std::array<uint32_t, 3> shifts, bits;  // of red, green and blue
};
// Those that are drawn and read, the best first.
inline constexpr PixelFormat kPixelFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, 4, {16, 8, 0}, {8, 8, 8}},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, {0, 8, 16}, {8, 8, 8}},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 4, {20, 10, 0}, {10, 10, 10}},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, {0, 10, 20}, {10, 10, 10}},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2, {11, 5, 0}, {5, 6, 5}},
};

// What is asked for of a surface that can do this: images of its size, or of `wanted` where it leaves that open.
// `vsync`: whether each image waits for the display, which it does wherever the surface has no other of `modes`.
VkSwapchainCreateInfoKHR swapchainInfo(const VkSurfaceCapabilitiesKHR& can, std::span<const VkPresentModeKHR> modes,
                                       VkExtent2D wanted, bool vsync);

// One of kPixelFormats that the device's queue can present to the surface; nothing where there is none.
// Errors: gpu::Error.
std::optional<VkSurfaceFormatKHR> surfaceFormat(const Device& device, VkSurfaceKHR surface);

// Thread rule: one thread at a time.
class Swapchain {
 public:
  // `surface` must be one that the device's queue can present to in this format, and must outlive the swapchain.
  Swapchain(const Device& device, VkSurfaceKHR surface, VkSurfaceFormatKHR format);

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
  const Device* device_;
  VkSurfaceKHR surface_;
  VkSurfaceFormatKHR format_;
  VkExtent2D extent_{};
  Owned<VkSwapchainKHR> swapchain_;
  std::vector<VkImage> images_;
  std::vector<Owned<VkImageView>> views_;
  std::vector<Owned<VkSemaphore>> finished_;
};

// Thread rule: one thread at a time.
class FrameQueue {
 public:
  FrameQueue(const Device& device, uint32_t frames);  // in flight
  ~FrameQueue();
  FrameQueue(const FrameQueue&) = delete;
  FrameQueue& operator=(const FrameQueue&) = delete;

  // Blocks until the GPU is done with the frame's previous submission. True when there was one.
  bool wait(uint32_t frame);
  // Records a frame with `record` and submits it. Call wait() first. Color output waits for `acquired`, and the end of
  // the frame signals `finished`. Both can be null. If `record` throws, nothing is submitted.
  void submit(uint32_t frame, const std::function<void(VkCommandBuffer)>& record, VkSemaphore acquired = VK_NULL_HANDLE,
              VkSemaphore finished = VK_NULL_HANDLE);

 private:
  struct Slot {
    Owned<VkFence> fence;
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    bool submitted = false;
  };

  const Device* device_;
  CommandPool pool_;
  std::vector<Slot> slots_;
};

}  // namespace gpu
