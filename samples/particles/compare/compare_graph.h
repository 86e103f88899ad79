// The graph of a frame that shows two pictures of a scene: side by side, or how far one is from the other.
#pragma once
#include "graph/execute.h"
#include "gui/overlay.h"
#include "interface.h"

namespace particles {

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

}  // namespace particles
