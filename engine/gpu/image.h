// 2D images with their own memory and view.
#pragma once
#include "gpu/memory.h"

namespace gpu {

// All images have one mip level and one layer.
inline constexpr VkImageSubresourceRange kWholeImage{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

// One sample, optimal tiling, undefined layout.
VkImageCreateInfo imageInfo(VkFormat format, VkExtent2D extent, VkImageUsageFlags usage);

// For images created from imageInfo().
Owned<VkImageView> imageView(const Device& device, VkImage image, VkFormat format);

// Has a view if `usage` allows one.
class Image {
 public:
  Image() = default;
  Image(const Device& device, VkFormat format, VkExtent2D extent, VkImageUsageFlags usage, const char* name = nullptr);

  VkImage handle() const { return image_.get(); }
  VkImageView view() const { return view_.get(); }

 private:
  Owned<VkDeviceMemory> memory_;
  Owned<VkImage> image_;
  Owned<VkImageView> view_;
};

}  // namespace gpu
