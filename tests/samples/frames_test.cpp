// Checks that a frame waits for data of the previous frame, which the GPU may still draw.
#include <doctest/doctest.h>
#include <imgui.h>

#include "drawing.h"
#include "gpu/commands.h"
#include "support/devices.h"
#include "view/overlay.h"

using namespace particles;
using test::kExtent;

namespace {

// The next frame must wait for each access to the buffers that it imports. Validation cannot see whether a write of the
// previous frame is visible to passes that work in place. Returns the number of writes.
uint32_t checkImports(SceneInstance& scene, bool sorts) {
  Declaration frame;
  const graph::ImageHandle color =
      frame.graph.createImage("picture", {test::kFormat, kExtent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT});
  (void)scene.draw(frame, scene.sort(frame, sorts), color);
  uint32_t writes = 0;
  for (const graph::Pass& pass : frame.graph.passes())
    for (const graph::Use& use : pass.uses) {
      const graph::Resource& resource = frame.graph.resources()[use.resource];
      const VkAccessFlags written = graph::writeFlags(use.access.flags);
      if (!resource.imported) continue;
      CAPTURE(resource.name);
      CHECK((resource.initial.stages & use.access.stages) == use.access.stages);
      CHECK((resource.initial.flags & written) == written);
      if (written != 0) ++writes;
    }
  return writes;
}

// Draws two frames with different cameras and text, submitted together or one after the other.
std::vector<Picture> drawTwo(Sorters& sorters, const SceneInfo& info, bool sorts_second, bool together) {
  const gpu::Device& device = sorters.device();
  SceneInstance scene(sorters, info);
  Overlay overlay(device, test::kFormat, 1.0F);
  FrameGraph first(device, {.format = test::kFormat, .extent = kExtent, .overlay = &overlay}, &scene);
  FrameGraph second(device, {.format = test::kFormat, .extent = kExtent, .sorts = sorts_second, .overlay = &overlay},
                    &scene);
  const auto record = [&](VkCommandBuffer cmd, uint32_t slot) {
    Camera camera(info.entry->camera);
    camera.orbit(static_cast<float>(slot) * 2.0F, 0.1F);
    scene.prepare(slot, camera, kExtent, 30);
    overlay.begin(kExtent);
    ImGui::GetBackgroundDrawList()->AddText({8.0F, 8.0F}, IM_COL32_WHITE, slot == 0 ? "first" : "another frame");
    overlay.end();
    (slot == 0 ? first : second).record(cmd, slot);
  };
  if (together) {
    // Validation does not check across submissions. Like on a slow GPU, both are recorded before the first one runs.
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      for (const uint32_t slot : {0U, 1U}) record(cmd, slot);
    });
    for (const bool sorts : {true, false}) CHECK(checkImports(scene, sorts) >= 2);
  } else {
    for (const uint32_t slot : {0U, 1U}) gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { record(cmd, slot); });
  }
  return {readPicture(device, first.image(0), kExtent), readPicture(device, second.image(1), kExtent)};
}

}  // namespace

TEST_CASE("two_frames_in_flight_are_drawn_like_one_by_one") {
  struct Case {
    const char* scene;
    uint32_t count;
    vksort::Algorithm algorithm = vksort::Algorithm::bitonic;
  };
  const Case cases[] = {{"smoke", 600},
                        {"smoke", 40000, vksort::Algorithm::automatic},
                        {"glass", 600},
                        {"fireworks", 2200},
                        {"splats", 600}};
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    for (const Case& each : cases)
      for (const bool sorts_second : {true, false}) {
        CAPTURE(std::string(each.scene));
        CAPTURE(sorts_second);
        const SceneInfo info = test::sceneOf(each.scene, each.count, each.algorithm);
        const std::vector<Picture> pictures = drawTwo(sorters, info, sorts_second, true);
        CHECK(test::takeValidationMessages() == 0);
        CHECK(pictures[0] != pictures[1]);
        CHECK(pictures == drawTwo(sorters, info, sorts_second, false));
      }
  });
}
