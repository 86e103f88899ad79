#include "fireworks/interface.h"

#include <random>

#include "fireworks_background_frag.spv.h"
#include "fireworks_simulate_comp.spv.h"
#include "fireworks_spark_frag.spv.h"
#include "fireworks_spark_vert.spv.h"
#include "scene/timed_scene.h"
#include "scenes/scenes.h"

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

}  // namespace

std::unique_ptr<Scene> makeFireworks(const gpu::Device& device, const SceneInfo& info) {
  return std::make_unique<Fireworks>(device, info, placeBursts(info));
}

}  // namespace particles
