// One frame of the viewer: the stage it is made of, its graph, and the queue of those in flight.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "gpu/commands.h"
#include "picture/tone.h"
#include "scene/scene.h"
#include "sort/depth_sort.h"

namespace particles {

// What frames are made of: a scene, its elements, and their sort.
struct StageInfo {
  MakeScene* make_scene = nullptr;  // must not be null
  SceneInfo scene{};
  Use use = Use::automatic;  // must not be one that isRefused() for the traits
  bool verify = false;
  SceneTraits traits{};
  std::shared_ptr<Sorters> sorters{};  // of the device, to share with other stages; null: its own
};

// Must outlive every executor of a graph it was declared in.
class Stage {
 public:
  // Errors: gpu::Error, among them a device that vksort does not support.
  Stage(const gpu::Device& device, const StageInfo& info);

  struct Declared {
    graph::ImageHandle color;
    std::vector<graph::PassHandle> sort;  // DepthSort::Declared::timed
  };
  // Adds the passes of the scene's simulation, of the sort, and of drawing into `color`.
  Declared declare(Declaration& frame, graph::ImageHandle color, Sorting sorting);

  // What the next recording shows, of `frame`, whose previous execution must be over: the scene so many steps later.
  void prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps);

  const Elements& elements() const { return elements_; }
  const DepthSort& sort() const { return *sort_; }

 private:
  std::shared_ptr<Sorters> sorters_;
  Elements elements_;
  std::optional<Tone> tone_;  // of bright scenes
  std::unique_ptr<Scene> scene_;
  std::unique_ptr<DepthSort> sort_;
};

// The graph of one frame of the viewer, ready to run.
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

inline constexpr uint32_t kFramesInFlight = 2;

// Thread rule: one thread at a time.
class FrameQueue {
 public:
  explicit FrameQueue(const gpu::Device& device);
  ~FrameQueue();
  FrameQueue(const FrameQueue&) = delete;
  FrameQueue& operator=(const FrameQueue&) = delete;

  // Blocks until the GPU is done with the frame's previous submission. True when there was one. Calls `slow` after 2,
  // 4, 8 and so on seconds of that.
  bool wait(uint32_t frame, const std::function<void(uint32_t seconds)>& slow = {});
  // A command buffer that is recording. wait() comes first.
  VkCommandBuffer begin(uint32_t frame);
  // Ends and submits it. The semaphores are optional; color output waits for `acquired`.
  void submit(uint32_t frame, VkSemaphore acquired = VK_NULL_HANDLE, VkSemaphore finished = VK_NULL_HANDLE);

 private:
  struct Slot {
    VkCommandBuffer cmd = VK_NULL_HANDLE;
    gpu::Owned<VkFence> fence;
    bool submitted = false;
  };

  const gpu::Device* device_;
  gpu::CommandPool pool_;
  std::vector<Slot> slots_;
};

}  // namespace particles
