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
  // `sorts`: else the order of the frame before is kept, where Order::some_frames is asked for.
  void record(VkCommandBuffer cmd, uint32_t frame, bool sorts);

  // Not for `present`.
  VkImage image(uint32_t frame) const;
  // Of an executed frame that is done.
  std::optional<double> sortMs(uint32_t frame) const;
  // What it did about the order; off where nothing was drawn of a scene.
  Sorting sorting(uint32_t frame) const { return sorting_[frame]; }

 private:
  FrameGraph& graphOf(bool sorts) { return sorts || !kept_ ? *main_ : *kept_; }

  Shown shown_;
  VkExtent2D extent_;
  std::optional<FrameGraph> main_;  // not with Shown::steps
  std::optional<FrameGraph> kept_;  // for frames in the order of before
  std::optional<FrameGraph> other_;
  std::optional<CompareGraph> compare_;
  std::optional<OverlayGraph> plain_;
  std::vector<const FrameGraph*> drawn_;  // by frame
  std::vector<Sorting> sorting_;          // by frame
};

}  // namespace particles
