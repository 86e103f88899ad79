// Where the simulation of a scene writes.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "scenes/drawing.h"

using namespace particles;

TEST_CASE("no_scene_moves_more_elements_than_it_has") {
  constexpr uint32_t kElements = 1001, kRoom = 1100;
  constexpr glm::vec4 kGuard(12345.0F);
  test::onDrawingDevices([&](gpu::Device& device) {
    for (const SceneEntry& entry : allScenes()) {
      CAPTURE(entry.name);
      const Elements elements(device, kRoom);
      const std::vector<glm::vec4> before(kRoom, kGuard);
      gpu::upload(device, elements.positions(), std::as_bytes(std::span(before)));
      const std::unique_ptr<Scene> scene = entry.make(device, {kElements, 1, test::kFormat});
      Declaration frame;
      const graph::BufferHandle moved = scene->simulate(frame, elements.declare(frame).positions);
      frame.graph.exportBuffer(moved, graph::kTransferRead);
      graph::Executor executor(device, frame.graph, graph::compile(frame.graph, graph::memoryNeeds(device)));
      frame.bind(executor);
      scene->prepare(Camera(entry.camera).view({128.0F, 72.0F}), 1);
      gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
      const std::vector<glm::vec4> positions = readBack(device, elements).positions;
      const auto end = positions.begin() + kElements;
      CHECK(std::find(positions.begin(), end, kGuard) == end);
      CHECK(std::all_of(end, positions.end(), [&](const glm::vec4& at) { return at == kGuard; }));
    }
  });
}
