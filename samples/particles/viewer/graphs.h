// The graphs of one frame of the window: a scene, two that are compared, or the overlay alone.
#pragma once
#include "frame/frame.h"
#include "graph/execute.h"
#include "gui/overlay.h"
#include "interface.h"
#include "viewer/stages.h"

namespace particles {

// The graph of a frame that shows two pictures of a scene: side by side, or how far one is from the other.
struct CompareInfo {
  VkFormat format = VK_FORMAT_UNDEFINED;  // 8-bit RGBA or BGRA, of all pictures
  VkExtent2D extent{};                    // the same
  uint32_t frames = 1;                    // in flight
  bool present = false;        // draws into swapchain images, given by target(); else into an image of its own
  Overlay* overlay = nullptr;  // optional; must outlive the graph
};

class CompareGraph {
 public:
  // Errors: gpu::Error out of memory or for a device without graphics.
  CompareGraph(const gpu::Device& device, const CompareInfo& info);

  // What the next record() compares: pictures in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL that transfers may read.
  void compare(VkImage exact, VkImage shown);
  // How: side by side, the exact one on the left of `divider` (pixels from the left); or the error of the other.
  void show(bool error, float divider);
  // The acquired image that the next record() draws to.
  void target(VkImage image, VkImageView view) { executor_->bind(declared_.color, image, view); }
  void record(VkCommandBuffer cmd, uint32_t frame) { executor_->execute(cmd, frame); }
  // The picture of an executed frame, in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL; not for `present`.
  VkImage image(uint32_t frame) const { return executor_->image(declared_.color, frame); }

 private:
  struct Declared {
    graph::ImageHandle exact;
    graph::ImageHandle shown;
    graph::ImageHandle color;
  };
  graph::BufferHandle copy(graph::Graph& graph, const char* name, graph::ImageHandle image);
  void draw(graph::Graph& graph, graph::BufferHandle exact, graph::BufferHandle shown);

  CompareInfo info_;
  Program program_;
  ComparePush push_{};
  Declared declared_;
  std::optional<graph::Executor> executor_;
};

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
