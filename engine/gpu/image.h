// A 2D image with its own memory and view.
#pragma once
#include "gpu/memory.h"

namespace gpu {

// All of an image of this layer, which are color images with one mip and one layer.
inline constexpr VkImageSubresourceRange kWholeImage{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

// The description of every image this layer makes: 2D, one mip, one layer, one sample, optimal tiling, undefined
// layout.
VkImageCreateInfo imageInfo(VkFormat format, VkExtent2D extent, VkImageUsageFlags usage);

// View of a whole image made from imageInfo().
Owned<VkImageView> imageView(const Device& device, VkImage image, VkFormat format);

// Move-only. Errors: an empty extent, no fitting memory type, out of memory. The view is there when `usage` allows one.
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
