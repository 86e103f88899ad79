#include "scene/scene.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_access.hpp>

#include "background_frag.spv.h"
#include "background_vert.spv.h"
#include "keys_comp.spv.h"
#include "nodes/sort.h"
#include "simulate_comp.spv.h"
#include "sort/depth_sorter.h"
#include "sort/order_monitor.h"
#include "sprite_frag.spv.h"
#include "sprite_vert.spv.h"

namespace particles {
namespace {

// Before the first picture every particle has been born at least once.
constexpr uint32_t kWarmUpSteps = 7 * PARTICLES_STEPS_PER_SECOND;

constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

// What the frame before did last with a buffer that outlives frames.
constexpr graph::Access kFrameBefore{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                                     VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

// More particles are smaller ones.
float spriteSize(uint32_t count) {
  return std::clamp(std::pow(20000.0F / static_cast<float>(count), 0.4F), 0.12F, 2.0F);
}

vksort::Sorter sorterOf(const gpu::Device& device, const std::optional<DepthHook>& depths) {
  if (!depths) return makeSorter(device);
  const vksort::Hook hook = depths->hook();
  return makeSorter(device, &hook);
}

}  // namespace

Scene::Scene(const gpu::Device& device, const SceneInfo& info)
    : particles_(device, VkDeviceSize{info.count} * sizeof(Particle), kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                 gpu::Memory::device, "particles"),
      indices_(device, VkDeviceSize{info.count} * sizeof(uint32_t), kStorage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
               gpu::Memory::device, "indices"),
      hook_(info.fused_keys ? std::optional<DepthHook>(std::in_place, device, particles_, info.frames) : std::nullopt),
      sorter_(sorterOf(device, hook_)) {
  if (const VkDescriptorSetLayout layout = sorter_.descriptorSetLayout(); layout != VK_NULL_HANDLE) {
    sort_pool_ = gpu::DescriptorPool(device, info.frames, info.frames * vksort::kDescriptorsPerSet);
    for (uint32_t i = 0; i < info.frames; ++i) sort_sets_.push_back(sort_pool_.allocate(layout));
  }
  const uint32_t frames = info.frames;
  simulate_ = Program::compute(device, {"simulate", 1, sizeof(SimulatePush), frames}, simulate_comp);
  keys_ = Program::compute(device, {"depth keys", 3, sizeof(KeysPush), frames}, keys_comp);
  background_ = Program::graphics(device, {"background", 0, sizeof(DrawPush), frames}, background_vert, background_frag,
                                  VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, info.color_format, false);
  sprites_ = Program::graphics(device, {"sprites", 2, sizeof(DrawPush), frames}, sprite_vert, sprite_frag,
                               VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, info.color_format, true);
  simulate_push_.count = info.count;
  simulate_push_.seed = info.seed;
  keys_push_.count = info.count;
  draw_push_.seed = info.seed;
  draw_push_.size = spriteSize(info.count);
}

Scene::Declared Scene::declare(graph::Graph& graph, graph::ImageHandle color, bool sorting, OrderMonitor* monitor) {
  graph::BufferHandle particles = graph.importBuffer("particles", {particles_.size(), kStorage}, kFrameBefore);
  graph::BufferHandle indices = graph.importBuffer("indices", {indices_.size(), kStorage}, kFrameBefore);
  const graph::BufferInfo words{VkDeviceSize{count()} * sizeof(float), kStorage};
  Elements elements{graph.createBuffer("keys", words), indices};

  graph::PassBuilder simulate = graph.addPass("simulate", graph::PassKind::compute);
  particles = simulate.readWrite(particles, graph::kComputeReadWrite);
  simulate.execute([this, particles](const graph::PassContext& pass) {
    simulate_.use(pass, {pass.buffer(particles)}, simulate_push_);
    dispatch(pass);
    if (hook_) hook_->setRow(pass.frame(), keys_push_.depth_row);  // the frame's previous execution is over
  });

  const bool fused = hook_ && sorting;
  if (!fused) elements = addKeys(graph, "depth keys", particles, elements);
  if (monitor != nullptr) {
    Elements before = elements;
    if (fused) {
      before = {graph.createBuffer("expected keys", words), graph.createBuffer("expected indices", words)};
      before = addKeys(graph, "expected keys", particles, before);
    }
    monitor->declareBefore(graph, before.keys, before.indices, count());
  }
  if (sorting) {
    nodes::SortNode node{elements.keys, elements.indices, count(), sort_sets_};
    if (fused) {
      node.hook_reads = {&particles, 1};
      node.hook_sets = hook_->sets();
    }
    const nodes::Sorted sorted = nodes::addSort(graph, sorter_, node);
    elements = {sorted.keys, sorted.values};
  }
  if (monitor != nullptr) monitor->declareDrawn(graph, elements.keys, elements.indices, count());
  indices = elements.indices;

  graph::PassBuilder draw = graph.addPass("draw", graph::PassKind::graphics);
  draw.read(particles, graph::kVertexRead);
  draw.read(indices, graph::kVertexRead);
  color = draw.color(color, VkClearColorValue{});
  draw.execute([this, particles, indices](const graph::PassContext& pass) {
    background_.use(pass, {}, draw_push_);
    pass.device().vk.vkCmdDraw(pass.cmd(), 3, 1, 0, 0);
    sprites_.use(pass, {pass.buffer(particles), pass.buffer(indices)}, draw_push_);
    pass.device().vk.vkCmdDraw(pass.cmd(), 4, count(), 0, 0);
  });
  return {particles, indices, color};
}

Scene::Elements Scene::addKeys(graph::Graph& graph, const char* name, graph::BufferHandle particles,
                               Elements elements) {
  graph::PassBuilder depth = graph.addPass(name, graph::PassKind::compute);
  depth.read(particles, graph::kComputeRead);
  elements = {depth.write(elements.keys, graph::kComputeWrite), depth.write(elements.indices, graph::kComputeWrite)};
  depth.execute([this, particles, elements](const graph::PassContext& pass) {
    keys_.use(pass, {pass.buffer(particles), pass.buffer(elements.keys), pass.buffer(elements.indices)}, keys_push_);
    dispatch(pass);
  });
  return elements;
}

void Scene::bind(graph::Executor& executor, const Declared& declared) const {
  executor.bind(declared.particles, particles_.handle());
  executor.bind(declared.indices, indices_.handle());
}

void Scene::dispatch(const graph::PassContext& pass) const {
  pass.device().vk.vkCmdDispatch(pass.cmd(), (count() + PARTICLES_WORKGROUP - 1) / PARTICLES_WORKGROUP, 1, 1);
}

void Scene::prepare(const Camera& camera, VkExtent2D extent, uint32_t steps) {
  simulate_push_.reset = next_step_ == 0 ? 1 : 0;
  simulate_push_.first_step = next_step_;
  simulate_push_.steps = next_step_ == 0 ? kWarmUpSteps : steps;
  next_step_ += simulate_push_.steps;

  const glm::mat4 view = camera.view();
  keys_push_.depth_row = camera.depthRow();
  draw_push_.right = glm::row(view, 0);
  draw_push_.up = glm::row(view, 1);
  draw_push_.forward = keys_push_.depth_row;
  draw_push_.focal = camera.focal(static_cast<float>(extent.width) / static_cast<float>(extent.height));
}

}  // namespace particles
