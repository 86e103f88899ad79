#include "view/swapchain.h"

#include <algorithm>
#include <limits>

#include "gpu/commands.h"
#include "gpu/image.h"
#include "gpu/structs.h"

namespace particles {
namespace {

// The shaders write colours as the display takes them, so no sRGB format.
VkSurfaceFormatKHR chooseFormat(VkPhysicalDevice physical, VkSurfaceKHR surface) {
  uint32_t count = 0;
  gpu::check(vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, &count, nullptr), "counting surface formats");
  std::vector<VkSurfaceFormatKHR> formats(count);
  gpu::check(vkGetPhysicalDeviceSurfaceFormatsKHR(physical, surface, &count, formats.data()),
             "listing surface formats");
  for (const VkFormat wanted : {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM})
    for (const VkSurfaceFormatKHR& format : formats)
      if (format.format == wanted) return format;
  throw gpu::Error("the window takes no 8-bit RGBA or BGRA images; use --offscreen", VK_ERROR_FORMAT_NOT_SUPPORTED);
}

VkCompositeAlphaFlagBitsKHR chooseAlpha(VkCompositeAlphaFlagsKHR offered) {
  if ((offered & VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR) != 0) return VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  return static_cast<VkCompositeAlphaFlagBitsKHR>(offered & (~offered + 1));  // the lowest
}

}  // namespace

Swapchain::Swapchain(const gpu::Device& device, VkSurfaceKHR surface)
    : device_(&device), surface_(surface), format_(chooseFormat(device.physical(), surface)) {}

VkPresentModeKHR Swapchain::chooseMode(bool vsync) const {
  if (vsync) return VK_PRESENT_MODE_FIFO_KHR;  // the one that every device has
  uint32_t count = 0;
  gpu::check(vkGetPhysicalDeviceSurfacePresentModesKHR(device_->physical(), surface_, &count, nullptr),
             "counting present modes");
  std::vector<VkPresentModeKHR> modes(count);
  gpu::check(vkGetPhysicalDeviceSurfacePresentModesKHR(device_->physical(), surface_, &count, modes.data()),
             "listing present modes");
  for (const VkPresentModeKHR wanted : {VK_PRESENT_MODE_MAILBOX_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR})
    if (std::ranges::find(modes, wanted) != modes.end()) return wanted;
  return VK_PRESENT_MODE_FIFO_KHR;
}

bool Swapchain::rebuild(VkExtent2D wanted, bool vsync) {
  VkSurfaceCapabilitiesKHR can{};
  gpu::check(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(device_->physical(), surface_, &can), "asking the surface");
  constexpr uint32_t kOpen = std::numeric_limits<uint32_t>::max();  // the surface takes any size
  VkExtent2D extent = can.currentExtent;
  if (extent.width == kOpen)
    extent = {std::clamp(wanted.width, can.minImageExtent.width, can.maxImageExtent.width),
              std::clamp(wanted.height, can.minImageExtent.height, can.maxImageExtent.height)};
  if (extent.width == 0 || extent.height == 0) return false;

  auto info = gpu::vkStruct<VkSwapchainCreateInfoKHR>(VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR);
  info.surface = surface_;
  info.minImageCount = std::max(can.minImageCount, 3U);
  if (can.maxImageCount != 0) info.minImageCount = std::min(info.minImageCount, can.maxImageCount);
  info.imageFormat = format_.format;
  info.imageColorSpace = format_.colorSpace;
  info.imageExtent = extent;
  info.imageArrayLayers = 1;
  info.imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  info.preTransform = can.currentTransform;
  info.compositeAlpha = chooseAlpha(can.supportedCompositeAlpha);
  info.presentMode = mode_ = chooseMode(vsync);
  info.clipped = VK_TRUE;
  info.oldSwapchain = swapchain_.get();
  VkSwapchainKHR made = VK_NULL_HANDLE;
  gpu::check(device_->vk.vkCreateSwapchainKHR(device_->handle(), &info, nullptr, &made), "creating a swapchain");
  views_.clear();
  swapchain_ = {device_->handle(), made, device_->vk.vkDestroySwapchainKHR};
  extent_ = extent;
  takeImages();
  return true;
}

void Swapchain::takeImages() {
  uint32_t count = 0;
  gpu::check(device_->vk.vkGetSwapchainImagesKHR(device_->handle(), swapchain_.get(), &count, nullptr),
             "counting swapchain images");
  images_.resize(count);
  gpu::check(device_->vk.vkGetSwapchainImagesKHR(device_->handle(), swapchain_.get(), &count, images_.data()),
             "listing swapchain images");
  finished_.clear();
  for (const VkImage image : images_) {
    views_.push_back(gpu::imageView(*device_, image, format_.format));
    finished_.push_back(gpu::createSemaphore(*device_));
  }
}

std::optional<uint32_t> Swapchain::acquire(VkSemaphore acquired) {
  uint32_t index = 0;
  const VkResult result = device_->vk.vkAcquireNextImageKHR(
      device_->handle(), swapchain_.get(), std::numeric_limits<uint64_t>::max(), acquired, VK_NULL_HANDLE, &index);
  if (result == VK_ERROR_OUT_OF_DATE_KHR) return std::nullopt;
  if (result != VK_SUBOPTIMAL_KHR) gpu::check(result, "acquiring an image of the window");
  return index;
}

bool Swapchain::present(uint32_t index) {
  const VkSemaphore wait = finished_[index].get();
  const VkSwapchainKHR swapchain = swapchain_.get();
  auto info = gpu::vkStruct<VkPresentInfoKHR>(VK_STRUCTURE_TYPE_PRESENT_INFO_KHR);
  info.waitSemaphoreCount = 1;
  info.pWaitSemaphores = &wait;
  info.swapchainCount = 1;
  info.pSwapchains = &swapchain;
  info.pImageIndices = &index;
  const VkResult result = device_->vk.vkQueuePresentKHR(device_->queue(), &info);
  if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_SUBOPTIMAL_KHR) return false;
  gpu::check(result, "presenting");
  return true;
}

}  // namespace particles
