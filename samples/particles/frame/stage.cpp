#include "frame/stage.h"

#include "depth_sorts/grouped.h"
#include "depth_sorts/seen.h"
#include "depth_sorts/whole.h"

namespace particles {
namespace {

// What the scene draws to.
SceneInfo sceneInfo(const StageInfo& info) {
  SceneInfo scene = info.scene;
  if (info.traits.bright) scene.color_format = Tone::kLight;
  return scene;
}

std::unique_ptr<DepthSort> makeDepthSort(const gpu::Device& device, const Elements& elements,
                                         const DepthSortInfo& info) {
  if (info.traits.group != 0) return std::make_unique<GroupSort>(device, elements, info);
  if (info.traits.culled) return std::make_unique<SeenSort>(device, elements, info);
  return std::make_unique<WholeSort>(device, elements, info);
}

}  // namespace

Stage::Stage(const gpu::Device& device, const StageInfo& info)
    : sorters_(info.sorters ? info.sorters : std::make_shared<Sorters>(device)),
      elements_(device, info.scene.count),
      scene_(info.make_scene(device, sceneInfo(info))),
      sort_(makeDepthSort(device, elements_, {sorters_.get(), info.scene.frames, info.use, info.traits, info.verify})) {
  if (info.traits.bright) tone_.emplace(device, info.scene.color_format, info.scene.frames);
}

Stage::Declared Stage::declare(Declaration& frame, graph::ImageHandle color, Sorting sorting) {
  Elements::Handles elements = elements_.declare(frame);
  elements.positions = scene_->simulate(frame, elements.positions);
  DepthSort::Declared sorted = sort_->declare(frame, elements, sorting);
  if (!tone_) return {scene_->draw(frame, sorted.elements, color), std::move(sorted.timed)};
  const graph::ImageHandle light = scene_->draw(frame, sorted.elements, tone_->createLight(frame.graph, color));
  return {tone_->declare(frame.graph, light, color), std::move(sorted.timed)};
}

void Stage::prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps) {
  const View view = camera.view({static_cast<float>(extent.width), static_cast<float>(extent.height)});
  scene_->prepare(view, steps);
  sort_->prepare(frame, view, scene_->groups());
}

}  // namespace particles
