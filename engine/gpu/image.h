// 2D images with their own memory and view.
#pragma once
#include "gpu/memory.h"

namespace gpu {

// The subresources of all images here: color, one mip level, one layer.
inline constexpr VkImageSubresourceRange kWholeImage{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

// Returns the description of a 2D image with one mip level, one layer, one sample, optimal tiling and undefined layout.
VkImageCreateInfo imageInfo(VkFormat format, VkExtent2D extent, VkImageUsageFlags usage);

// Creates a view of a whole image that was created from imageInfo().
Owned<VkImageView> imageView(const Device& device, VkImage image, VkFormat format);

// Move-only. It has a view if `usage` allows one. Errors: an empty extent, no compatible memory type, out of memory.
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
