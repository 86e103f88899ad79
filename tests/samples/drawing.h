#pragma once
#include <functional>

#include "view/frame.h"
#include "view/picture.h"
#include "view/report.h"

namespace test {

inline constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
inline constexpr VkExtent2D kExtent{128, 72};
static_assert(particles::kFramesInFlight == 2, "the tests draw two");

void onDrawingDevices(const std::function<void(gpu::Device&)>& test);

particles::SceneInfo sceneOf(const char* scene, uint32_t count,
                             vksort::Algorithm algorithm = vksort::Algorithm::bitonic);

struct Drawn {
  std::vector<uint32_t> indices;
  particles::Picture picture;
};

// Draws one frame at a time. The test fails if a frame is incomplete, or sorted in the wrong order.
class Drawing {
 public:
  Drawing(particles::Sorters& sorters, const particles::SceneInfo& info);

  Drawn draw(bool sorts, uint32_t steps);
  particles::OrderReport check(bool sorts) const { return particles::judge(device_, scene_, 0, sorts); }
  particles::View view() const { return camera_.view({kExtent.width, kExtent.height}); }
  void look(const particles::CameraStart& from) { camera_ = particles::Camera(from); }
  void setBudget(uint32_t budget) { scene_.setBudget(budget); }
  const particles::DepthSort& sort() const { return scene_.sort(); }

 private:
  const gpu::Device& device_;
  VkFormat format_;
  particles::SceneInstance scene_;
  std::optional<particles::FrameGraph> graphs_[2];
  gpu::FrameQueue queue_;
  particles::Camera camera_;
};

}  // namespace test
