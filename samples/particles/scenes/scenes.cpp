#include "scenes/scenes.h"

#include <algorithm>
#include <array>

namespace particles {
namespace {

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
