#include "view/picture.h"

#include <stb_image_write.h>
#include <algorithm>
#include <cstring>
#include <regex>
#include <stdexcept>

#include "common/files.h"
#include "gpu/commands.h"

namespace particles {
namespace {

const std::regex kNumbered("([^%]*)%(?:0([1-9]))?d([^%/]*\\.png)");

}  // namespace

Picture readPicture(const gpu::Device& device, VkImage image, VkExtent2D extent, VkFormat format) {
  const gpu::PixelFormat& of = *std::ranges::find(gpu::kPixelFormats, format, &gpu::PixelFormat::format);
  const gpu::Buffer pixels(device, VkDeviceSize{extent.width} * extent.height * of.bytes,
                           VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Memory::readback, "picture");
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {extent.width, extent.height, 1};
    device.vk.vkCmdCopyImageToBuffer(cmd, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, pixels.handle(), 1, &region);
    gpu::fullBarrier(device, cmd);
  });
  pixels.invalidate();
  Picture picture{extent.width, extent.height, {}};
  for (std::size_t at = 0; at < pixels.size(); at += of.bytes) {
    uint32_t word = 0;
    std::memcpy(&word, &pixels.bytes()[at], of.bytes);
    for (std::size_t c = 0; c < 3; ++c) {
      const uint32_t most = (1U << of.bits[c]) - 1;
      picture.rgba.push_back(static_cast<uint8_t>(((word >> of.shifts[c] & most) * 255 + most / 2) / most));
    }
    picture.rgba.push_back(255);
  }
  return picture;
}

void requireWritable(const std::string& path, const char* option) { const samples::WholeFile probe(option, path); }

void writePicture(const std::string& path, const Picture& picture, const char* option) {
  std::vector<uint8_t> rgb;
  for (std::size_t i = 0; i < picture.rgba.size(); ++i)
    if (i % 4 != 3) rgb.push_back(picture.rgba[i]);
  const int width = static_cast<int>(picture.width), height = static_cast<int>(picture.height);
  std::string bytes;
  const auto append = [](void* file, void* data, int size) {
    static_cast<std::string*>(file)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &bytes, width, height, 3, rgb.data(), width * 3) == 0)
    throw std::runtime_error(std::string(option) + ": cannot write " + path + ": the picture could not be encoded");
  samples::WholeFile file(option, path);
  file.write(bytes);
  file.finish();
}

bool isSequence(const std::string& pattern) { return std::regex_match(pattern, kNumbered); }

std::string fileOf(const std::string& pattern, uint32_t number) {
  std::smatch parts;
  std::regex_match(pattern, parts, kNumbered);
  std::string digits = std::to_string(number);
  const std::size_t least = parts[2].matched ? std::stoul(parts[2]) : 1;
  if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  return parts[1].str() + digits + parts[3].str();
}

}  // namespace particles
