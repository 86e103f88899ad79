#include "drawing.h"

#include <doctest/doctest.h>

#include "support/devices.h"

using namespace particles;

namespace test {

void onDrawingDevices(const std::function<void(gpu::Device&)>& test) {
  for (const TestDevice& entry : devices()) {
    CAPTURE(entry.name);
    gpu::Device& device = *entry.device;
    if (device.enabled().graphics && device.enabled().dynamic_rendering)
      test(device);
    else
      MESSAGE("no graphics queue or no dynamic rendering: nothing is drawn on this device");
    expectNoValidationMessages();
  }
}

SceneInfo sceneOf(const char* scene, uint32_t count, vksort::Algorithm algorithm) {
  return {findScene(scene), count, 1, kFormat, {}, algorithm};
}

Drawing::Drawing(Sorters& sorters, const SceneInfo& info)
    : device_(sorters.device()),
      format_(info.format),
      scene_(sorters, info),
      queue_(device_, kFramesInFlight),
      camera_(info.entry->camera) {}

Drawn Drawing::draw(bool sorts, uint32_t steps) {
  std::optional<FrameGraph>& graph = graphs_[sorts ? 1 : 0];
  if (!graph) graph.emplace(device_, FrameInfo{format_, kExtent, sorts}, &scene_);
  scene_.prepare(0, camera_, kExtent, steps);
  queue_.submit(0, [&](VkCommandBuffer cmd) { graph->record(cmd, 0); });
  CHECK(queue_.wait(0));
  CHECK(check(sorts).permutation());
  if (sorts) CHECK(check(sorts).good());
  Readback seen = readBack(device_, scene_.elements());
  seen.indices.resize(scene_.sort().seen(0));
  return {seen.indices, readPicture(device_, graph->image(0), kExtent, format_)};
}

}  // namespace test
