// A scene of the viewer, frame by frame.
#pragma once
#include <functional>

#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "picture/readback.h"
#include "scenes/scenes.h"

namespace test {

inline constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
inline constexpr VkExtent2D kExtent{128, 72};

struct DrawingInfo {
  uint32_t count = 0;
  uint32_t seed = 1;
  particles::SortChoice choice{};
  std::shared_ptr<const particles::Cloud> points{};  // as SceneInfo has them
};

// Frames are verified; one that is not complete, or sorted and not in order, fails the test.
class Drawing {
 public:
  Drawing(const gpu::Device& device, const particles::SceneEntry& scene, const DrawingInfo& info);

  // Draws a frame so many steps after the one before, and returns what it drew. With `indices` in that order, which
  // takes `sorting` to be keep.
  particles::Readback draw(particles::Sorting sorting, uint32_t steps, std::span<const uint32_t> indices = {});
  // Of the last frame.
  particles::OrderReport check(const particles::Readback& seen) const;
  particles::View view() const;
  void look(const particles::CameraStart& from) { camera_ = particles::Camera(from); }
  void orbit(float yaw) { camera_.orbit(yaw, 0.0F); }
  const particles::DepthSort& sort() const { return stage_.sort(); }
  uint32_t drawn() const { return stage_.sort().drawn(0); }
  const particles::Verdict& verdict() const { return verdict_; }

 private:
  const gpu::Device& device_;
  particles::Stage stage_;
  std::array<std::optional<particles::FrameGraph>, 3> graphs_;  // by Sorting
  particles::FrameQueue queue_;
  particles::Camera camera_;
  particles::Verdict verdict_{};
};

// Calls it with each device that can draw.
void onDrawingDevices(const std::function<void(gpu::Device&)>& test);

// Pixels of which a channel differs by more than `most` of 255.
std::size_t differing(const particles::Picture& a, const particles::Picture& b, int most = 8);

}  // namespace test
