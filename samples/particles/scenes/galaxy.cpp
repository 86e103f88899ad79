#include "galaxy_background_frag.spv.h"
#include "galaxy_simulate_comp.spv.h"
#include "galaxy_sprite_frag.spv.h"
#include "galaxy_sprite_vert.spv.h"
#include "scene/timed_scene.h"
#include "scenes/scenes.h"

namespace particles {

std::unique_ptr<Scene> makeGalaxy(const gpu::Device& device, const SceneInfo& info) {
  TimedShaders shaders;
  shaders.move = galaxy_simulate_comp;
  shaders.background = galaxy_background_frag;
  shaders.vertex = galaxy_sprite_vert;
  shaders.fragment = galaxy_sprite_frag;
  return std::make_unique<TimedScene>(device, info, std::move(shaders));
}

}  // namespace particles
