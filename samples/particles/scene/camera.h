// A camera that orbits the column of smoke.
#pragma once
#include <glm/glm.hpp>

namespace particles {

class Camera {
 public:
  // Radians; the pitch stays between the ground and the top.
  void orbit(float yaw, float pitch);
  // Multiplies the distance by `factor`, within limits.
  void zoom(float factor);

  // World to camera: x to the right, y up, z towards the eye, in metres.
  glm::mat4 view() const;
  // dot(depthRow(), (p, 1)) is the depth of p: metres in front of the eye.
  glm::vec4 depthRow() const;
  // Clip units per metre at a depth of 1 metre, y downwards as in Vulkan. `aspect` is width / height.
  glm::vec2 focal(float aspect) const;

 private:
  float yaw_ = 0.5F;
  float pitch_ = 0.20F;
  float distance_ = 7.2F;  // metres
  glm::vec3 target_{0.0F, 2.05F, 0.0F};
};

}  // namespace particles
