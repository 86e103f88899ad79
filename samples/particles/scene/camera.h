// A camera that orbits the scene.
#pragma once
#include <glm/glm.hpp>

namespace particles {

// A point p is at dot(row, (p, 1)) metres to the right of, above and in front of the eye.
struct View {
  glm::vec4 right{};
  glm::vec4 up{};
  glm::vec4 forward{};
  glm::vec2 focal{};   // clip units per metre at a depth of 1 metre, y downwards as in Vulkan
  glm::vec2 pixels{};  // width and height of the picture
};

// Where a camera begins.
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

  // Radians; the pitch stays between the lowest and the top.
  void orbit(float yaw, float pitch);
  // Multiplies the distance by `factor`, within limits.
  void zoom(float factor);

  // Moves eye and target: to the right, upwards and ahead as the eye sees it, in metres.
  void fly(const glm::vec3& by);
  // Moves what is as far away as the target by so much of the picture's height: to the right and upwards.
  void pan(glm::vec2 by);
  // Looks at what is seen at this place, in clip coordinates with y downwards, as far away as the target is.
  void focus(glm::vec2 clip, float aspect);
  float distance() const { return at_.distance; }  // metres from the target

  // Of a picture of so many pixels.
  View view(glm::vec2 pixels) const;

 private:
  glm::mat4 toEye() const;
  float halfHeight() const;  // metres that are seen at the target, from the middle of the picture upwards

  CameraStart at_;
};

}  // namespace particles
