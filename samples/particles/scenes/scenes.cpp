#include "scenes/scenes.h"

#include <algorithm>
#include <array>
#include <random>

#include "fireworks/interface.h"
#include "fireworks_background_frag.spv.h"
#include "fireworks_simulate_comp.spv.h"
#include "fireworks_spark_frag.spv.h"
#include "fireworks_spark_vert.spv.h"
#include "galaxy_background_frag.spv.h"
#include "galaxy_simulate_comp.spv.h"
#include "galaxy_sprite_frag.spv.h"
#include "galaxy_sprite_vert.spv.h"
#include "glass_background_frag.spv.h"
#include "glass_shard_frag.spv.h"
#include "glass_shard_vert.spv.h"
#include "glass_simulate_comp.spv.h"
#include "scene/scene.h"

namespace particles {
namespace {

static_assert(kFireworksGroup == FIREWORKS_BURST);

// Where each burst is, in metres, and when in its period it begins, from 0 to 1.
std::vector<glm::vec4> placeBursts(const SceneInfo& info) {
  std::mt19937 random(info.seed);
  const auto between = [&](float low, float high) {
    return low + (high - low) * static_cast<float>(random() >> 8U) * 0x1p-24F;
  };
  std::vector<glm::vec4> bursts((info.count + FIREWORKS_BURST - 1) / FIREWORKS_BURST);
  for (glm::vec4& burst : bursts) {
    burst.x = between(-3.6F, 3.6F);
    burst.y = between(1.7F, 4.1F);
    burst.z = between(-3.6F, 2.6F);
    burst.w = between(0.0F, 1.0F);
  }
  return bursts;
}

TimedShaders shadersOf(const std::vector<glm::vec4>& bursts) {
  TimedShaders shaders;
  shaders.move = fireworks_simulate_comp;
  shaders.background = fireworks_background_frag;
  shaders.vertex = fireworks_spark_vert;
  shaders.fragment = fireworks_spark_frag;
  shaders.start = 20.0F;
  shaders.more = bursts;
  return shaders;
}

class Fireworks : public TimedScene {
 public:
  Fireworks(const gpu::Device& device, const SceneInfo& info, const std::vector<glm::vec4>& bursts)
      : TimedScene(device, info, shadersOf(bursts)), bursts_(bursts.begin(), bursts.end()) {}
  std::span<const glm::vec3> groups() const override { return bursts_; }

 private:
  std::vector<glm::vec3> bursts_;
};

constexpr std::array kScenes = {
    SceneEntry{"smoke", "smoke and sparks", "particles", makeSmoke, 20000, 20000},
    SceneEntry{"galaxy",
               "stars behind dust",
               "sprites",
               makeGalaxy,
               60000,
               1000000,
               {0.6F, 0.46F, 6.2F, {0.0F, -0.1F, 0.0F}, -1.0F},
               {.bright = true}},
    SceneEntry{"glass",
               "a burst globe of glass",
               "shards",
               makeGlass,
               4000,
               60000,
               {0.35F, 0.16F, 6.0F, {0.35F, 0.12F, 0.0F}, -1.0F},
               {.vertices = kGlassVertices, .culled = true, .bright = true}},
    SceneEntry{"fireworks",
               "hundreds of bursts, each sorted as a segment",
               "sparks",
               makeFireworks,
               20480,
               131072,
               {0.3F, -0.17F, 9.0F, {0.0F, 2.45F, 0.0F}, -0.2F},
               {.group = kFireworksGroup, .bright = true}},
    SceneEntry{"splats",
               "3D Gaussian splats",
               "splats",
               makeSplats,
               40000,
               1000000,
               {0.5F, 0.10F, 6.3F, {0.0F, 1.22F, 0.0F}},
               {.culled = true}},
    SceneEntry{"points",
               "points as discs",
               "points",
               makePoints,
               60000,
               1000000,
               {2.4F, 0.42F, 6.2F, {0.0F, 1.0F, 0.0F}},
               {.culled = true}},
};

}  // namespace

std::unique_ptr<Scene> makeFireworks(const gpu::Device& device, const SceneInfo& info) {
  return std::make_unique<Fireworks>(device, info, placeBursts(info));
}

std::unique_ptr<Scene> makeGalaxy(const gpu::Device& device, const SceneInfo& info) {
  TimedShaders shaders;
  shaders.move = galaxy_simulate_comp;
  shaders.background = galaxy_background_frag;
  shaders.vertex = galaxy_sprite_vert;
  shaders.fragment = galaxy_sprite_frag;
  return std::make_unique<TimedScene>(device, info, std::move(shaders));
}

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

std::span<const SceneEntry> allScenes() { return kScenes; }

const SceneEntry* findScene(const std::string& name) {
  const auto found = std::ranges::find(kScenes, name, &SceneEntry::name);
  return found == kScenes.end() ? nullptr : &*found;
}

std::string sceneNames() {
  std::string names;
  for (const SceneEntry& scene : kScenes) {
    if (!names.empty()) names += &scene == &kScenes.back() ? " or " : ", ";
    names += scene.name;
  }
  return names;
}

}  // namespace particles
