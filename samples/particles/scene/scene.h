// What a scene has to be: it moves the elements and draws them, and leaves their order to the sort.
#pragma once
#include <memory>
#include <span>

#include "scene/camera.h"
#include "scene/elements.h"
#include "timed.h"

namespace particles {

struct Cloud;

struct SceneInfo {
  uint32_t count = 0;  // elements
  uint32_t seed = 0;
  VkFormat color_format = VK_FORMAT_UNDEFINED;
  uint32_t frames = 1;                       // in flight
  std::shared_ptr<const Cloud> points = {};  // what --points has read, as many as `count`; else nothing
};

// What all scenes of a kind have in common, so that it is known before there is one.
struct SceneTraits {
  uint32_t vertices = 4;  // of each element
  bool culled = false;    // positions have a radius, and what cannot be seen need not be sorted
  uint32_t group = 0;     // elements are in groups of so many, the last one smaller, each in order by itself; 0: not
  bool bright = false;    // drawn in light of any brightness, and brought into the range of the picture after that
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
  // With SceneTraits::group: where each group is, in the order of its elements. Farther groups are drawn first.
  virtual std::span<const glm::vec3> groups() const { return {}; }
};

// Errors: gpu::Error.
using MakeScene = std::unique_ptr<Scene>(const gpu::Device& device, const SceneInfo& info);

// Shaders as in shaders/particles/timed.h; the background's vertex shader is the same for all.
struct TimedShaders {
  std::span<const uint32_t> move;        // compute
  std::span<const uint32_t> background;  // fragment
  std::span<const uint32_t> vertex;
  std::span<const uint32_t> fragment;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
  uint32_t vertices = 4;        // of each element
  float start = 0.0F;           // seconds on the clock in the first frame
  std::vector<glm::vec4> more;  // what else the shaders read, if anything
};

class TimedScene : public Scene {
 public:
  TimedScene(const gpu::Device& device, const SceneInfo& info, TimedShaders shaders);
  graph::BufferHandle simulate(Declaration& frame, graph::BufferHandle positions) override;
  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) override;
  void prepare(const View& view, uint32_t steps) override;

 private:
  TimedShaders shaders_;
  Program move_;
  Program background_;
  Program draw_;
  gpu::Buffer more_;
  timed::MovePush move_push_{};
  timed::DrawPush draw_push_{};
  uint64_t steps_ = 0;  // since the start
};

}  // namespace particles
