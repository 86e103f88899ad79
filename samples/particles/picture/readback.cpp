#include "picture/readback.h"

#include <algorithm>

#include "gpu/commands.h"

namespace particles {
namespace {

constexpr VkBufferUsageFlags kCopyTo = VK_BUFFER_USAGE_TRANSFER_DST_BIT;

template <typename T>
std::vector<T> contents(const gpu::Buffer& buffer) {
  buffer.invalidate();
  const auto all = buffer.as<T>();
  return {all.begin(), all.end()};
}

// One copy of a whole buffer to the host, as a pass.
struct BufferCopy {
  BufferCopy(const gpu::Device& device, const gpu::Buffer& whole, const char* copy_name)
      : source(&whole), copy(device, whole.size(), kCopyTo, gpu::Memory::readback, copy_name), name(copy_name) {}

  void declare(Declaration& read) {
    from = read.import(name, *source, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, graph::kComputeWrite);
    to = read.import(std::string(name) + " on the host", copy, kCopyTo, graph::kNoAccess);
    graph::PassBuilder pass = read.graph.addPass(std::string("read back ") + name, graph::PassKind::transfer);
    pass.read(from, graph::kTransferRead);
    to = pass.write(to, graph::kTransferWrite);
    pass.execute([this](const graph::PassContext& context) {
      const VkBufferCopy region{0, 0, copy.size()};
      context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(from), context.buffer(to), 1, &region);
    });
    read.graph.exportBuffer(to, graph::kHostRead);
  }

  const gpu::Buffer* source;
  gpu::Buffer copy;
  const char* name;
  graph::BufferHandle from;
  graph::BufferHandle to;
};

// The same for an image.
struct ImageCopy {
  ImageCopy(const gpu::Device& device, VkExtent2D size, VkFormat of)
      : extent(size),
        format(of),
        copy(device, VkDeviceSize{size.width} * size.height * 4, kCopyTo, gpu::Memory::readback, "picture") {}

  void declare(Declaration& read) {
    constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    from = read.graph.importImage("picture", {format, extent, VK_IMAGE_USAGE_TRANSFER_SRC_BIT}, kLayout);
    to = read.import("picture on the host", copy, kCopyTo, graph::kNoAccess);
    graph::PassBuilder pass = read.graph.addPass("read back picture", graph::PassKind::transfer);
    pass.read(from, graph::kTransferRead, kLayout);
    to = pass.write(to, graph::kTransferWrite);
    pass.execute([this](const graph::PassContext& context) {
      VkBufferImageCopy region{};
      region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
      region.imageExtent = {extent.width, extent.height, 1};
      context.device().vk.vkCmdCopyImageToBuffer(context.cmd(), context.image(from), kLayout, context.buffer(to), 1,
                                                 &region);
    });
    read.graph.exportBuffer(to, graph::kHostRead);
  }

  // In the order of bytes that a Picture has.
  Picture picture() const {
    Picture result{extent.width, extent.height, contents<uint8_t>(copy)};
    if (format == VK_FORMAT_B8G8R8A8_UNORM)
      for (std::size_t i = 0; i + 3 < result.rgba.size(); i += 4) std::swap(result.rgba[i], result.rgba[i + 2]);
    return result;
  }

  VkExtent2D extent;
  VkFormat format;
  gpu::Buffer copy;
  graph::ImageHandle from;
  graph::BufferHandle to;
};

}  // namespace

Readback readBack(const gpu::Device& device, const Elements& elements, VkImage image, VkExtent2D extent) {
  BufferCopy positions(device, elements.positions(), "positions");
  BufferCopy indices(device, elements.indices(), "indices");
  std::optional<ImageCopy> picture;
  Declaration read;
  positions.declare(read);
  indices.declare(read);
  if (image != VK_NULL_HANDLE) picture.emplace(device, extent, VK_FORMAT_R8G8B8A8_UNORM).declare(read);

  graph::Executor executor(device, read.graph, graph::compile(read.graph, graph::memoryNeeds(device)));
  read.bind(executor);
  if (picture) executor.bind(picture->from, image, VK_NULL_HANDLE);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });

  Readback result{contents<glm::vec4>(positions.copy), contents<uint32_t>(indices.copy), {}};
  if (picture) result.picture = picture->picture();
  return result;
}

Picture readPicture(const gpu::Device& device, VkImage image, VkExtent2D extent, VkFormat format) {
  ImageCopy picture(device, extent, format);
  Declaration read;
  picture.declare(read);
  graph::Executor executor(device, read.graph, graph::compile(read.graph, graph::memoryNeeds(device)));
  read.bind(executor);
  executor.bind(picture.from, image, VK_NULL_HANDLE);
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
  return picture.picture();
}

}  // namespace particles
