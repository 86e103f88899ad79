#include "gpu/swapchain.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "gpu/commands.h"
#include "gpu/image.h"
#include "gpu/structs.h"

namespace gpu {
namespace {

template <typename T, typename List>
std::vector<T> listOf(const char* what, List list) {
  uint32_t count = 0;
  check(list(&count, nullptr), what);
  std::vector<T> all(count);
  check(list(&count, all.data()), what);
  return all;
}

}  // namespace

VkSwapchainCreateInfoKHR swapchainInfo(const VkSurfaceCapabilitiesKHR& capabilities,
                                       std::span<const VkPresentModeKHR> modes, VkExtent2D size, bool vsync) {
  constexpr uint32_t kOpen = std::numeric_limits<uint32_t>::max();  // the surface accepts any size
  auto info = vkStruct<VkSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR);
  info.imageExtent = capabilities.currentExtent;
  if (capabilities.currentExtent.width == kOpen)
    info.imageExtent = {
        std::clamp(size.width, capabilities.minImageExtent.width, capabilities.maxImageExtent.width),
        std::clamp(size.height, capabilities.minImageExtent.height, capabilities.maxImageExtent.height)};
  info.minImageCount = std::max(capabilities.minImageCount, 3U);
  if (capabilities.maxImageCount != 0) info.minImageCount = std::min(info.minImageCount, capabilities.maxImageCount);
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.preTransform = capabilities.currentTransform;
  const VkCompositeAlphaFlagsKHR alphas = capabilities.supportedCompositeAlpha;
  info.compositeAlpha = (alphas & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR) != 0
                            ? VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR
                            : static_cast<VkCompositeAlphaFlagBitsKHR>(alphas & (~alphas + 1));  // the lowest bit
  info.presentMode = VK_PRESENT_MODE_FIFO_KHR;                                                   // supported everywhere
  for (const VkPresentModeKHR mode : {VK_PRESENT_MODE_IMMEDIATE_KHR, VK_PRESENT_MODE_MAILBOX_KHR})
    if (!vsync && std::ranges::count(modes, mode) != 0) info.presentMode = mode;
  info.clipped = VK_TRUE;
  return info;
}

std::optional<VkSurfaceFormatKHR> surfaceFormat(const Device& device, VkSurfaceKHR surface) {
  VkBool32 supported = VK_FALSE;
  check(vkGetPhysicalDeviceSurfaceSupportKHR(device.physical(), device.queueFamily(), surface, &supported),
        "querying presentation support");
  if (supported == VK_FALSE) return std::nullopt;
  const auto formats =
      listOf<VkSurfaceFormatKHR>("listing surface formats", [&](uint32_t* count, VkSurfaceFormatKHR* all) {
        return vkGetPhysicalDeviceSurfaceFormatsKHR(device.physical(), surface, count, all);
      });
  for (const PixelFormat& wanted : kPixelFormats)
    for (const VkSurfaceFormatKHR& format : formats)
      if (format.format == wanted.format) return format;
  return std::nullopt;
}

Swapchain::Swapchain(const Device& device, VkSurfaceKHR surface, VkSurfaceFormatKHR format)
    : device_(&device), surface_(surface), format_(format) {}

bool Swapchain::rebuild(VkExtent2D size, bool vsync) {
  VkSurfaceCapabilitiesKHR capabilities{};
  check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_->physical(), surface_, &capabilities),
        "querying the surface");
  const auto modes = listOf<VkPresentModeKHR>("listing present modes", [&](uint32_t* count, VkPresentModeKHR* all) {
    return vkGetPhysicalDeviceSurfacePresentModesKHR(device_->physical(), surface_, count, all);
  });
  VkSwapchainCreateInfoKHR info = swapchainInfo(capabilities, modes, size, vsync);
  if (info.imageExtent.width == 0 || info.imageExtent.height == 0) return false;
  info.surface = surface_;
  info.imageFormat = format_.format;
  info.imageColorSpace = format_.colorSpace;
  info.oldSwapchain = swapchain_.get();
  VkSwapchainKHR made = VK_NULL_HANDLE;
  check(device_->vk.vkCreateSwapchainKHR(device_->handle(), &info, nullptr, &made), "creating a swapchain");
  views_.clear();
  finished_.clear();
  swapchain_ = {device_->handle(), made, device_->vk.vkDestroySwapchainKHR};
  extent_ = info.imageExtent;
  images_ = listOf<VkImage>("listing swapchain images", [&](uint32_t* count, VkImage* all) {
    return device_->vk.vkGetSwapchainImagesKHR(device_->handle(), made, count, all);
  });
  for (const VkImage image : images_) {
    views_.push_back(imageView(*device_, image, format_.format));
    finished_.push_back(createSemaphore(*device_));
  }
  return true;
}

std::optional<uint32_t> Swapchain::acquire(VkSemaphore acquired, bool& stale) {
  constexpr uint64_t kNanoseconds = 250'000'000;
  uint32_t index = 0;
  const VkResult result = device_->vk.vkAcquireNextImageKHR(device_->handle(), swapchain_.get(), kNanoseconds, acquired,
                                                            VK_NULL_HANDLE, &index);
  if (result == VK_ERROR_OUT_OF_DATE_KHR) stale = true;
  if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_TIMEOUT) return std::nullopt;
  if (result != VK_SUBOPTIMAL_KHR) check(result, "acquiring an image of the window");
  return index;
}

void Swapchain::present(uint32_t index, bool& stale) {
  const VkSemaphore wait = finished_[index].get();
  const VkSwapchainKHR swapchain = swapchain_.get();
  auto info = vkStruct<VkPresentInfoKHR>(VK_STRUCTURE_TYPE_PRESENT_INFO_KHR);
  info.waitSemaphoreCount = 1;
  info.pWaitSemaphores = &wait;
  info.swapchainCount = 1;
  info.pSwapchains = &swapchain;
  info.pImageIndices = &index;
  const VkResult result = device_->vk.vkQueuePresentKHR(device_->queue(), &info);
  if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR)
    stale = true;
  else
    check(result, "presenting");
}

FrameQueue::FrameQueue(const Device& device, uint32_t frames_in_flight)
    : device_(&device), pool_(device), slots_(frames_in_flight) {
  for (Slot& slot : slots_) {
    slot.fence = createFence(device);
    slot.cmd = pool_.allocate();
  }
}

// After an exception, submitted frames can still be using the slots.
FrameQueue::~FrameQueue() { device_->vk.vkDeviceWaitIdle(device_->handle()); }

bool FrameQueue::wait(uint32_t frame) {
  Slot& slot = slots_[frame];
  if (!std::exchange(slot.submitted, false)) return false;
  const VkFence fence = slot.fence.get();
  check(device_->vk.vkWaitForFences(device_->handle(), 1, &fence, VK_TRUE, std::numeric_limits<uint64_t>::max()),
        "waiting for a frame");
  check(device_->vk.vkResetFences(device_->handle(), 1, &fence), "resetting a fence");
  return true;
}

void FrameQueue::submit(uint32_t frame, const std::function<void(VkCommandBuffer)>& record, VkSemaphore acquired,
                        VkSemaphore finished) {
  Slot& slot = slots_[frame];
  // If `record` threw before, the command buffer is still recording.
  check(device_->vk.vkResetCommandBuffer(slot.cmd, 0), "resetting a command buffer");
  begin(*device_, slot.cmd);
  record(slot.cmd);
  check(device_->vk.vkEndCommandBuffer(slot.cmd), "ending a command buffer");
  constexpr VkPipelineStageFlags kColor = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  auto info = vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.waitSemaphoreCount = acquired != VK_NULL_HANDLE ? 1 : 0;
  info.pWaitSemaphores = &acquired;
  info.pWaitDstStageMask = &kColor;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &slot.cmd;
  info.signalSemaphoreCount = finished != VK_NULL_HANDLE ? 1 : 0;
  info.pSignalSemaphores = &finished;
  check(device_->vk.vkQueueSubmit(device_->queue(), 1, &info, slot.fence.get()), "submitting a frame");
  slot.submitted = true;
}

}  // namespace gpu
