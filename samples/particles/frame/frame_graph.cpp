#include "frame/frame_graph.h"

#include <algorithm>
#include <utility>

#include "gui/overlay.h"

namespace particles {

struct FrameGraph::Parts {
  Declaration frame;
  Stage::Declared stage;
};

FrameGraph::Parts FrameGraph::declare(Stage& stage, const FrameInfo& info) {
  Parts parts;
  graph::Graph& graph = parts.frame.graph;
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  const graph::ImageHandle empty =
      info.present ? graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                   : graph.createImage("picture", image);
  parts.stage = stage.declare(parts.frame, empty, info.sorting);
  graph::ImageHandle& color = parts.stage.color;
  if (info.overlay != nullptr) color = info.overlay->declare(graph, color);
  if (info.present)
    graph.exportImage(color, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    graph.exportImage(color, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  return parts;
}

FrameGraph::FrameGraph(const gpu::Device& device, Stage& stage, const FrameInfo& info)
    : FrameGraph(device, info, declare(stage, info)) {}

FrameGraph::FrameGraph(const gpu::Device& device, const FrameInfo& info, Parts parts)
    : info_(info),
      declared_(std::move(parts.stage)),
      executor_(device, parts.frame.graph, graph::compile(parts.frame.graph, graph::memoryNeeds(device)), info.frames) {
  parts.frame.bind(executor_);
}

void FrameGraph::target(VkImage image, VkImageView view) { executor_.bind(declared_.color, image, view); }

std::optional<double> FrameGraph::frameMs(uint32_t frame) {
  double end = 0.0;
  for (const graph::PassTime& time : executor_.times(frame)) end = std::max(end, time.begin_ms + time.duration_ms);
  return end > 0.0 ? std::optional<double>(end) : std::nullopt;
}

std::optional<double> FrameGraph::sortMs(uint32_t frame) const {
  if (declared_.sort.empty()) return std::nullopt;
  double sum = 0.0;
  for (const graph::PassHandle pass : declared_.sort) {
    const std::optional<graph::PassTime> time = executor_.time(pass, frame);
    if (!time) return std::nullopt;
    sum += time->duration_ms;
  }
  return sum;
}

}  // namespace particles
