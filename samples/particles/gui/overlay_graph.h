// The graph of a frame of nothing but an overlay.
#pragma once
#include "graph/execute.h"
#include "gui/overlay.h"

namespace particles {

// Of a colour as Dear ImGui packs it, red in the lowest byte.
VkClearColorValue clearValue(uint32_t packed);

struct OverlayGraphInfo {
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkExtent2D extent{};
  uint32_t frames = 1;   // in flight
  bool present = false;  // draws into swapchain images, given by target(); else into an image of its own
  VkClearColorValue background{};
};

// The overlay must outlive it.
class OverlayGraph {
 public:
  // Errors: gpu::Error out of memory or for a device without graphics.
  OverlayGraph(const gpu::Device& device, Overlay& overlay, const OverlayGraphInfo& info);

  // The acquired image that the next record() draws to.
  void target(VkImage image, VkImageView view) { executor_.bind(color_, image, view); }
  void record(VkCommandBuffer cmd, uint32_t frame) { executor_.execute(cmd, frame); }
  // The picture of an executed frame, in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL; not for `present`.
  VkImage image(uint32_t frame) const { return executor_.image(color_, frame); }

 private:
  struct Declared {
    graph::Graph graph;
    graph::ImageHandle color;
  };
  static Declared declare(Overlay& overlay, const OverlayGraphInfo& info);
  OverlayGraph(const gpu::Device& device, const OverlayGraphInfo& info, Declared declared);

  graph::ImageHandle color_;
  graph::Executor executor_;
};

}  // namespace particles
