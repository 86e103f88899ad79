#include "gpu/image.h"

#include "gpu/structs.h"

namespace gpu {

VkImageCreateInfo imageInfo(VkFormat format, VkExtent2D extent, VkImageUsageFlags usage) {
  auto info = vkStruct<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  info.imageType = VK_IMAGE_TYPE_2D;
  info.format = format;
  info.extent = {extent.width, extent.height, 1};
  info.mipLevels = 1;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = usage;
  return info;
}

Owned<VkImageView> imageView(const Device& device, VkImage image, VkFormat format) {
  auto info = vkStruct<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  info.image = image;
  info.viewType = VK_IMAGE_VIEW_TYPE_2D;
  info.format = format;
  info.subresourceRange = kWholeImage;
  VkImageView view = VK_NULL_HANDLE;
  check(device.vk.vkCreateImageView(device.handle(), &info, nullptr, &view), "creating an image view");
  return {device.handle(), view, device.vk.vkDestroyImageView};
}

Image::Image(const Device& device, VkFormat format, VkExtent2D extent, VkImageUsageFlags usage, const char* name) {
  if (extent.width == 0 || extent.height == 0) throw Error("the width and height of an image must be above 0");
  const VkImageCreateInfo info = imageInfo(format, extent, usage);
  VkImage image = VK_NULL_HANDLE;
  check(device.vk.vkCreateImage(device.handle(), &info, nullptr, &image), "creating an image");
  image_ = {device.handle(), image, device.vk.vkDestroyImage};
  VkMemoryRequirements needs{};
  device.vk.vkGetImageMemoryRequirements(device.handle(), image, &needs);
  memory_ = allocateMemory(device, needs.size, memoryType(device, needs.memoryTypeBits, Memory::device));
  check(device.vk.vkBindImageMemory(device.handle(), image, memory_.get(), 0), "binding image memory");
  constexpr VkImageUsageFlags kTransfer = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  if ((usage & ~kTransfer) != 0) view_ = imageView(device, image, format);
  device.setName(VK_OBJECT_TYPE_IMAGE, image, name);
}

}  // namespace gpu
