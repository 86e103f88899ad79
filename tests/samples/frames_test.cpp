// Checks that a frame waits for data of the previous frame, which the GPU may still draw.
#include <doctest/doctest.h>

#include "drawing.h"
#include "gpu/commands.h"
#include "support/devices.h"

using namespace particles;
using test::Frames;
using test::kExtent;
using test::kFormat;

namespace {

constexpr uint32_t kParticles = 1000;

graph::Access lastOf(const graph::Graph& graph, uint32_t resource) {
  graph::Access last;
  for (const graph::Pass& pass : graph.passes())
    for (const graph::Use& use : pass.uses) {
      if (use.resource != resource) continue;
      if (use.mode != graph::Mode::read) last = {use.access.stages, graph::writeFlags(use.access.flags)};
      last.stages |= use.access.stages;
    }
  return last;
}

struct Resources {
  uint32_t imports = 0;  // buffers that a frame writes and leaves to the next frame
  uint32_t for_host = 0;
};

// The next frame must wait for each imported buffer that this frame writes.
Resources checkResources(SceneInstance& scene, bool sorts) {
  Declaration frame;
  const graph::ImageHandle color =
      frame.graph.createImage("picture", {kFormat, kExtent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT});
  (void)scene.draw(frame, scene.sort(frame, sorts), color);
  Resources found;
  for (uint32_t i = 0; i < frame.graph.resources().size(); ++i) {
    const graph::Resource& resource = frame.graph.resources()[i];
    const graph::Access last = lastOf(frame.graph, i);
    if (resource.exported && (resource.exported->access.flags & VK_ACCESS_HOST_READ_BIT) != 0) ++found.for_host;
    if (!resource.imported || last.flags == 0) continue;
    CAPTURE(resource.name);
    CHECK((resource.initial.stages & last.stages) == last.stages);
    CHECK((resource.initial.flags & last.flags) == last.flags);
    ++found.imports;
  }
  return found;
}

}  // namespace

TEST_CASE("frames_wait_for_the_previous_frame") {
  struct Case {
    const char* scene;
    uint32_t count;
    vksort::Algorithm algorithm;
    uint32_t imports;   // minimum
    uint32_t for_host;  // number of visible elements, if the scene is culled
  };
  const Case cases[] = {{"smoke", 600, vksort::Algorithm::bitonic, 3, 0},
                        {"smoke", 40000, vksort::Algorithm::automatic, 3, 0},
                        {"glass", 600, vksort::Algorithm::bitonic, 3, 1},
                        {"fireworks", 600, vksort::Algorithm::bitonic, 2, 0},
                        {"splats", 600, vksort::Algorithm::bitonic, 3, 1}};
  test::onDrawingDevices([&](gpu::Device& device) {
    for (const Case& each : cases) {
      CAPTURE(each.scene);
      Sorters sorters(device);
      SceneInstance scene(sorters, test::sceneOf(each.scene, each.count, each.algorithm));
      FrameGraph sorted(device, {kFormat, kExtent}, &scene);
      FrameGraph unsorted(device, {kFormat, kExtent, false}, &scene);
      // Validation does not check across submissions, so both frames use one command buffer.
      gpu::CommandPool pool(device);
      for (FrameGraph* second : {&sorted, &unsorted}) {
        const VkCommandBuffer cmd = pool.allocate();
        gpu::begin(device, cmd);
        for (const uint32_t slot : {0U, 1U}) {
          scene.prepare(slot, Camera(findScene(each.scene)->camera), kExtent, 1);
          (slot == 0 ? &sorted : second)->record(cmd, slot);
        }
        CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
      }
      CHECK(test::takeValidationMessages() == 0);
      // Validation cannot see whether a write of the previous frame is visible to passes that work in place.
      for (const bool sorts : {true, false}) {
        const Resources found = checkResources(scene, sorts);
        CHECK(found.imports >= each.imports);
        CHECK(found.for_host == each.for_host);
      }
    }
  });
}

TEST_CASE("preparing_a_frame_does_not_change_the_previous_one") {
  test::onDrawingDevices([](gpu::Device& device) {
    Frames frames(device, test::sceneOf("smoke", kParticles));
    const auto drawAlone = [&](uint32_t slot) {
      frames.prepare(slot);
      frames.record(slot);
      frames.submit(slot);
      device.waitIdle();
    };
    drawAlone(0);  // moves the particles to their final place, and sets the size of the panel
    Picture one_by_one[2];
    for (const uint32_t slot : {0U, 1U}) {
      drawAlone(slot);
      one_by_one[slot] = frames.picture(slot);
    }
    CHECK(one_by_one[0] != one_by_one[1]);
    // Like on a slow GPU, both frames are recorded before the first one runs.
    for (const uint32_t slot : {0U, 1U}) {
      frames.prepare(slot);
      frames.record(slot);
    }
    for (const uint32_t slot : {0U, 1U}) frames.submit(slot);
    device.waitIdle();
    for (const uint32_t slot : {0U, 1U}) {
      CAPTURE(slot);
      CHECK(frames.picture(slot) == one_by_one[slot]);
    }
  });
}
