// Frames in flight: the GPU draws one while the host prepares the next, which writes what the one before still draws.
#include <doctest/doctest.h>

#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "gpu/commands.h"
#include "picture/overlay.h"
#include "picture/readback.h"
#include "scenes/scenes.h"
#include "sort/verdicts.h"
#include "support/devices.h"

using namespace particles;

namespace {

constexpr VkExtent2D kExtent{160, 90};
constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr uint32_t kCount = 1000;
static_assert(kFramesInFlight == 2, "the tests draw two");

struct Viewed {
  bool fused;
  bool sorting;
};

// What a loop has, and two frames that differ in all that the host gives them.
struct Frames {
  Frames(const gpu::Device& device, Viewed viewed)
      : stage(device, {makeSmoke, {kCount, 3, kFormat, kFramesInFlight}, viewed.fused, true}),
        overlay(device, kFormat, kFramesInFlight),
        graph(device, stage, {kFormat, kExtent, viewed.sorting, kFramesInFlight, false, &overlay}),
        queue(device) {}

  void prepare(uint32_t slot) {
    Camera camera;
    camera.orbit(static_cast<float>(slot) * 2.0F, 0.3F);
    stage.prepare(slot, camera, kExtent, 1 + slot);
    OverlayText text;
    text.device = slot == 0 ? "first" : "another frame";
    overlay.prepare(text, kExtent, 1.0F, true);
  }
  void record(uint32_t slot) { graph.record(queue.begin(slot), slot); }

  Stage stage;
  Overlay overlay;
  FrameGraph graph;
  FrameQueue queue;
};

struct Drawn {
  std::vector<std::vector<uint8_t>> pictures;  // by frame
  std::vector<Verdict> verdicts;
};

// `ahead`: the second frame is prepared and recorded before the first one has run, as a slow GPU has it.
Drawn draw(const gpu::Device& device, Viewed viewed, bool ahead) {
  Frames frames(device, viewed);
  for (const uint32_t slot : {0U, 1U}) {
    frames.prepare(slot);
    frames.record(slot);
    if (!ahead) {
      frames.queue.submit(slot);
      CHECK(frames.queue.wait(slot));
    }
  }
  if (ahead)
    for (const uint32_t slot : {0U, 1U}) frames.queue.submit(slot);
  Drawn drawn;
  for (const uint32_t slot : {0U, 1U}) {
    CHECK(frames.queue.wait(slot) == ahead);
    drawn.verdicts.push_back(frames.stage.sort().verdict(slot).value());
  }
  for (const uint32_t slot : {0U, 1U})
    drawn.pictures.push_back(
        readBack(device, frames.stage.elements(), frames.graph.image(slot), kExtent).picture.rgba);
  return drawn;
}

template <typename Test>
void onEachDevice(Test test) {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    if (!device.enabled().graphics || !device.enabled().dynamic_rendering) {
      MESSAGE("no graphics queue or no dynamic rendering: nothing is drawn on this device");
      continue;
    }
    for (const Viewed viewed : {Viewed{true, true}, Viewed{false, true}, Viewed{true, false}}) {
      CAPTURE(viewed.fused);
      CAPTURE(viewed.sorting);
      test(device, viewed);
    }
    test::expectNoValidationMessages();
  }
}

}  // namespace

TEST_CASE("a_frame_waits_for_what_the_frame_before_still_draws") {
  // In one command buffer, since validation does not look across submissions; barriers reach as far there as here.
  onEachDevice([](const gpu::Device& device, Viewed viewed) {
    Frames frames(device, viewed);
    gpu::CommandPool pool(device);
    const VkCommandBuffer cmd = pool.allocate();
    gpu::begin(device, cmd);
    for (const uint32_t slot : {0U, 1U}) {
      frames.prepare(slot);
      frames.graph.record(cmd, slot);
    }
    CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    CHECK(test::takeValidationMessages() == 0);
  });
}

TEST_CASE("a_frame_that_is_prepared_early_changes_nothing_in_the_one_before") {
  onEachDevice([](const gpu::Device& device, Viewed viewed) {
    const Drawn one_by_one = draw(device, viewed, false);
    const Drawn ahead = draw(device, viewed, true);
    CHECK(one_by_one.pictures[0] != one_by_one.pictures[1]);
    for (const uint32_t slot : {0U, 1U}) {
      CAPTURE(slot);
      CHECK(ahead.pictures[slot] == one_by_one.pictures[slot]);
      CHECK(ahead.verdicts[slot].complete(kCount));
      CHECK(ahead.verdicts[slot].ordered() == viewed.sorting);
    }
  });
}

TEST_CASE("waiting_for_a_frame_is_over_when_the_gpu_is_done_with_it") {
  onEachDevice([](const gpu::Device& device, Viewed viewed) {
    Frames frames(device, viewed);
    CHECK_FALSE(frames.queue.wait(0));  // nothing was submitted
    frames.prepare(0);
    frames.record(0);
    frames.queue.submit(0);
    CHECK_FALSE(frames.queue.wait(1));
    CHECK(frames.queue.wait(0));
    CHECK(frames.stage.sort().verdict(0).value().drawn.elements == kCount);
    CHECK_FALSE(frames.queue.wait(0));
  });
}
