// A camera that orbits the scene.
#pragma once
#include <glm/glm.hpp>

namespace particles {

// A point p is at dot(row, (p, 1)) metres to the right of, above and in front of the eye.
struct View {
  glm::vec4 right{};
  glm::vec4 up{};
  glm::vec4 forward{};
  glm::vec2 focal{};  // clip units per metre at a depth of 1 metre, y downwards as in Vulkan
};

class Camera {
 public:
  // Radians; the pitch stays between the ground and the top.
  void orbit(float yaw, float pitch);
  // Multiplies the distance by `factor`, within limits.
  void zoom(float factor);

  // `aspect` is width / height.
  View view(float aspect) const;

 private:
  float yaw_ = 0.5F;
  float pitch_ = 0.20F;
  float distance_ = 7.2F;  // metres
  glm::vec3 target_{0.0F, 2.05F, 0.0F};
};

}  // namespace particles
