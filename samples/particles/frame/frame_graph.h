// The graph of one frame of the viewer, ready to run.
#pragma once
#include <optional>

#include "frame/stage.h"

namespace particles {

class Overlay;

struct FrameInfo {
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkExtent2D extent{};
  Sorting sorting = Sorting::on;
  uint32_t frames = 1;         // in flight
  bool present = false;        // draws into swapchain images, given by target(); else into an image of its own
  Overlay* overlay = nullptr;  // optional
};

// Made anew when the size changes; the GPU must be done with the old one then. The stage must outlive it. Of one stage
// there may be several, one for each sorting.
class FrameGraph {
 public:
  // Errors: gpu::Error out of memory or for a device without graphics.
  FrameGraph(const gpu::Device& device, Stage& stage, const FrameInfo& info);

  // The acquired image that the next record() draws to.
  void target(VkImage image, VkImageView view);
  void record(VkCommandBuffer cmd, uint32_t frame) { executor_.execute(cmd, frame); }

  // The picture of an executed frame, in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL; not for `present`.
  VkImage image(uint32_t frame) const { return executor_.image(declared_.color, frame); }
  // GPU time of the sort and of the pass that writes its keys, if there is one, once the frame is done; nothing without
  // a sort or without timestamps.
  std::optional<double> sortMs(uint32_t frame) const;
  // GPU time from the begin of the first pass to the end of the last, once the frame is done; nothing without
  // timestamps.
  std::optional<double> frameMs(uint32_t frame);

  const FrameInfo& info() const { return info_; }

 private:
  struct Parts;
  static Parts declare(Stage& stage, const FrameInfo& info);
  FrameGraph(const gpu::Device& device, const FrameInfo& info, Parts parts);

  FrameInfo info_;
  Stage::Declared declared_;
  graph::Executor executor_;
};

}  // namespace particles
