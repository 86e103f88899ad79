#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gpu/swapchain.h"
#include "scene/scene.h"
#include "sort/depth_sort.h"

namespace particles {

class Overlay;

// Must outlive every executor of a graph that it is declared in.
class SceneInstance {
 public:
  // `sorters` must outlive it.
  SceneInstance(Sorters& sorters, const SceneInfo& info);

  // Returns the elements in drawing order.
  Elements::Handles sort(Declaration& frame, bool sorts);
  // Returns the new version of `color`.
  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& sorted, graph::ImageHandle color);

  // Prepares the next recording of `frame`, whose previous execution must have finished. If `extent` is wider than the
  // picture, only its left part is drawn, which moves the middle of the scene to the right.
  void prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps);

  void setBudget(uint32_t budget) { sort_.setBudget(budget); }
  const Elements& elements() const { return elements_; }
  const DepthSort& sort() const { return sort_; }

 private:
  Elements elements_;
  Scene scene_;
  DepthSort sort_;
  std::optional<Program> tone_;
};

enum class Shown : uint8_t {
  picture,
  split,  // the sorted picture left of a divider, and the unsorted one right of it
  error,  // difference between the current and the sorted picture
};
constexpr bool compares(Shown shown) { return shown != Shown::picture; }

struct FramePart {
  std::string name;
  double ms = 0.0;  // GPU time
};

struct FrameInfo {
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  VkExtent2D extent{};
  bool sorts = true;
  Shown shown = Shown::picture;
  bool present = false;        // draws to the swapchain image of target() instead of its own image
  Overlay* overlay = nullptr;  // optional; must outlive the graph
};

// If its info changes, it is created again after the GPU has finished the old one.
class FrameGraph {
 public:
  // If compares(info.shown), `compared` is another instance of the scene. Both must outlive the graph.
  FrameGraph(const gpu::Device& device, const FrameInfo& info, SceneInstance* scene, SceneInstance* compared = nullptr);

  void target(VkImage image, VkImageView view) { executor_->bind(color_, image, view); }
  // In shares of the image's width.
  void divide(float share) { compare_.divider = share * static_cast<float>(info_.extent.width); }
  void record(VkCommandBuffer cmd, uint32_t frame) { executor_->record(cmd, frame); }

  // Returns an image in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL. FrameInfo::present must be false.
  VkImage image(uint32_t frame) const { return executor_->image(color_, frame); }
  // Returns the whole frame, followed by its parts. Empty without timestamps.
  std::vector<FramePart> parts(uint32_t frame) const;
  bool sorts() const { return info_.sorts || info_.shown == Shown::split; }

 private:
  void compare(const gpu::Device& device, Declaration& frame, SceneInstance& scene, SceneInstance& compared);
  // Adds the passes declared since the last call to the part `name`, or to parts with their own names.
  void addParts(const graph::Graph& graph, const char* name = nullptr);

  FrameInfo info_;
  graph::ImageHandle color_;
  std::vector<std::pair<std::string, std::vector<graph::PassHandle>>> parts_;
  uint32_t passes_ = 0;  // passes that belong to a part
  Program comparison_;
  ComparePush compare_{};
  std::optional<graph::Executor> executor_;
};

}  // namespace particles
