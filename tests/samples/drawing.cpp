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

StageInfo stageOf(const char* scene, uint32_t count, Use use) {
  return {findScene(scene), {count, 1, kFormat, {}}, use, true};
}

Drawing::Drawing(Sorters& sorters, const StageInfo& info)
    : device_(sorters.device()), stage_(sorters, info), queue_(device_), camera_(info.entry->camera) {}

Drawn Drawing::draw(bool sorts, uint32_t steps) {
  std::optional<FrameGraph>& graph = graphs_[sorts ? 1 : 0];
  if (!graph) graph.emplace(device_, FrameInfo{kFormat, kExtent, sorts}, &stage_);
  stage_.prepare(0, camera_, kExtent, steps);
  graph->record(queue_.begin(0), 0);
  queue_.submit(0);
  CHECK(queue_.wait(0));
  const Verdict verdict = stage_.sort().verdict(0).value();
  CHECK(verdict.complete(stage_.elements().count()));
  if (sorts) CHECK(verdict.ordered());
  const Readback seen = readBack(device_, stage_.elements());
  return {seen.positions, seen.indices, readPicture(device_, graph->image(0), kExtent)};
}

View Drawing::view() const { return camera_.view({kExtent.width, kExtent.height}); }

Frames::Frames(const gpu::Device& device, const StageInfo& info)
    : sorters(device),
      stage(sorters, info),
      overlay(device, kFormat, 1.0F),
      graph(device, {kFormat, kExtent, true, Shown::picture, false, &overlay}, &stage),
      queue(device) {}

void Frames::prepare(uint32_t slot) {
  Camera camera;
  camera.orbit(static_cast<float>(slot) * 2.0F, 0.3F);
  stage.prepare(slot, camera, kExtent, 0);
  overlay.begin(kExtent);
  ImGui::GetBackgroundDrawList()->AddText({8.0F, 8.0F}, IM_COL32_WHITE, slot == 0 ? "first" : "another frame");
  overlay.end();
}

std::vector<uint8_t> Frames::picture(uint32_t slot) const {
  return readPicture(sorters.device(), graph.image(slot), kExtent).rgba;
}

}  // namespace test
