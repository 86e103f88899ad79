// Where the camera stands and looks, and where it shows a point.
#include "scene/camera.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace particles;
using doctest::Approx;

namespace {

constexpr glm::vec2 kPicture{1600.0F, 900.0F};
constexpr float kAspect = kPicture.x / kPicture.y;

// The point of the scene that lies at (right, up, ahead) of the eye.
glm::vec3 pointOf(const View& view, const glm::vec3& seen) {
  const auto axis = [&](int i) { return glm::vec3(view.right[i], view.up[i], view.forward[i]); };
  const glm::vec3 from = seen - glm::vec3(view.right.w, view.up.w, view.forward.w);
  return {glm::dot(axis(0), from), glm::dot(axis(1), from), glm::dot(axis(2), from)};
}

glm::vec3 eyeOf(const Camera& camera) { return pointOf(camera.view(kPicture), glm::vec3(0.0F)); }

// The point shown there, as far away as the target.
glm::vec3 pointAt(const Camera& camera, glm::vec2 clip) {
  const View view = camera.view(kPicture);
  const float depth = camera.distance();
  return pointOf(view, {clip.x / view.focal.x * depth, clip.y / view.focal.y * depth, depth});
}

// Where it is shown, in clip coordinates.
glm::vec2 clipOf(const Camera& camera, const glm::vec3& point) {
  const View view = camera.view(kPicture);
  const glm::vec4 at(point, 1.0F);
  return view.focal * glm::vec2(glm::dot(view.right, at), glm::dot(view.up, at)) / glm::dot(view.forward, at);
}

void checkNear(const glm::vec3& a, const glm::vec3& b) { CHECK(glm::length(a - b) < 1e-3F); }
void checkNear(glm::vec2 a, glm::vec2 b) { CHECK(glm::length(a - b) < 1e-4F); }

}  // namespace

TEST_CASE("the_camera_brings_a_point_into_the_middle_and_keeps_it_under_the_pointer") {
  Camera focused, panned;
  const glm::vec3 point = pointAt(focused, {0.4F, -0.3F});
  checkNear(clipOf(focused, point), {0.4F, -0.3F});
  focused.focus({0.4F, -0.3F}, kAspect);
  checkNear(clipOf(focused, point), {0.0F, 0.0F});
  panned.pan({0.1F, 0.2F});  // of the height, which is 2
  checkNear(clipOf(panned, point), {0.4F + 0.2F / kAspect, -0.3F - 0.4F});
}

TEST_CASE("the_camera_flies_where_it_looks_and_stays_near_the_scene") {
  constexpr CameraStart kStart{0.0F, 0.0F, 7.0F, {0.0F, 2.0F, 0.0F}};
  for (const auto& [by, eye] : {std::pair{glm::vec3(1.0F, 2.0F, 3.0F), glm::vec3(1.0F, 4.0F, 4.0F)},
                                {{1000.0F, 0.0F, 0.0F}, {50.0F, 2.0F, 7.0F}},
                                {{-1000.0F, 0.0F, 0.0F}, {-50.0F, 2.0F, 7.0F}},
                                {{0.0F, 1000.0F, 1000.0F}, {0.0F, 50.0F, -43.0F}},
                                {{0.0F, -1000.0F, -1000.0F}, {0.0F, -50.0F, 57.0F}}}) {
    Camera camera(kStart);
    camera.fly(by);
    checkNear(eyeOf(camera), eye);
  }
}

TEST_CASE("the_camera_zooms_within_limits_and_stays_above_the_ground") {
  Camera camera;
  camera.zoom(0.5F);
  CHECK(camera.distance() == Approx(3.6));
  camera.zoom(1000.0F);
  CHECK(camera.distance() == 30.0F);
  camera.zoom(1e-6F);
  CHECK(camera.distance() == 1.5F);
  const glm::vec3 target = CameraStart{}.target;
  camera.orbit(0.0F, -10.0F);
  CHECK(eyeOf(camera).y == Approx(target.y));
  camera.orbit(0.0F, 10.0F);
  CHECK(eyeOf(camera).y == Approx(target.y + 1.5F * std::sin(1.4F)));
}
