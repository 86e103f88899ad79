#include "drawing.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "gpu/commands.h"
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

Drawing::Drawing(const gpu::Device& device, const SceneEntry& scene, const DrawingInfo& info)
    : device_(device),
      stage_(device, {scene.make,
                      {info.count, 1, kFormat, kFramesInFlight, info.points},
                      info.use,
                      true,
                      scene.traits,
                      info.sorters}),
      queue_(device),
      camera_(scene.camera) {}

Readback Drawing::draw(Sorting sorting, uint32_t steps) {
  std::optional<FrameGraph>& graph = graphs_[static_cast<std::size_t>(sorting)];
  if (!graph) graph.emplace(device_, stage_, FrameInfo{kFormat, kExtent, sorting, kFramesInFlight});
  stage_.prepare(0, camera_, kExtent, steps);
  graph->record(queue_.begin(0), 0);
  queue_.submit(0);
  CHECK(queue_.wait(0));
  verdict_ = stage_.sort().verdict(0).value();
  CHECK(verdict_.complete(stage_.elements().count()));
  if (sorting == Sorting::on) CHECK(verdict_.ordered());
  return readBack(device_, stage_.elements(), graph->image(0), kExtent);
}

OrderReport Drawing::check(const Readback& seen) const {
  return checkOrder(seen.positions, seen.indices, stage_.sort().rule(0));
}

View Drawing::view() const { return camera_.view({kExtent.width, kExtent.height}); }

std::size_t differing(const Picture& a, const Picture& b) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i + 3 < a.rgba.size(); i += 4) {
    bool differs = false;
    for (std::size_t c = 0; c < 3; ++c) differs = differs || std::abs(int{a.rgba[i + c]} - int{b.rgba[i + c]}) > 8;
    if (differs) ++count;
  }
  return count;
}

StageInfo stageOf(const char* scene, uint32_t count, Use use) {
  const SceneEntry& entry = *findScene(scene);
  return {entry.make, {count, 3, kFormat, kFramesInFlight, {}}, use, true, entry.traits, {}};
}

Frames::Frames(const gpu::Device& device, const StageInfo& info)
    : stage(device, info),
      overlay(device, {kFormat, kFramesInFlight}),
      graph(device, stage, {kFormat, kExtent, Sorting::on, kFramesInFlight, false, &overlay}),
      queue(device) {}

void Frames::prepare(uint32_t slot) {
  Camera camera;
  camera.orbit(static_cast<float>(slot) * 2.0F, 0.3F);
  stage.prepare(slot, camera, kExtent, 0);
  overlay.begin(kExtent);
  ImGui::GetBackgroundDrawList()->AddText({8.0F, 8.0F}, IM_COL32_WHITE, slot == 0 ? "first" : "another frame");
  overlay.end();
}

std::vector<uint8_t> Frames::picture(const gpu::Device& device, uint32_t slot) const {
  return readBack(device, stage.elements(), graph.image(slot), kExtent).picture.rgba;
}

}  // namespace test
