// The graphs of one frame of the window, whatever it shows.
#pragma once
#include "compare/compare_graph.h"
#include "frame/frame_graph.h"
#include "gui/overlay_graph.h"
#include "viewer/stages.h"

namespace particles {

struct GraphsInfo {
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkExtent2D extent{};
  uint32_t frames = 1;         // in flight
  bool present = false;        // draws into swapchain images, given by target(); else into an image of its own
  Overlay* overlay = nullptr;  // must not be null with Shown::steps
};

// Made anew when the stages, the size, or sameGraphs() changes. All that it is given must outlive it.
class Graphs {
 public:
  // `stages` may be null with Shown::steps. Errors: gpu::Error.
  Graphs(const gpu::Device& device, Stages* stages, const Wanted& wanted, const GraphsInfo& info);

  // How the next recordings compare, see CompareGraph::show().
  void divide(float share);
  // The acquired image that the next record() draws to.
  void target(VkImage image, VkImageView view);
  void record(VkCommandBuffer cmd, uint32_t frame);

  // Not for `present`.
  VkImage image(uint32_t frame) const;
  // Of an executed frame that is done.
  std::optional<double> sortMs(uint32_t frame) const;
  // What they do about the order; off with Shown::steps.
  Sorting sorting() const { return sorting_; }

 private:
  Shown shown_;
  VkExtent2D extent_;
  std::optional<FrameGraph> main_;  // not with Shown::steps
  std::optional<FrameGraph> other_;
  std::optional<CompareGraph> compare_;
  std::optional<OverlayGraph> plain_;
  Sorting sorting_;
};

}  // namespace particles
