#include "frame/frame_graph.h"

#include <utility>

#include "picture/overlay.h"

namespace particles {

struct FrameGraph::Parts {
  graph::Graph graph;
  Scene::Declared scene;
};

FrameGraph::Parts FrameGraph::declare(Scene& scene, const FrameInfo& info) {
  Parts parts;
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  const graph::ImageHandle empty =
      info.present ? parts.graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                   : parts.graph.createImage("picture", image);
  parts.scene = scene.declare(parts.graph, empty, info.sorting, info.monitor);
  if (info.overlay != nullptr) parts.scene.color = info.overlay->declare(parts.graph, parts.scene.color);
  if (info.present)
    parts.graph.exportImage(parts.scene.color, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    parts.graph.exportImage(parts.scene.color, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  return parts;
}

FrameGraph::FrameGraph(const gpu::Device& device, Scene& scene, const FrameInfo& info)
    : FrameGraph(device, scene, info, declare(scene, info)) {}

FrameGraph::FrameGraph(const gpu::Device& device, Scene& scene, const FrameInfo& info, Parts parts)
    : info_(info),
      color_(parts.scene.color),
      executor_(device, parts.graph, graph::compile(parts.graph, graph::memoryNeeds(device)), info.frames) {
  scene.bind(executor_, parts.scene);
  if (info.monitor != nullptr) info.monitor->bind(executor_);
}

void FrameGraph::target(VkImage image, VkImageView view) { executor_.bind(color_, image, view); }

std::optional<double> FrameGraph::sortMs(uint32_t frame) {
  double sum = 0.0;
  bool sorted = false;
  for (const graph::PassTime& pass : executor_.times(frame)) {
    if (pass.name != "sort" && pass.name != "depth keys") continue;
    sum += pass.duration_ms;
    sorted = sorted || (pass.name == "sort" && pass.duration_ms > 0.0);
  }
  return sorted ? std::optional(sum) : std::nullopt;
}

std::optional<Verdict> FrameGraph::verdict(uint32_t frame) const {
  if (info_.monitor == nullptr) return std::nullopt;
  return info_.monitor->read(frame);
}

}  // namespace particles
