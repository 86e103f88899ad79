#include "gui/overlay_graph.h"

#include <utility>

namespace particles {

VkClearColorValue clearValue(uint32_t packed) {
  VkClearColorValue value{};
  for (uint32_t i = 0; i < 4; ++i) value.float32[i] = static_cast<float>(packed >> (8 * i) & 255U) / 255.0F;
  return value;
}

OverlayGraph::Declared OverlayGraph::declare(Overlay& overlay, const OverlayGraphInfo& info) {
  Declared declared;
  graph::Graph& graph = declared.graph;
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  const graph::ImageHandle empty =
      info.present ? graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                   : graph.createImage("picture", image);
  declared.color = overlay.declare(graph, empty, info.background);
  if (info.present)
    graph.exportImage(declared.color, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    graph.exportImage(declared.color, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  return declared;
}

OverlayGraph::OverlayGraph(const gpu::Device& device, Overlay& overlay, const OverlayGraphInfo& info)
    : OverlayGraph(device, info, declare(overlay, info)) {}

OverlayGraph::OverlayGraph(const gpu::Device& device, const OverlayGraphInfo& info, Declared declared)
    : color_(declared.color),
      executor_(device, declared.graph, graph::compile(declared.graph, graph::memoryNeeds(device)), info.frames) {}

}  // namespace particles
