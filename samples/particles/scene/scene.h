// What a scene has to be: it moves the elements and draws them, and leaves their order to the sort.
#pragma once
#include <memory>

#include "scene/camera.h"
#include "scene/elements.h"

namespace particles {

struct SceneInfo {
  uint32_t count = 0;  // elements
  uint32_t seed = 0;
  VkFormat color_format = VK_FORMAT_UNDEFINED;
  uint32_t frames = 1;  // in flight
};

// Must outlive every executor of a graph it was declared in.
class Scene {
 public:
  Scene() = default;
  virtual ~Scene() = default;
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;

  // Adds the passes that bring the elements to where the next frame shows them, and returns where that is.
  virtual graph::BufferHandle simulate(Declaration& frame, graph::BufferHandle positions) = 0;
  // Adds the pass that draws them over all of `color`, in the order of the indices. Comes after simulate() of the
  // frame.
  virtual graph::ImageHandle draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) = 0;
  // What the next recording shows: from where, and so many steps later, see PARTICLES_STEPS_PER_SECOND.
  virtual void prepare(const View& view, uint32_t steps) = 0;
};

// Errors: gpu::Error.
using MakeScene = std::unique_ptr<Scene>(const gpu::Device& device, const SceneInfo& info);

}  // namespace particles
