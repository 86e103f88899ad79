// A camera that orbits the scene.
#pragma once
#include "interface.h"

namespace particles {

// The initial position of a camera.
struct CameraStart {
  float yaw = 0.5F;       // radians around the vertical
  float pitch = 0.20F;    // radians above the horizontal
  float distance = 7.2F;  // metres from the target
  glm::vec3 target{0.0F, 2.05F, 0.0F};
  float lowest = 0.0F;  // pitch, so that it stays above the ground
};

class Camera {
 public:
  Camera() : Camera(CameraStart{}) {}
  explicit Camera(const CameraStart& start) : at_(start) {}

  // Turns by angles in radians. The pitch is at least CameraStart::lowest.
  void orbit(float yaw, float pitch);
  // Multiplies the distance by `factor`, within limits.
  void zoom(float factor);

  // Moves eye and target to the right, upwards and forwards, in metres.
  void fly(const glm::vec3& by);
  // Moves the scene at the distance of the target to the right and upwards, by shares of the height of the picture.
  void pan(glm::vec2 by);
  // Moves the target to a point at the same distance, given in clip coordinates with y downwards.
  void focus(glm::vec2 clip, float aspect);
  float distance() const { return at_.distance; }  // metres from the target

  // Returns the view for a picture of this size.
  View view(glm::vec2 pixels) const;

 private:
  glm::mat4 toEye() const;
  float halfHeight() const;  // half the height of the picture at the target, in metres

  CameraStart at_;
};

}  // namespace particles
