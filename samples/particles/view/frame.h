// One frame of the viewer: the stage it is made of, and its graph.
#pragma once
#include <optional>
#include <vector>

#include "gpu/swapchain.h"
#include "scene/scene.h"
#include "sort/depth_sort.h"

namespace particles {

class Overlay;

// What frames are made of: a scene, its elements, and their sort.
struct StageInfo {
  const SceneEntry* entry = nullptr;  // must not be null
  SceneInfo scene{};
  Use use = Use::automatic;  // must not be one that isRefused() for the traits
};

// Must outlive every executor of a graph it was declared in.
class Stage {
 public:
  // `sorters` must outlive it. Errors: gpu::Error, among them a device that vksort does not support.
  Stage(Sorters& sorters, const StageInfo& info);

  // Adds the passes that move the elements and sort them if it `sorts`.
  DepthSort::Declared sort(Declaration& frame, bool sorts);
  // Adds the passes that draw them into `color`, which it returns.
  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& sorted, graph::ImageHandle color);

  // What the next recording shows, of `frame`, whose previous execution must be over: the scene so many steps later.
  void prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps);

  void setBudget(uint32_t budget) { sort_.setBudget(budget); }
  const Elements& elements() const { return elements_; }
  const DepthSort& sort() const { return sort_; }

 private:
  Elements elements_;
  Scene scene_;
  DepthSort sort_;
  std::optional<Program> tone_;  // of bright scenes: brings light into the range of the picture
};

// What is on the screen.
enum class Shown : uint8_t {
  picture,
  split,  // the sorted picture on the left of a divider, and the unsorted one on its right
  error,  // how far what is asked for is from the sorted picture
  steps,  // a short list, sorted step by step: the overlay alone
};
constexpr bool compares(Shown shown) { return shown == Shown::split || shown == Shown::error; }

struct FrameInfo {
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  VkExtent2D extent{};
  bool sorts = true;
  Shown shown = Shown::picture;
  bool present = false;        // draws into swapchain images, given by target(); else into an image of its own
  Overlay* overlay = nullptr;  // optional; must outlive the graph
};

// The graph of one frame of the viewer, ready to run.
// Made anew when something of the info changes; the GPU must be done with the old one then. The stages must outlive it.
class FrameGraph {
 public:
  // `stage` may be null with Shown::steps. `other`: another stage of the same scene, for what compares.
  // Errors: gpu::Error out of memory or for a device without graphics.
  FrameGraph(const gpu::Device& device, const FrameInfo& info, Stage* stage, Stage* other = nullptr);

  // The acquired image that the next record() draws to.
  void target(VkImage image, VkImageView view) { executor_->bind(color_, image, view); }
  // Where the next recordings split the picture: a share of the width.
  void divide(float share) { compare_.divider = share * static_cast<float>(info_.extent.width); }
  void record(VkCommandBuffer cmd, uint32_t frame) { executor_->record(cmd, frame); }

  // The picture of an executed frame, in VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL; not for `present`.
  VkImage image(uint32_t frame) const { return executor_->image(color_, frame); }
  // GPU time of the sort and the cull, once the frame is done; empty without a sort or without timestamps.
  std::optional<double> sortMs(uint32_t frame) const;
  // GPU time from the start of the first pass to the end of the last one; empty without timestamps.
  std::optional<double> frameMs(uint32_t frame) const { return executor_->frameMs(frame); }
  bool sorts() const { return info_.shown != Shown::steps && (info_.sorts || info_.shown == Shown::split); }

 private:
  void compare(const gpu::Device& device, Declaration& frame, Stage& stage, Stage& other);

  FrameInfo info_;
  graph::ImageHandle color_;
  std::vector<graph::PassHandle> sort_;
  Program comparison_;
  ComparePush compare_{};
  std::optional<graph::Executor> executor_;
};

}  // namespace particles
