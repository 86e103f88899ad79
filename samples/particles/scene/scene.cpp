#include "scene/scene.h"

#include "background_vert.spv.h"
#include "gpu/commands.h"

namespace particles {

TimedScene::TimedScene(const gpu::Device& device, const SceneInfo& info, TimedShaders shaders)
    : shaders_(std::move(shaders)) {
  const uint32_t frames = info.frames;
  const uint32_t more = shaders_.more.empty() ? 0 : 1;
  constexpr uint32_t kPush = sizeof(timed::DrawPush);
  move_ = Program::compute(device, {"move", 1 + more, sizeof(timed::MovePush), frames}, shaders_.move);
  background_ = Program::graphics(device, {"background", 0, kPush, frames}, background_vert, shaders_.background,
                                  VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, info.color_format, false);
  draw_ = Program::graphics(device, {"elements", 2 + more, kPush, frames}, shaders_.vertex, shaders_.fragment,
                            shaders_.topology, info.color_format, true);
  if (more != 0) {
    const auto bytes = std::as_bytes(std::span(shaders_.more));
    more_ = gpu::Buffer(device, bytes.size(), kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Memory::device, "more");
    gpu::upload(device, more_, bytes);
  }
  move_push_.count = draw_push_.count = info.count;
  move_push_.seed = draw_push_.seed = info.seed;
}

graph::BufferHandle TimedScene::simulate(Declaration& frame, graph::BufferHandle positions) {
  graph::PassBuilder pass = frame.graph.addPass("move", graph::PassKind::compute);
  positions = pass.write(positions, graph::kComputeWrite);
  pass.execute([this, positions](const graph::PassContext& context) {
    // What else there is was written before the first frame and never changes.
    if (more_.size() == 0)
      move_.use(context, {context.buffer(positions)}, move_push_);
    else
      move_.use(context, {context.buffer(positions), more_.handle()}, move_push_);
    dispatchOver(context, move_push_.count);
  });
  return positions;
}

graph::ImageHandle TimedScene::draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) {
  graph::PassBuilder pass = frame.graph.addPass("draw", graph::PassKind::graphics);
  readElements(pass, elements);
  color = pass.color(color, VkClearColorValue{});
  pass.execute([this, elements](const graph::PassContext& context) {
    background_.use(context, {}, draw_push_);
    context.device().vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
    const VkBuffer positions = context.buffer(elements.positions);
    const VkBuffer indices = context.buffer(elements.indices);
    if (more_.size() == 0)
      draw_.use(context, {positions, indices}, draw_push_);
    else
      draw_.use(context, {positions, indices, more_.handle()}, draw_push_);
    drawElements(context, elements, shaders_.vertices, draw_push_.count);
  });
  return color;
}

void TimedScene::prepare(const View& view, uint32_t steps) {
  steps_ += steps;
  const double time = static_cast<double>(steps_) / PARTICLES_STEPS_PER_SECOND;
  move_push_.time = draw_push_.time = shaders_.start + static_cast<float>(time);
  draw_push_.right = view.right;
  draw_push_.up = view.up;
  draw_push_.forward = view.forward;
  draw_push_.focal = view.focal;
  draw_push_.pixels = view.pixels;
}

}  // namespace particles
