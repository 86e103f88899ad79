#include "scene/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_access.hpp>
#include <glm/gtc/matrix_transform.hpp>

namespace particles {
namespace {

constexpr float kFieldOfView = glm::radians(40.0F);

}  // namespace

void Camera::orbit(float yaw, float pitch) {
  at_.yaw = std::remainder(at_.yaw + yaw, glm::two_pi<float>());
  at_.pitch = std::clamp(at_.pitch + pitch, at_.lowest, 1.4F);
}

void Camera::zoom(float factor) { at_.distance = std::clamp(at_.distance * factor, 1.5F, 30.0F); }

glm::mat4 Camera::toEye() const {
  const glm::vec3 away{std::sin(at_.yaw) * std::cos(at_.pitch), std::sin(at_.pitch),
                       std::cos(at_.yaw) * std::cos(at_.pitch)};
  // x points right, y up and z towards the eye.
  return glm::lookAt(at_.target + away * at_.distance, at_.target, glm::vec3(0.0F, 1.0F, 0.0F));
}

void Camera::fly(const glm::vec3& by) {
  constexpr float kFarthest = 50.0F;  // in metres, from the centre of the scene
  const glm::mat4 camera = toEye();
  at_.target += by.x * glm::vec3(glm::row(camera, 0)) + by.y * glm::vec3(glm::row(camera, 1)) -
                by.z * glm::vec3(glm::row(camera, 2));
  at_.target = glm::clamp(at_.target, glm::vec3(-kFarthest), glm::vec3(kFarthest));
}

float Camera::halfHeight() const { return std::tan(kFieldOfView / 2.0F) * at_.distance; }

void Camera::pan(glm::vec2 by) { fly(glm::vec3(-by, 0.0F) * (2.0F * halfHeight())); }

void Camera::focus(glm::vec2 clip, float aspect) {
  const float half = halfHeight();
  fly({clip.x * half * aspect, -clip.y * half, 0.0F});
}

View Camera::view(glm::vec2 pixels) const {
  const glm::mat4 camera = toEye();
  const float focal = 1.0F / std::tan(kFieldOfView / 2.0F);
  return {
      glm::row(camera, 0), glm::row(camera, 1), -glm::row(camera, 2), {focal / (pixels.x / pixels.y), -focal}, pixels};
}

}  // namespace particles
