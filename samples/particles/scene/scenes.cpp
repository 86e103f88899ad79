#include "scene/scene.h"

#include <algorithm>
#include <cmath>

#include "fireworks_background_frag.spv.h"
#include "fireworks_simulate_comp.spv.h"
#include "fireworks_spark_vert.spv.h"
#include "glass_background_frag.spv.h"
#include "glass_shard_frag.spv.h"
#include "glass_shard_vert.spv.h"
#include "glass_simulate_comp.spv.h"
#include "glow_frag.spv.h"
#include "gpu/commands.h"
#include "points/cloud.h"
#include "random.h"
#include "smoke_background_frag.spv.h"
#include "smoke_simulate_comp.spv.h"
#include "smoke_sprite_frag.spv.h"
#include "smoke_sprite_vert.spv.h"
#include "splats_background_frag.spv.h"
#include "splats_keys_comp.spv.h"
#include "splats_splat_frag.spv.h"
#include "splats_splat_vert.spv.h"

namespace particles {
namespace {

// Until then, every smoke particle has been born at least once.
constexpr uint32_t kWarmUpSteps = 7 * PARTICLES_STEPS_PER_SECOND;
constexpr float kTreeSize = 1.6F;  // metres

template <typename T>
gpu::Buffer upload(const gpu::Device& device, const std::vector<T>& data, const char* name) {
  const auto bytes = std::as_bytes(std::span(data));
  gpu::Buffer buffer(device, bytes.size(), kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Memory::device, name);
  gpu::upload(device, buffer, bytes);
  return buffer;
}

Contents fillNothing(const gpu::Device&, const SceneInfo&, const Elements&) { return {}; }

Contents fillSmoke(const gpu::Device& device, const SceneInfo& info, const Elements&) {
  Contents contents;
  contents.extra_buffers.emplace_back(device, VkDeviceSize{info.count} * sizeof(Motion), kStorage, gpu::Memory::device,
                                      "motions");
  contents.draw.size = std::clamp(std::pow(20000.0F / static_cast<float>(info.count), 0.4F), 0.12F, 2.0F);
  return contents;
}

Contents fillFireworks(const gpu::Device&, const SceneInfo& info, const Elements&) {
  Contents contents;
  for (uint32_t group = 0; group * PARTICLES_BURST < info.count; ++group)
    contents.groups.emplace_back(burstAt(group, info.seed));
  contents.start = 20.0F;
  return contents;
}

Contents fillCloud(const gpu::Device& device, const Cloud& cloud, const Elements& elements) {
  const uint64_t bytes = cloud.harmonics.words.size() * sizeof(uint32_t);
  if (bytes > device.properties().core.limits.maxStorageBufferRange)
    throw gpu::Error("--sh: the spherical harmonics do not fit into a buffer of the device; use a lower degree");
  gpu::upload(device, elements.positions(), std::as_bytes(std::span(cloud.positions)));
  Contents contents;
  contents.extra_buffers.push_back(upload(device, cloud.splats, "splats"));
  contents.draw.discs = cloud.discs ? 1 : 0;
  contents.draw.degree = cloud.discs ? 0 : cloud.harmonics.degree;
  contents.draw.words = wordsOf(contents.draw.degree);
  contents.draw.file_up = cloud.file_up;
  contents.draw.sky = cloud.before_black && !cloud.discs ? 0.0F : 1.0F;
  contents.draw.antialiased = cloud.antialiased && !cloud.discs ? 1 : 0;
  if (contents.draw.degree != 0) contents.extra_buffers.push_back(upload(device, cloud.harmonics.words, "harmonics"));
  return contents;
}

std::shared_ptr<const Cloud> cloudOf(const SceneInfo& info) {
  if (info.cloud) return info.cloud;
  const auto tree = std::make_shared<Cloud>();
  for (const Gaussian& gaussian : growTree(info.count, info.seed)) tree->add(gaussian);
  return tree;
}

Contents fillSplats(const gpu::Device& device, const SceneInfo& info, const Elements& elements) {
  return fillCloud(device, *cloudOf(info), elements);
}

Contents fillPoints(const gpu::Device& device, const SceneInfo& info, const Elements& elements) {
  const std::shared_ptr<const Cloud> cloud = cloudOf(info);
  if (cloud->discs) return fillCloud(device, *cloud, elements);
  Cloud discs = *cloud;
  discs.makeDiscs(kTreeSize, discs.count());
  return fillCloud(device, discs, elements);
}

const SceneShaders kSmokeShaders{smoke_background_frag, smoke_sprite_vert, smoke_sprite_frag, smoke_simulate_comp};
const SceneShaders kGlassShaders{glass_background_frag, glass_shard_vert, glass_shard_frag, glass_simulate_comp};
const SceneShaders kFireworkShaders{fireworks_background_frag, fireworks_spark_vert, glow_frag,
                                    fireworks_simulate_comp};
const SceneShaders kSplatShaders{splats_background_frag, splats_splat_vert, splats_splat_frag, splats_keys_comp};
constexpr CameraStart kGlassCamera{0.35F, 0.16F, 6.0F, {0.35F, 0.12F, 0.0F}, -1.0F};
constexpr CameraStart kFireworkCamera{0.3F, -0.17F, 9.0F, {0.0F, 2.45F, 0.0F}, -0.2F};
constexpr CameraStart kSplatCamera{0.5F, 0.10F, 6.3F, {0.0F, 1.22F, 0.0F}};
constexpr CameraStart kPointCamera{2.4F, 0.42F, 6.2F, {0.0F, 1.0F, 0.0F}};
constexpr SceneTraits kSmoke{.extra_buffers = 1, .warm_up = kWarmUpSteps};
// The vertex shader draws the 8 sides of a shard twice: first the sides that face away, then the others.
constexpr SceneTraits kGlass{
    .vertices = 48, .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, .culled = true, .bright = true};
constexpr SceneTraits kFireworks{.bright = true, .group = PARTICLES_BURST};
constexpr SceneTraits kSplats{.culled = true, .extra_buffers = 2, .fixed = true};

const SceneEntry kScenes[] = {
    {"smoke", "particles", 20000, 20000, CameraStart{}, kSmoke, kSmokeShaders, fillSmoke},
    {"glass", "shards", 4000, 60000, kGlassCamera, kGlass, kGlassShaders, fillNothing},
    {"fireworks", "sparks", 20480, 131072, kFireworkCamera, kFireworks, kFireworkShaders, fillFireworks},
    {"splats", "splats", 40000, 1000000, kSplatCamera, kSplats, kSplatShaders, fillSplats},
    {"points", "points", 60000, 1000000, kPointCamera, kSplats, kSplatShaders, fillPoints},
};

}  // namespace

std::span<const SceneEntry> allScenes() { return kScenes; }

Choices<const SceneEntry*> sceneChoices() {
  Choices<const SceneEntry*> choices;
  for (const SceneEntry& scene : kScenes) choices.emplace_back(scene.name, &scene);
  return choices;
}

const SceneEntry* findScene(const std::string& name) {
  const auto* const found = std::ranges::find(kScenes, name, &SceneEntry::name);
  return found == std::end(kScenes) ? nullptr : found;
}

}  // namespace particles
