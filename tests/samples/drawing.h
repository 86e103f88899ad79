// Scenes of the viewer, frame by frame.
#pragma once
#include <imgui.h>

#include <functional>

#include "view/frame.h"
#include "view/overlay.h"
#include "view/picture.h"
#include "view/report.h"

namespace test {

inline constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
inline constexpr VkExtent2D kExtent{128, 72};
static_assert(particles::kFramesInFlight == 2, "the tests draw two");

// Calls it with each device that can draw.
void onDrawingDevices(const std::function<void(gpu::Device&)>& test);

// Returns the info of a scene.
particles::SceneInfo sceneOf(const char* scene, uint32_t count,
                             vksort::Algorithm algorithm = vksort::Algorithm::bitonic);

// What a frame drew.
struct Drawn {
  std::vector<glm::vec4> positions;
  std::vector<uint32_t> indices;  // those that can be seen
  particles::Picture picture;
};

// One frame at a time. A frame that is not complete, or sorted and not in order, fails the test.
class Drawing {
 public:
  Drawing(particles::Sorters& sorters, const particles::SceneInfo& info);

  // Draws a frame so many steps after the one before.
  Drawn draw(bool sorts, uint32_t steps);
  // Of the last frame.
  particles::OrderReport check(bool sorts) const { return particles::judge(device_, scene_, 0, sorts); }
  particles::View view() const;
  void look(const particles::CameraStart& from) { camera_ = particles::Camera(from); }
  void setBudget(uint32_t budget) { scene_.setBudget(budget); }
  const particles::DepthSort& sort() const { return scene_.sort(); }

 private:
  const gpu::Device& device_;
  particles::SceneInstance scene_;
  std::optional<particles::FrameGraph> graphs_[2];  // unsorted, sorted
  gpu::FrameQueue queue_;
  particles::Camera camera_;
};

// Two frames in flight whose CPU data differs.
struct Frames {
  Frames(const gpu::Device& device, const particles::SceneInfo& info);

  // Nothing moves from frame to frame but the camera.
  void prepare(uint32_t slot);
  void record(uint32_t slot);
  void submit(uint32_t slot);
  particles::Picture picture(uint32_t slot) const;

  particles::Sorters sorters;
  particles::SceneInstance scene;
  particles::Overlay overlay;
  particles::FrameGraph graph;
  gpu::CommandPool pool;
  VkCommandBuffer commands[2];
};

}  // namespace test
