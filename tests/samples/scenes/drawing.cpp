#include "scenes/drawing.h"

#include <doctest/doctest.h>

#include <cstdlib>

#include "gpu/commands.h"
#include "support/devices.h"

using namespace particles;

namespace test {
Drawing::Drawing(const gpu::Device& device, const SceneEntry& scene, const DrawingInfo& info)
    : device_(device),
      stage_(device, {scene.make,
                      {info.count, info.seed, kFormat, kFramesInFlight, info.points},
                      info.choice,
                      true,
                      scene.traits}),
      queue_(device),
      camera_(scene.camera) {}

Readback Drawing::draw(Sorting sorting, uint32_t steps, std::span<const uint32_t> indices) {
  std::optional<FrameGraph>& graph = graphs_[static_cast<std::size_t>(sorting)];
  if (!graph) graph.emplace(device_, stage_, FrameInfo{kFormat, kExtent, sorting, kFramesInFlight});
  if (!indices.empty()) gpu::upload(device_, stage_.elements().indices(), std::as_bytes(indices));
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

std::size_t differing(const Picture& a, const Picture& b, int most) {
  REQUIRE(a.rgba.size() == b.rgba.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i + 3 < a.rgba.size(); i += 4) {
    bool differs = false;
    for (std::size_t c = 0; c < 3; ++c) differs = differs || std::abs(int{a.rgba[i + c]} - int{b.rgba[i + c]}) > most;
    if (differs) ++count;
  }
  return count;
}

}  // namespace test
