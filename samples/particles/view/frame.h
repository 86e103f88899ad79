#pragma once
#include <optional>
#include <vector>

#include "gpu/swapchain.h"
#include "scene/scene.h"
#include "sort/depth_sort.h"

namespace particles {

class Overlay;

// A scene with its elements and their sort. Must outlive every executor of a graph that it is declared in.
class SceneInstance {
 public:
  // `sorters` must outlive it. Throws gpu::Error, for example if vksort does not support the device.
  SceneInstance(Sorters& sorters, const SceneInfo& info);

  // Adds the passes that move the elements, and sort them if `sorts` is true.
  DepthSort::Declared sort(Declaration& frame, bool sorts);
  // Adds the passes that draw the elements over `color`. Returns the new version of `color`.
  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& sorted, graph::ImageHandle color);

  // Prepares the next recording of `frame`, whose previous execution must have finished. Simulates `steps` steps.
  void prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps);

  void setBudget(uint32_t budget) { sort_.setBudget(budget); }
  const Elements& elements() const { return elements_; }
  const DepthSort& sort() const { return sort_; }

 private:
  Elements elements_;
  Scene scene_;
  DepthSort sort_;
  std::optional<Program> tone_;  // tone-maps bright scenes
};

enum class Shown : uint8_t {
  picture,
  split,  // the sorted picture left of a divider, and the unsorted one right of it
  error,  // difference between the current and the sorted picture
  steps,  // a short list, sorted step by step
};
constexpr bool compares(Shown shown) { return shown == Shown::split || shown == Shown::error; }

struct FrameInfo {
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  VkExtent2D extent{};
  bool sorts = true;
  Shown shown = Shown::picture;
  bool present = false;        // draws to the swapchain image of target() instead of its own image
  Overlay* overlay = nullptr;  // optional; must outlive the graph
};

// The graph of one frame. If its info changes, it is created again after the GPU has finished the old one.
class FrameGraph {
 public:
  // `scene` can be null with Shown::steps; otherwise, it must outlive the graph. If compares(info.shown), `compared` is
  // another instance of the scene, which must also outlive the graph. Throws gpu::Error if out of memory, or if the
  // device does not support graphics.
  FrameGraph(const gpu::Device& device, const FrameInfo& info, SceneInstance* scene, SceneInstance* compared = nullptr);

  // Sets the acquired image for the next record() call.
  void target(VkImage image, VkImageView view) { executor_->bind(color_, image, view); }
  // Sets the position of the divider, as a share of the width.
  void divide(float share) { compare_.divider = share * static_cast<float>(info_.extent.width); }
  void record(VkCommandBuffer cmd, uint32_t frame) { executor_->record(cmd, frame); }

  // Returns the picture of a finished frame, in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL. FrameInfo::present must be false.
  VkImage image(uint32_t frame) const { return executor_->image(color_, frame); }
  // GPU time of the cull and the sort in a finished frame. Returns nothing without a sort or timestamps.
  std::optional<double> sortMs(uint32_t frame) const;
  // Returns nothing without timestamps.
  std::optional<double> frameMs(uint32_t frame) const { return executor_->frameMs(frame); }
  bool sorts() const { return info_.shown != Shown::steps && (info_.sorts || info_.shown == Shown::split); }

 private:
  void compare(const gpu::Device& device, Declaration& frame, SceneInstance& scene, SceneInstance& compared);

  FrameInfo info_;
  graph::ImageHandle color_;
  std::vector<graph::PassHandle> sort_;
  Program comparison_;
  ComparePush compare_{};
  std::optional<graph::Executor> executor_;
};

}  // namespace particles
