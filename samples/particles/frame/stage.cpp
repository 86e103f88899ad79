#include "frame/stage.h"

namespace particles {

Stage::Stage(const gpu::Device& device, const StageInfo& info)
    : elements_(device, info.scene.count),
      scene_(info.make_scene(device, info.scene)),
      sort_(device, elements_, {info.scene.frames, info.fused_keys, info.verify}) {}

Stage::Declared Stage::declare(Declaration& frame, graph::ImageHandle color, bool sorting) {
  Elements::Handles elements = elements_.declare(frame);
  elements.positions = scene_->simulate(frame, elements.positions);
  DepthSort::Declared sorted = sort_.declare(frame, elements, sorting);
  elements.indices = sorted.indices;
  return {scene_->draw(frame, elements, color), std::move(sorted.timed)};
}

void Stage::prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps) {
  const View view = camera.view(static_cast<float>(extent.width) / static_cast<float>(extent.height));
  scene_->prepare(view, steps);
  sort_.prepare(frame, view.forward);
}

}  // namespace particles
