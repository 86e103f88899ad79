// Two frames in flight of a scene, with all that the host writes for them and reads of them.
#pragma once
#include <imgui.h>

#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "gui/overlay.h"
#include "picture/readback.h"
#include "scenes/drawing.h"

namespace test {

inline constexpr VkExtent2D kFrameExtent{160, 90};
static_assert(particles::kFramesInFlight == 2, "the tests draw two");

// Sorted in place and verified.
inline particles::StageInfo stageOf(const particles::SceneEntry& scene, uint32_t count) {
  const particles::SortChoice in_place{particles::Keys::automatic, particles::Use::bitonic, false};
  return {scene.make, {count, 3, kFormat, particles::kFramesInFlight, {}}, in_place, true, scene.traits};
}

// What a loop has, and two frames that differ in all that the host gives them.
struct Frames {
  Frames(const gpu::Device& device, const particles::StageInfo& info)
      : stage(device, info),
        overlay(device, {kFormat, particles::kFramesInFlight}),
        graph(device, stage,
              {kFormat, kFrameExtent, particles::Sorting::on, particles::kFramesInFlight, false, &overlay}),
        queue(device) {}

  // Nothing moves from frame to frame but the camera.
  void prepare(uint32_t slot) {
    particles::Camera camera;
    camera.orbit(static_cast<float>(slot) * 2.0F, 0.3F);
    stage.prepare(slot, camera, kFrameExtent, 0);
    overlay.begin(kFrameExtent);
    ImGui::GetBackgroundDrawList()->AddText({8.0F, 8.0F}, IM_COL32_WHITE, slot == 0 ? "first" : "another frame");
    overlay.end();
  }
  void record(uint32_t slot) { graph.record(queue.begin(slot), slot); }
  std::vector<uint8_t> picture(const gpu::Device& device, uint32_t slot) const {
    return particles::readBack(device, stage.elements(), graph.image(slot), kFrameExtent).picture.rgba;
  }

  particles::Stage stage;
  particles::Overlay overlay;
  particles::FrameGraph graph;
  particles::FrameQueue queue;
};

}  // namespace test
