// A scene whose elements move by the clock alone: a file of such a scene is a table of its shaders.
#pragma once
#include "scene/program.h"
#include "scene/scene.h"
#include "timed.h"

namespace particles {

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
