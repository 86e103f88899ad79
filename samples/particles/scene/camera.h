#pragma once
#include "interface.h"

namespace particles {

struct CameraStart {
  float yaw = 0.5F;     // radians around the vertical
  float pitch = 0.20F;  // radians above the horizontal
  float distance = 7.2F;
  glm::vec3 target{0.0F, 2.05F, 0.0F};
  float lowest = 0.0F;  // minimum pitch, which keeps the camera above the ground
};

class Camera {
 public:
  Camera() : Camera(CameraStart{}) {}
  explicit Camera(const CameraStart& start) : at_(start) {}

  void orbit(float yaw, float pitch);
  void zoom(float factor);

  // Moves eye and target right, up and forwards, in metres.
  void fly(const glm::vec3& by);
  // Moves the scene at the target's distance right and up, in shares of the picture's height.
  void pan(glm::vec2 by);
  // Moves the target to a point at the same distance, given in clip coordinates (y points down).
  void focus(glm::vec2 clip, float aspect);
  float distance() const { return at_.distance; }  // metres from the target

  View view(glm::vec2 pixels) const;

 private:
  glm::mat4 toEye() const;
  float halfHeight() const;  // half the height of the picture at the target, in metres

  CameraStart at_;
};

}  // namespace particles
