#include "scene/scene.h"

#include "background_vert.spv.h"

namespace particles {

Scene::Scene(const gpu::Device& device, const SceneInfo& info, const Elements& elements)
    : entry_(*info.entry),
      contents_(entry_.fill(device, info, elements)),
      background_(device, {"background", 0, sizeof(DrawPush)},
                  {background_vert, entry_.shaders.background, info.format}),
      draw_(device, {"elements", 2 + entry_.traits.extra_buffers, sizeof(DrawPush)},
            {entry_.shaders.vertex, entry_.shaders.fragment, info.format, entry_.traits.topology, true}) {
  const uint32_t buffers = 3 + extraBuffersOfMove() + (entry_.traits.group != 0 ? 1 : 0);
  move_ = Program(device, {"move", buffers, sizeof(MovePush)}, entry_.shaders.move);
  move_push_.count = contents_.draw.count = info.count;
  move_push_.seed = contents_.draw.seed = info.seed;
}

void Scene::move(Declaration& frame, Elements::Handles& elements, bool writes_indices) {
  graph::PassBuilder pass =
      frame.graph.addPass(entry_.traits.fixed ? "keys" : "move and keys", graph::PassKind::compute);
  if (entry_.traits.fixed) {
    pass.read(elements.positions, graph::kComputeRead);
  } else if (entry_.traits.warm_up == 0) {
    elements.positions = pass.write(elements.positions, graph::kComputeWrite);
  } else {
    elements.positions = pass.readWrite(elements.positions, graph::kComputeReadWrite);
    elements.kept = pass.readWrite(frame.import("kept", contents_.extra_buffers[0]), graph::kComputeReadWrite);
  }
  elements.keys = pass.write(elements.keys, graph::kComputeWrite);
  if (writes_indices) elements.indices = pass.write(elements.indices, graph::kComputeWrite);
  const bool arranged = elements.segments != graph::BufferHandle{};
  if (arranged) pass.read(elements.segments, graph::kComputeRead);
  pass.record([this, elements, writes_indices, arranged](const graph::PassContext& context) {
    const VkBuffer keys = context.buffer(elements.keys);
    // Unused bindings are bound to buffers that the pass accesses in the same way.
    const VkBuffer positions = context.buffer(elements.positions);
    std::vector<VkBuffer> buffers{positions, keys, writes_indices ? context.buffer(elements.indices) : keys};
    for (uint32_t i = 0; i < extraBuffersOfMove(); ++i) buffers.push_back(extraBufferOrFirst(i));
    if (entry_.traits.group != 0) buffers.push_back(arranged ? context.buffer(elements.segments) : positions);
    MovePush push = move_push_;
    push.writes_indices = writes_indices ? 1 : 0;
    push.arranged = arranged ? 1 : 0;
    move_.use(context, buffers, push);
    dispatchOver(context, push.count);
  });
}

graph::ImageHandle Scene::draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) {
  graph::PassBuilder pass = frame.graph.addPass("draw", graph::PassKind::graphics);
  pass.read(elements.positions, graph::kVertexRead);
  pass.read(elements.indices, graph::kVertexRead);
  if (entry_.traits.warm_up != 0) pass.read(elements.kept, graph::kVertexRead);
  const bool indirect = elements.arguments != graph::BufferHandle{};
  if (indirect) pass.read(elements.arguments, graph::kIndirectRead);
  color = pass.color(color, VkClearColorValue{});
  pass.record([this, elements, indirect](const graph::PassContext& context) {
    const VolkDeviceTable& vk = context.device().vk;
    const VkViewport viewport{0.0F, 0.0F, contents_.draw.view.pixels.x, contents_.draw.view.pixels.y, 0.0F, 1.0F};
    vk.vkCmdSetViewport(context.cmd(), 0, 1, &viewport);  // can be wider than the image; see SceneInstance::prepare()
    background_.use(context, {}, contents_.draw);
    vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
    std::vector<VkBuffer> buffers{context.buffer(elements.positions), context.buffer(elements.indices)};
    for (uint32_t i = 0; i < entry_.traits.extra_buffers; ++i) buffers.push_back(extraBufferOrFirst(i));
    draw_.use(context, buffers, contents_.draw);
    if (indirect)
      vk.vkCmdDrawIndirect(context.cmd(), context.buffer(elements.arguments), 0, 1, 0);
    else
      vk.vkCmdDraw(context.cmd(), entry_.traits.vertices, contents_.draw.count, 0, 0);
  });
  return color;
}

void Scene::prepare(const View& view, uint32_t steps) {
  move_push_.reset = steps_ == 0 ? 1 : 0;
  move_push_.first_step = steps_;
  move_push_.steps = steps_ == 0 && entry_.traits.warm_up != 0 ? entry_.traits.warm_up : steps;
  steps_ += move_push_.steps;
  const double time = static_cast<double>(steps_) / PARTICLES_STEPS_PER_SECOND;
  move_push_.time = contents_.draw.time = contents_.start + static_cast<float>(time);
  move_push_.eye = cullViewOf(view);
  contents_.draw.view = view;
}

CullView cullViewOf(const View& view) {
  const glm::vec2 focal = glm::abs(view.focal);
  const glm::vec2 slack{glm::length(glm::vec2(1.0F, focal.x)), glm::length(glm::vec2(1.0F, focal.y))};
  return {view.right, view.up, view.forward, focal, slack};
}

}  // namespace particles
