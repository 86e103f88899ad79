// The particles, and the passes that move, sort and draw them.
#pragma once
#include <optional>

#include "gpu/buffer.h"
#include "graph/execute.h"
#include "interface.h"
#include "scene/camera.h"
#include "scene/program.h"
#include "sort/depth_hook.h"
#include "vksort.h"

namespace particles {

class OrderMonitor;

struct SceneInfo {
  uint32_t count = 0;  // 1 to kMaxCount
  uint32_t seed = 0;
  VkFormat color_format = VK_FORMAT_UNDEFINED;
  uint32_t frames = 1;     // in flight
  bool fused_keys = true;  // the sort computes the depths, else a pass before it does
};

// 128 MiB of particles: the storage range that every device has.
inline constexpr uint32_t kMaxCount = (128U << 20U) / sizeof(Particle);

// The state of one simulation. Must outlive every executor of a graph it was declared in.
class Scene {
 public:
  // Errors: gpu::Error, among them a device that vksort does not support.
  Scene(const gpu::Device& device, const SceneInfo& info);

  // Handles that the executor of the graph needs bound, and the picture.
  struct Declared {
    graph::BufferHandle particles;
    graph::BufferHandle indices;
    graph::ImageHandle color;
  };
  // Adds the passes: simulate; depth keys, if they are separate or `sorting` is off; sort unless it is; draw into
  // `color`; and those of `monitor`, if there is one. It compares keys that the sort computes with those of a pass.
  Declared declare(graph::Graph& graph, graph::ImageHandle color, bool sorting, OrderMonitor* monitor);
  void bind(graph::Executor& executor, const Declared& declared) const;

  // What the next recording shows: the camera, and the particles `steps` later.
  void prepare(const Camera& camera, VkExtent2D extent, uint32_t steps);

  // As the last executed frame left them: state by particle, and particles in the order drawn.
  const gpu::Buffer& particles() const { return particles_; }
  const gpu::Buffer& indices() const { return indices_; }
  uint32_t count() const { return simulate_push_.count; }
  // Camera row of the last frame, see Camera::depthRow().
  glm::vec4 depthRow() const { return keys_push_.depth_row; }
  bool fusedKeys() const { return hook_.has_value(); }

 private:
  // Keys, and the indices of the particles.
  struct Elements {
    graph::BufferHandle keys;
    graph::BufferHandle indices;
  };
  Elements addKeys(graph::Graph& graph, const char* name, graph::BufferHandle particles, Elements elements);
  void dispatch(const graph::PassContext& pass) const;

  gpu::Buffer particles_;
  gpu::Buffer indices_;
  std::optional<DepthHook> hook_;  // if keys are fused
  vksort::Sorter sorter_;
  gpu::DescriptorPool sort_pool_;
  std::vector<VkDescriptorSet> sort_sets_;  // by frame; none with push descriptors
  Program simulate_;
  Program keys_;
  Program background_;
  Program sprites_;
  SimulatePush simulate_push_{};
  KeysPush keys_push_{};
  DrawPush draw_push_{};
  uint32_t next_step_ = 0;
};

}  // namespace particles
