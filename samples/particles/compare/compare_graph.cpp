#include "compare/compare_graph.h"

#include "background_vert.spv.h"
#include "compare_frag.spv.h"

namespace particles {

CompareGraph::CompareGraph(const gpu::Device& device, const CompareInfo& info)
    : info_(info),
      program_(Program::graphics(device, {"compare", 2, sizeof(ComparePush), info.frames}, background_vert,
                                 compare_frag, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, info.format, false)) {
  push_.width = info.extent.width;
  graph::Graph graph;
  const auto import = [&](const char* name) {
    return graph.importImage(name, {info.format, info.extent, VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
                             VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  };
  declared_.exact = import("exact picture");
  declared_.shown = import("shown picture");
  const graph::BufferHandle exact = copy(graph, "exact", declared_.exact);
  const graph::BufferHandle shown = copy(graph, "shown", declared_.shown);
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  declared_.color = info.present ? graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                                 : graph.createImage("picture", image);
  draw(graph, exact, shown);
  if (info.overlay != nullptr) declared_.color = info.overlay->declare(graph, declared_.color);
  if (info.present)
    graph.exportImage(declared_.color, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    graph.exportImage(declared_.color, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  graph::Plan plan = graph::compile(graph, graph::memoryNeeds(device));
  executor_.emplace(device, std::move(graph), std::move(plan), info.frames);
}

graph::BufferHandle CompareGraph::copy(graph::Graph& graph, const char* name, graph::ImageHandle image) {
  const VkExtent2D extent = info_.extent;
  graph::BufferHandle pixels = graph.createBuffer(
      std::string(name) + " pixels", {VkDeviceSize{extent.width} * extent.height * 4,
                                      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT});
  graph::PassBuilder pass = graph.addPass(std::string("copy ") + name, graph::PassKind::transfer);
  pass.read(image, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  pixels = pass.write(pixels, graph::kTransferWrite);
  pass.execute([image, pixels, extent](const graph::PassContext& context) {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {extent.width, extent.height, 1};
    context.device().vk.vkCmdCopyImageToBuffer(
        context.cmd(), context.image(image), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, context.buffer(pixels), 1, &region);
  });
  return pixels;
}

void CompareGraph::draw(graph::Graph& graph, graph::BufferHandle exact, graph::BufferHandle shown) {
  graph::PassBuilder pass = graph.addPass("compare", graph::PassKind::graphics);
  pass.read(exact, graph::kFragmentRead);
  pass.read(shown, graph::kFragmentRead);
  declared_.color = pass.color(declared_.color, VkClearColorValue{});
  pass.execute([this, exact, shown](const graph::PassContext& context) {
    program_.use(context, {context.buffer(exact), context.buffer(shown)}, push_);
    context.device().vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
  });
}

void CompareGraph::compare(VkImage exact, VkImage shown) {
  executor_->bind(declared_.exact, exact, VK_NULL_HANDLE);
  executor_->bind(declared_.shown, shown, VK_NULL_HANDLE);
}

void CompareGraph::show(bool error, float divider) {
  push_.flags = error ? PARTICLES_COMPARE_ERROR : 0U;
  if (info_.format == VK_FORMAT_B8G8R8A8_UNORM) push_.flags |= PARTICLES_COMPARE_BLUE_FIRST;
  push_.divider = divider;
}

}  // namespace particles
