// Frames in flight: the GPU draws one while the host prepares the next, which writes what the one before still draws.
#include <doctest/doctest.h>

#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "gpu/commands.h"
#include "picture/overlay.h"
#include "picture/readback.h"
#include "scenes/scenes.h"
#include "support/devices.h"

using namespace particles;

namespace {

constexpr VkExtent2D kExtent{160, 90};
constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr uint32_t kCount = 1000;
static_assert(kFramesInFlight == 2, "the tests draw two");

// What a loop has, and two frames that differ in all that the host gives them.
struct Frames {
  Frames(const gpu::Device& device, bool fused)
      : stage(device, {makeSmoke, {kCount, 3, kFormat, kFramesInFlight}, fused, true}),
        overlay(device, kFormat, kFramesInFlight),
        graph(device, stage, {kFormat, kExtent, true, kFramesInFlight, false, &overlay}),
        queue(device) {}

  // Nothing moves from frame to frame but the camera.
  void prepare(uint32_t slot) {
    Camera camera;
    camera.orbit(static_cast<float>(slot) * 2.0F, 0.3F);
    stage.prepare(slot, camera, kExtent, 0);
    OverlayText text;
    text.device = slot == 0 ? "first" : "another frame";
    overlay.prepare(text, kExtent, 1.0F, true);
  }
  void record(uint32_t slot) { graph.record(queue.begin(slot), slot); }
  std::vector<uint8_t> picture(const gpu::Device& device, uint32_t slot) const {
    return readBack(device, stage.elements(), graph.image(slot), kExtent).picture.rgba;
  }

  Stage stage;
  Overlay overlay;
  FrameGraph graph;
  FrameQueue queue;
};

template <typename Test>
void onEachDevice(Test test) {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    if (device.enabled().graphics && device.enabled().dynamic_rendering)
      test(device);
    else
      MESSAGE("no graphics queue or no dynamic rendering: nothing is drawn on this device");
    test::expectNoValidationMessages();
  }
}

}  // namespace

TEST_CASE("a_frame_waits_for_what_the_frame_before_still_draws") {
  // In one command buffer, since validation does not look across submissions; barriers reach as far there as here.
  onEachDevice([](const gpu::Device& device) {
    for (const bool fused : {true, false}) {
      CAPTURE(fused);
      Frames frames(device, fused);
      gpu::CommandPool pool(device);
      const VkCommandBuffer cmd = pool.allocate();
      gpu::begin(device, cmd);
      for (const uint32_t slot : {0U, 1U}) {
        frames.prepare(slot);
        frames.graph.record(cmd, slot);
      }
      CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
      CHECK(test::takeValidationMessages() == 0);
    }
  });
}

TEST_CASE("a_frame_that_is_prepared_early_changes_nothing_in_the_one_before") {
  onEachDevice([](const gpu::Device& device) {
    Frames frames(device, true);
    const auto drawAlone = [&](uint32_t slot) {
      CHECK_FALSE(frames.queue.wait(slot));  // nothing was submitted
      frames.prepare(slot);
      frames.record(slot);
      frames.queue.submit(slot);
      CHECK(frames.queue.wait(slot));
    };
    drawAlone(0);  // moves the particles to where they stay, and gives the panel its size
    std::vector<uint8_t> one_by_one[2];
    for (const uint32_t slot : {0U, 1U}) {
      drawAlone(slot);
      CHECK(frames.stage.sort().verdict(slot).value().drawn.elements == kCount);
      one_by_one[slot] = frames.picture(device, slot);
    }
    CHECK(one_by_one[0] != one_by_one[1]);
    // The second one is prepared and recorded before the first one has run, as a slow GPU has it.
    for (const uint32_t slot : {0U, 1U}) {
      frames.prepare(slot);
      frames.record(slot);
    }
    for (const uint32_t slot : {0U, 1U}) frames.queue.submit(slot);
    for (const uint32_t slot : {0U, 1U}) {
      CAPTURE(slot);
      CHECK(frames.queue.wait(slot));
      const Verdict verdict = frames.stage.sort().verdict(slot).value();
      CHECK(verdict.complete(kCount));
      CHECK(verdict.ordered());
    }
    for (const uint32_t slot : {0U, 1U}) CHECK(frames.picture(device, slot) == one_by_one[slot]);
  });
}
