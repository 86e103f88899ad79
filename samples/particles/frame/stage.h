// What frames are made of: a scene, its elements, and their sort.
#pragma once
#include "picture/tone.h"
#include "scene/scene.h"
#include "sort/depth_sort.h"

namespace particles {

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

}  // namespace particles
