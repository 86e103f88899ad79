#include "glass_background_frag.spv.h"
#include "glass_shard_frag.spv.h"
#include "glass_shard_vert.spv.h"
#include "glass_simulate_comp.spv.h"
#include "scene/timed_scene.h"
#include "scenes/scenes.h"

namespace particles {

std::unique_ptr<Scene> makeGlass(const gpu::Device& device, const SceneInfo& info) {
  TimedShaders shaders;
  shaders.move = glass_simulate_comp;
  shaders.background = glass_background_frag;
  shaders.vertex = glass_shard_vert;
  shaders.fragment = glass_shard_frag;
  shaders.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  shaders.vertices = kGlassVertices;
  return std::make_unique<TimedScene>(device, info, std::move(shaders));
}

}  // namespace particles
