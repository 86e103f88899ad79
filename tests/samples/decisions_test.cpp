// Checks decisions that need no device: texts, conflicts between options, medians and the camera.
#include <doctest/doctest.h>

#include <cmath>
#include <iterator>
#include <sstream>

#include "options.h"
#include "support/errors.h"
#include "view/report.h"
#include "view/words.h"

using namespace particles;
using doctest::Approx;

namespace {

constexpr glm::vec2 kPicture{1600.0F, 900.0F};
constexpr float kAspect = kPicture.x / kPicture.y;
constexpr CameraStart kStart{0.0F, 0.0F, 7.0F, {0.0F, 2.0F, 0.0F}};

glm::vec3 eyeOf(const Camera& camera) {
  const View view = camera.view(kPicture);
  return -(view.right.w * glm::vec3(view.right) + view.up.w * glm::vec3(view.up) +
           view.forward.w * glm::vec3(view.forward));
}

glm::vec2 clipOf(const Camera& camera, const glm::vec3& point) {
  const View view = camera.view(kPicture);
  const glm::vec4 at(point, 1.0F);
  return view.focal * glm::vec2(glm::dot(view.right, at), glm::dot(view.up, at)) / glm::dot(view.forward, at);
}

void checkNear(const glm::vec3& a, const glm::vec3& b) { CHECK(glm::length(a - b) < 1e-3F); }

}  // namespace

TEST_CASE("numbers_are_written_as_people_read_them") {
  CHECK(digits(0) == "0");
  CHECK(digits(1234567) == "1,234,567");
  CHECK(counted(1, "frames") == "1 frame");
  CHECK(counted(1500, "frames") == "1,500 frames");
  CHECK(duration(0.01234) == "12.3 us");
  CHECK(duration(0.99951) == "1.00 ms");
  CHECK(duration(1234.0) == "1.23 s");
  CHECK(shareOf(0.003, 1.0) == "0.3 %");
  CHECK(shareOf(1.0, 3.0) == "33 %");
}

TEST_CASE("conflicts_between_options_are_explained") {
  for (const auto& [line, message] : {
           std::pair{"--count", "--count: needs a value"},
           {"--seed 1 --seed 2", "--seed: can only be used once"},
           {"--window=on", "--window: cannot have a value"},
           {"--unsorted", "unknown argument: --unsorted"},
           {"a.ply b.ply", "only one file can be drawn, so remove b.ply"},
           {"--count 5 a.ply", "--count does not work with a file; to draw fewer of its elements, use --first"},
           {"--up y", "--up only works with a file, so add a .ply, .splat or .spz file"},
           {"--orbit 1 --window", "--orbit draws without a window, so remove it or --window"},
           {"--scene smoke a.ply", "--scene smoke cannot draw a file; use --scene splats or points"},
           {"--budget 4", "--budget is not supported by the scene smoke; add --scene glass, splats or points"},
           {"--budget 4 a.ply --sort off", "--budget draws the nearest elements, so remove --sort off"},
           {"--frames 1,00", "--frames must be 1 to 1000000, not '1,00'"},
           {"--frames 1000 --window --count 5", ""},
       }) {
    CAPTURE(line);
    std::istringstream stream(line);
    std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    std::vector<const char*> all{"vksort-particles"};
    for (const std::string& word : words) all.push_back(word.c_str());
    CHECK(test::errorOf([&] { parseOptions(static_cast<int>(all.size()), all.data()); }) == message);
  }
}

TEST_CASE("medians_ignore_the_first_frames") {
  FrameTimes times;
  CHECK(times.medians().empty());
  for (const double ms : {90.0, 80.0}) times.add({{"frame", ms}, {"sort", ms / 10}});
  CHECK(times.medians()[0].ms == 90.0);  // there are no others
  for (const double ms : {1.0, 2.0, 3.0, 4.0, 5.0}) times.add({{"frame", ms}, {"sort", ms / 10}});
  CHECK(times.medians()[0].ms == 3.0);
  CHECK(times.medians(3)[1].ms == Approx(0.4));
  CHECK(describe(times.medians()) == "sort 300 us (10 %)");
}

TEST_CASE("the_camera_focuses_and_pans_by_the_pointer") {
  constexpr glm::vec3 kPoint{1.0F, 2.5F, 0.0F};  // at the distance of the target
  Camera focused(kStart), panned(kStart);
  const glm::vec2 before = clipOf(focused, kPoint);
  focused.focus(before, kAspect);
  CHECK(glm::length(clipOf(focused, kPoint)) < 1e-4F);
  panned.pan({0.1F, 0.2F});  // in shares of the height, which is 2 in clip coordinates
  CHECK(glm::length(clipOf(panned, kPoint) - before - glm::vec2(0.2F / kAspect, -0.4F)) < 1e-4F);
}

TEST_CASE("the_camera_moves_within_limits") {
  for (const auto& [by, eye] : {std::pair{glm::vec3(1.0F, 2.0F, 3.0F), glm::vec3(1.0F, 4.0F, 4.0F)},
                                {{1000.0F, 0.0F, 0.0F}, {50.0F, 2.0F, 7.0F}},
                                {{-1000.0F, -1000.0F, -1000.0F}, {-50.0F, -50.0F, 57.0F}}}) {
    Camera camera(kStart);
    camera.fly(by);
    checkNear(eyeOf(camera), eye);
  }
  Camera camera(kStart);
  for (const auto& [factor, distance] : {std::pair{0.5F, 3.5F}, {1000.0F, 30.0F}, {1e-6F, 1.5F}}) {
    camera.zoom(factor);
    CHECK(camera.distance() == distance);
  }
  camera.orbit(0.0F, -10.0F);
  CHECK(eyeOf(camera).y == Approx(2.0));
  camera.orbit(0.0F, 10.0F);
  CHECK(eyeOf(camera).y == Approx(2.0F + 1.5F * std::sin(1.4F)));
}
