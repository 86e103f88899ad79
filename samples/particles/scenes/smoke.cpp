#include <algorithm>
#include <cmath>

#include "background_vert.spv.h"
#include "scene/elements.h"
#include "scenes/scenes.h"
#include "smoke/interface.h"
#include "smoke_background_frag.spv.h"
#include "smoke_simulate_comp.spv.h"
#include "smoke_sprite_frag.spv.h"
#include "smoke_sprite_vert.spv.h"

namespace particles {
namespace {

using smoke::DrawPush;
using smoke::Motion;
using smoke::SimulatePush;

// Before the first picture every particle has been born at least once.
constexpr uint32_t kWarmUpSteps = 7 * PARTICLES_STEPS_PER_SECOND;

// More particles are smaller ones.
float spriteSize(uint32_t count) {
  return std::clamp(std::pow(20000.0F / static_cast<float>(count), 0.4F), 0.12F, 2.0F);
}

class Smoke : public Scene {
 public:
  Smoke(const gpu::Device& device, const SceneInfo& info);
  graph::BufferHandle simulate(Declaration& frame, graph::BufferHandle positions) override;
  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) override;
  void prepare(const View& view, uint32_t steps) override;

 private:
  gpu::Buffer motions_;
  Program simulate_;
  Program background_;
  Program sprites_;
  SimulatePush simulate_push_{};
  DrawPush draw_push_{};
  graph::BufferHandle moved_;  // the motions, from simulate() to draw()
  uint32_t next_step_ = 0;
};

Smoke::Smoke(const gpu::Device& device, const SceneInfo& info)
    : motions_(device, VkDeviceSize{info.count} * sizeof(Motion), kStorage, gpu::Memory::device, "motions") {
  const uint32_t frames = info.frames;
  simulate_ = Program::compute(device, {"simulate", 2, sizeof(SimulatePush), frames}, smoke_simulate_comp);
  background_ = Program::graphics(device, {"background", 0, sizeof(DrawPush), frames}, background_vert,
                                  smoke_background_frag, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, info.color_format, false);
  sprites_ = Program::graphics(device, {"sprites", 3, sizeof(DrawPush), frames}, smoke_sprite_vert, smoke_sprite_frag,
                               VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, info.color_format, true);
  simulate_push_.count = info.count;
  simulate_push_.seed = info.seed;
  draw_push_.seed = info.seed;
  draw_push_.size = spriteSize(info.count);
}

graph::BufferHandle Smoke::simulate(Declaration& frame, graph::BufferHandle positions) {
  graph::PassBuilder pass = frame.graph.addPass("simulate", graph::PassKind::compute);
  positions = pass.readWrite(positions, graph::kComputeReadWrite);
  moved_ = pass.readWrite(frame.import("motions", motions_, kStorage, kFrameBefore), graph::kComputeReadWrite);
  pass.execute([this, positions, motions = moved_](const graph::PassContext& context) {
    simulate_.use(context, {context.buffer(positions), context.buffer(motions)}, simulate_push_);
    dispatchOver(context, simulate_push_.count);
  });
  return positions;
}

graph::ImageHandle Smoke::draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) {
  graph::PassBuilder pass = frame.graph.addPass("draw", graph::PassKind::graphics);
  for (const graph::BufferHandle read : {elements.positions, moved_, elements.indices})
    pass.read(read, graph::kVertexRead);
  color = pass.color(color, VkClearColorValue{});
  pass.execute([this, elements, motions = moved_](const graph::PassContext& context) {
    background_.use(context, {}, draw_push_);
    context.device().vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
    sprites_.use(context,
                 {context.buffer(elements.positions), context.buffer(motions), context.buffer(elements.indices)},
                 draw_push_);
    context.device().vk.vkCmdDraw(context.cmd(), 4, simulate_push_.count, 0, 0);
  });
  return color;
}

void Smoke::prepare(const View& view, uint32_t steps) {
  simulate_push_.reset = next_step_ == 0 ? 1 : 0;
  simulate_push_.first_step = next_step_;
  simulate_push_.steps = next_step_ == 0 ? kWarmUpSteps : steps;
  next_step_ += simulate_push_.steps;
  draw_push_.right = view.right;
  draw_push_.up = view.up;
  draw_push_.forward = view.forward;
  draw_push_.focal = view.focal;
}

}  // namespace

std::unique_ptr<Scene> makeSmoke(const gpu::Device& device, const SceneInfo& info) {
  return std::make_unique<Smoke>(device, info);
}

}  // namespace particles
