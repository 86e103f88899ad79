#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interface.h"
#include "scene/camera.h"
#include "scene/elements.h"
#include "vksort_plan.h"

namespace particles {

struct Cloud;
struct Gaussian;
struct SceneEntry;

template <typename T>
using Choices = std::vector<std::pair<std::string, T>>;

struct SceneInfo {
  const SceneEntry* entry = nullptr;
  uint32_t count = 0;
  uint32_t seed = 0;
  VkFormat format = VK_FORMAT_UNDEFINED;
  std::shared_ptr<const Cloud> cloud{};
  vksort::Algorithm algorithm = vksort::Algorithm::automatic;  // must be isSupported() for the scene
};

struct Contents {
  std::vector<gpu::Buffer> extra_buffers;  // read by its shaders, in addition to positions and indices
  std::vector<glm::vec3> groups;
  float start = 0.0F;  // in seconds
  DrawPush draw{};
};

struct SceneTraits {
  uint32_t vertices = 4;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
  bool culled = false;  // true if positions have a radius, so invisible elements are not sorted
  bool bright = false;  // drawn to a floating-point image, then tone-mapped
  uint32_t group = 0;   // elements per group (the last one can be smaller), or 0; each group is sorted separately
  uint32_t extra_buffers = 0;  // Contents::extra_buffers to bind; if there are fewer, the first is repeated
  uint32_t warm_up = 0;  // steps before the first picture; if not 0, the first extra buffer is kept between frames
  bool fixed = false;
};

struct SceneShaders {
  std::span<const uint32_t> background, vertex, fragment;
  std::span<const uint32_t> move;  // writes the keys as well
};

// A row of scenes.cpp. Its shaders are in a folder with its name.
struct SceneEntry {
  const char* name;
  const char* element;
  uint32_t count;      // default on a software driver
  uint32_t gpu_count;  // default on a GPU
  CameraStart camera;
  SceneTraits traits;
  SceneShaders shaders;
  Contents (*fill)(const gpu::Device& device, const SceneInfo& info, const Elements& elements);
};

// Must outlive every executor of a graph it was declared in.
class Scene {
 public:
  Scene(const gpu::Device& device, const SceneInfo& info, const Elements& elements);

  // Moves the elements and writes their sort keys. If `writes_indices` is true, it also initializes the indices.
  void move(Declaration& frame, Elements::Handles& elements, bool writes_indices);
  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color);
  // Simulates `steps` steps (PARTICLES_STEPS_PER_SECOND).
  void prepare(const View& view, uint32_t steps);
  std::span<const glm::vec3> groups() const { return contents_.groups; }

 private:
  // Extra buffers that move_ binds. For fixed elements, it only computes keys.
  uint32_t extraBuffersOfMove() const { return entry_.traits.fixed ? 0 : entry_.traits.extra_buffers; }
  VkBuffer extraBufferOrFirst(uint32_t i) const {
    return contents_.extra_buffers[i < contents_.extra_buffers.size() ? i : 0].handle();
  }

  const SceneEntry& entry_;
  Contents contents_;
  Program move_;
  Program background_;
  Program draw_;
  MovePush move_push_{};
  uint32_t steps_ = 0;
};

CullView cullViewOf(const View& view);

// The first scene is the default.
std::span<const SceneEntry> allScenes();
Choices<const SceneEntry*> sceneChoices();
const SceneEntry* findScene(const std::string& name);

// In metres, y up. Splats get smaller if `count` grows.
std::vector<Gaussian> growTree(uint32_t count, uint32_t seed);

}  // namespace particles
