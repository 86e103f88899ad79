#pragma once
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "gpu/commands.h"
#include "gpu/owned.h"

namespace gpu {

// No format is sRGB, because the shaders already write display colours.
struct PixelFormat {
  VkFormat format;
  uint32_t bytes;                        // per pixel, in little-endian order
  std::array<uint32_t, 3> shifts, bits;  // red, green, blue
};
// Best first.
inline constexpr PixelFormat kPixelFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, 4, {16, 8, 0}, {8, 8, 8}},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, {0, 8, 16}, {8, 8, 8}},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 4, {20, 10, 0}, {10, 10, 10}},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, {0, 10, 20}, {10, 10, 10}},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 2, {11, 5, 0}, {5, 6, 5}},
};

// `size` is used if the surface does not define its own. Without `vsync`, still waits for the display if there is no
// other mode.
VkSwapchainCreateInfoKHR swapchainInfo(const VkSurfaceCapabilitiesKHR& capabilities,
                                       std::span<const VkPresentModeKHR> modes, VkExtent2D size, bool vsync);

// One of kPixelFormats that the queue can present to the surface.
std::optional<VkSurfaceFormatKHR> surfaceFormat(const Device& device, VkSurfaceKHR surface);

// One thread at a time.
class Swapchain {
 public:
  // The queue must be able to present to `surface` in this format. `surface` must outlive the swapchain.
  Swapchain(const Device& device, VkSurfaceKHR surface, VkSurfaceFormatKHR format);

  // The GPU must not be using the old images. Returns false if the window has no area.
  bool rebuild(VkExtent2D size, bool vsync);

  // The image is ready when `acquired` is signaled. Returns nothing if none is available within a quarter of a second
  // (for example, in a hidden window), or if the swapchain must be rebuilt, which also sets `stale`.
  std::optional<uint32_t> acquire(VkSemaphore acquired, bool& stale);
  // Waits for finished(index).
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

// One thread at a time.
class FrameQueue {
 public:
  FrameQueue(const Device& device, uint32_t frames_in_flight);
  ~FrameQueue();
  FrameQueue(const FrameQueue&) = delete;
  FrameQueue& operator=(const FrameQueue&) = delete;

  // Waits for the previous submission of the frame, and returns false if there was none.
  bool wait(uint32_t frame);
  // Call wait() first. Color output waits for `acquired`, and the end of the frame signals `finished`. Both can be
  // null. If `record` throws, nothing is submitted.
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
