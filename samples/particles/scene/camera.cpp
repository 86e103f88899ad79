#include "scene/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace particles {
namespace {

constexpr float kFieldOfView = glm::radians(40.0F);  // vertical

}  // namespace

void Camera::orbit(float yaw, float pitch) {
  yaw_ = std::remainder(yaw_ + yaw, glm::two_pi<float>());
  pitch_ = std::clamp(pitch_ + pitch, 0.0F, 1.4F);
}

void Camera::zoom(float factor) { distance_ = std::clamp(distance_ * factor, 1.5F, 30.0F); }

View Camera::view(float aspect) const {
  const glm::vec3 away{std::sin(yaw_) * std::cos(pitch_), std::sin(pitch_), std::cos(yaw_) * std::cos(pitch_)};
  // x to the right, y up, z towards the eye.
  const glm::mat4 camera = glm::lookAt(target_ + away * distance_, target_, glm::vec3(0.0F, 1.0F, 0.0F));
  const float focal = 1.0F / std::tan(kFieldOfView / 2.0F);
  return {glm::row(camera, 0), glm::row(camera, 1), -glm::row(camera, 2), {focal / aspect, -focal}};
}

}  // namespace particles
