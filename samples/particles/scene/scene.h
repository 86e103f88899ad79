// A scene: it moves the elements and draws them, and leaves their order to the sort.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interface.h"
#include "scene/camera.h"
#include "scene/elements.h"

namespace particles {

struct Cloud;
struct Gaussian;

struct SceneInfo {
  uint32_t count = 0;  // elements
  uint32_t seed = 0;
  VkFormat format = VK_FORMAT_UNDEFINED;
  std::shared_ptr<const Cloud> cloud{};  // what was read from a file, as many as `count`; else null
};

// What a scene begins with.
struct Contents {
  std::vector<gpu::Buffer> more;  // what its shaders read besides positions and indices
  std::vector<glm::vec3> groups;  // where each is
  float start = 0.0F;             // seconds on the clock in the first frame
  DrawPush draw{};
};

struct SceneTraits {
  uint32_t vertices = 4;  // of each element
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
  bool culled = false;   // positions have a radius, and elements that cannot be seen are not sorted
  bool bright = false;   // drawn in light of any brightness, and brought into the range of the picture after that
  uint32_t group = 0;    // elements per group (fewer in the last one), or 0; each group is sorted separately
  uint32_t more = 0;     // number of buffers of Contents to bind; if there are fewer, the first one is repeated
  uint32_t warm_up = 0;  // steps before the first picture; if not 0, the first of `more` is kept between frames
  bool fixed = false;    // elements stay where they begin
};

struct SceneShaders {
  std::span<const uint32_t> background, vertex, fragment;
  std::span<const uint32_t> move;  // compute: moves the elements, unless they are fixed, and writes their keys
};

// A scene that --scene names: a row of scenes.cpp. Its shaders are in a folder of its name.
struct SceneEntry {
  const char* name;
  const char* element;  // what its elements are called
  uint32_t count;       // elements, if nobody says how many, on a software driver
  uint32_t gpu_count;   // and on a GPU
  CameraStart camera;
  SceneTraits traits;
  SceneShaders shaders;
  Contents (*fill)(const gpu::Device& device, const SceneInfo& info, const Elements& elements);
};

// Must outlive every executor of a graph it was declared in.
class Scene {
 public:
  // Errors: gpu::Error.
  Scene(const gpu::Device& device, const SceneEntry& entry, const SceneInfo& info, const Elements& elements);

  // Adds the pass that moves the elements to where the next frame shows them and writes their sort keys, and updates
  // the handles. If `writes_indices`, it also writes the index of each element to the place of its key.
  void move(Declaration& frame, Elements::Handles& elements, bool writes_indices);
  // Adds the pass that draws them over all of `color`, in the order of the indices. Comes after move() of the frame.
  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color);
  // What the next recording shows: from where, and so many steps later, see PARTICLES_STEPS_PER_SECOND.
  void prepare(const View& view, uint32_t steps);
  // Where each group is, in the order of its elements. Farther groups are drawn first.
  std::span<const glm::vec3> groups() const { return contents_.groups; }

 private:
  // Buffers of Contents that move_ binds: none for fixed elements, which it only projects.
  uint32_t moreOfMove() const { return entry_.traits.fixed ? 0 : entry_.traits.more; }
  VkBuffer more(uint32_t i) const { return contents_.more[i < contents_.more.size() ? i : 0].handle(); }

  const SceneEntry& entry_;
  Contents contents_;
  Program move_;
  Program background_;
  Program draw_;
  MovePush move_push_{};
  graph::BufferHandle kept_;  // the first buffer of a scene with `warm_up`, from move() to draw()
  uint32_t steps_ = 0;        // since the start
};

CullView cullViewOf(const View& view);

// In the order in which they are shown; the first one is the default.
std::span<const SceneEntry> allScenes();
// Null for another word.
const SceneEntry* findScene(const std::string& name);

// `count` of them, at least 1, always the same for one seed; more are smaller ones. Metres, y up, the ground near 0.
std::vector<Gaussian> growTree(uint32_t count, uint32_t seed);

}  // namespace particles
