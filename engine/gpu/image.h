// A 2D image with its own memory and view.
#pragma once
#include "gpu/memory.h"

namespace gpu {

// VK_IMAGE_ASPECT_DEPTH_BIT and STENCIL for depth formats, COLOR for every other.
VkImageAspectFlags aspectOf(VkFormat format);

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
  VkFormat format() const { return format_; }
  VkExtent2D extent() const { return extent_; }

 private:
  VkFormat format_ = VK_FORMAT_UNDEFINED;
  VkExtent2D extent_{};
  Owned<VkDeviceMemory> memory_;
  Owned<VkImage> image_;
  Owned<VkImageView> view_;
};

}  // namespace gpu
