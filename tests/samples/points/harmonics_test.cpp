// Colours of splats by direction: what is read of them, and what the GPU makes of them, by a reference of its own.
#include <doctest/doctest.h>

#include <cmath>
#include <glm/gtc/packing.hpp>
#include <numbers>

#include "options.h"
#include "points/files.h"
#include "points/write_ply.h"
#include "process.h"
#include "scenes/drawing.h"
#include "scenes/tree.h"

using namespace particles;

namespace {

constexpr uint32_t kRests[] = {0, 9, 24, 45};  // by degree

// What a file has as the coefficient `number`, 0 to 14, of a colour; halves of 16 bits hold it.
float restAt(uint32_t color, uint32_t number) {
  return 0.0625F * static_cast<float>((5 * number + 11 * color + 3) % 17) - 0.5F;
}

std::string headerOf(uint32_t count, uint32_t rests) {
  std::string text = "ply\nformat ascii 1.0\nelement vertex " + std::to_string(count) + "\n";
  for (const char* name : {"x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2",
                           "rot_0", "rot_1", "rot_2", "rot_3"})
    text += std::string("property float ") + name + "\n";
  for (uint32_t i = 0; i < rests; ++i) text += "property float f_rest_" + std::to_string(i) + "\n";
  return text + "end_header\n";
}

// A ball with the coefficients of restAt(), and a colour of 0.5, 0.6 and 0.4 from everywhere.
std::string ballAt(glm::vec3 at, bool visible, uint32_t rests) {
  std::string text = std::to_string(at.x) + " " + std::to_string(at.y) + " " + std::to_string(at.z) +
                     " 0 0.35449077 -0.35449077 " + (visible ? "20" : "-20") + " -1.2 -1.2 -1.2 1 0 0 0";
  for (uint32_t i = 0; i < rests; ++i) text += " " + std::to_string(restAt(3 * i / rests, i % (rests / 3)));
  return text + "\n";
}

Cloud read(const std::string& text, uint32_t degree) {
  ByteSource source = test::sourceOf(text);
  return readPly(source, 1000, degree);
}

// The numbers of the only splat.
std::vector<float> numbersOf(const Harmonics& harmonics) {
  std::vector<float> numbers;
  for (const uint32_t word : harmonics.words)
    for (int i = 0; i < 2; ++i) numbers.push_back(glm::unpackHalf2x16(word)[i]);
  return numbers;
}

void checkNumbers(const Harmonics& harmonics, uint32_t degree) {
  REQUIRE(harmonics.degree == degree);
  const std::vector<float> numbers = numbersOf(harmonics);
  REQUIRE(numbers.size() == 2 * wordsOf(degree));
  CHECK(numbers[1] == doctest::Approx(0.6).epsilon(0.001));
  for (uint32_t i = 0; i < restOf(degree); ++i)
    for (uint32_t color = 0; color < 3; ++color) CHECK(numbers[3 * (i + 1) + color] == restAt(color, i));
}

double factorial(int n) { return n < 2 ? 1.0 : n * factorial(n - 1); }

// The real spherical harmonic of a degree and an order from -degree to degree, by associated Legendre functions.
double harmonic(int degree, int order, const glm::dvec3& d) {
  const int m = std::abs(order);
  const double part = (2 * degree + 1) / (4.0 * std::numbers::pi) * factorial(degree - m) / factorial(degree + m);
  const double legendre = std::assoc_legendre(static_cast<unsigned>(degree), static_cast<unsigned>(m), d.z);
  const double around = std::atan2(d.y, d.x) * m;
  if (order == 0) return std::sqrt(part) * legendre;
  const double sign = m % 2 == 0 ? 1.0 : -1.0;
  return sign * std::sqrt(2.0 * part) * legendre * (order > 0 ? std::cos(around) : std::sin(around));
}

glm::dvec3 colorSeen(uint32_t degree, const glm::dvec3& d) {
  glm::dvec3 color(0.5, 0.6, 0.4);
  for (int l = 1; l <= static_cast<int>(degree); ++l)
    for (int m = -l; m <= l; ++m)
      for (int c = 0; c < 3; ++c)
        color[c] += harmonic(l, m, d) *
                    static_cast<double>(restAt(static_cast<uint32_t>(c), static_cast<uint32_t>(l * l + l + m - 1)));
  return glm::clamp(color, 0.0, 1.0);
}

// A ball in a cube whose corners nobody sees; it is the last.
constexpr glm::vec3 kBall{0.5F, -0.25F, 0.375F};
std::shared_ptr<const Cloud> ballIn(Up up, uint32_t degree) {
  std::string text = headerOf(9, kRests[degree]);
  for (const float x : {-1.0F, 1.0F})
    for (const float y : {-1.0F, 1.0F})
      for (const float z : {-1.0F, 1.0F}) text += ballAt({x, y, z}, false, kRests[degree]);
  Cloud cloud = read(text + ballAt(kBall, true, kRests[degree]), kMostDegree);
  cloud.fit(up, {0.0F, 1.3F, 0.0F}, 1.9F);
  return std::make_shared<const Cloud>(std::move(cloud));
}

// The pixel in the middle of the ball; and from where it is seen, in the axes of the file.
struct Seen {
  glm::dvec3 color;
  glm::dvec3 direction;
};
Seen look(const Readback& picture, const View& view, const Cloud& cloud) {
  const glm::vec3 p(cloud.positions[8]);
  const glm::vec3 at{glm::dot(view.right, glm::vec4(p, 1.0F)), glm::dot(view.up, glm::vec4(p, 1.0F)),
                     glm::dot(view.forward, glm::vec4(p, 1.0F))};
  const auto pixel = [&](float clip, uint32_t size) {
    return static_cast<std::size_t>((0.5F * clip + 0.5F) * static_cast<float>(size));
  };
  const std::size_t x = pixel(at.x / at.z * view.focal.x, test::kExtent.width);
  const std::size_t y = pixel(at.y / at.z * view.focal.y, test::kExtent.height);
  const uint8_t* rgba = &picture.picture.rgba.at(4 * (y * test::kExtent.width + x));
  const glm::vec3 ray = at.x * glm::vec3(view.right) + at.y * glm::vec3(view.up) + at.z * glm::vec3(view.forward);
  // From the corners, how the file's axes lie.
  const auto along = [&](std::size_t corner) {
    return glm::dot(glm::normalize(ray), glm::normalize(glm::vec3(cloud.positions[corner] - cloud.positions[0])));
  };
  return {glm::dvec3(rgba[0], rgba[1], rgba[2]) / 255.0, {along(4), along(2), along(1)}};
}

}  // namespace

TEST_CASE("harmonics_are_read_up_to_the_degree_that_is_asked_for_or_there") {
  const std::string plain = headerOf(1, 0) + ballAt({}, true, 0);
  for (uint32_t in_file = 0; in_file <= 3; ++in_file)
    for (uint32_t asked = 0; asked <= 3; ++asked) {
      CAPTURE(in_file);
      CAPTURE(asked);
      const Cloud cloud = read(headerOf(1, kRests[in_file]) + ballAt({}, true, kRests[in_file]), asked);
      const uint32_t degree = std::min(in_file, asked);
      if (degree == 0)
        CHECK((cloud.harmonics.degree == 0 && cloud.harmonics.words.empty()));
      else
        checkNumbers(cloud.harmonics, degree);
      if (in_file == 3)
        for (uint32_t lower = 1; lower <= degree; ++lower) checkNumbers(cloud.harmonics.upTo(lower), lower);
      CHECK(cloud.harmonics.upTo(0).words.empty());
      // The colour from everywhere is what it is without them.
      CHECK(cloud.splats[0].color == read(plain, 3).splats[0].color);
    }
  // What is 0 is as if it were not there.
  std::string zeros = headerOf(1, 9) + "0 0 0 0 0 0 1 0 0 0 1 0 0 0";
  for (int i = 0; i < 9; ++i) zeros += " 0";
  CHECK(read(zeros + "\n", 3).harmonics.degree == 0);
}

TEST_CASE("harmonics_have_as_many_degrees_as_fit_the_memory_that_a_device_binds") {
  // What every device binds, and what some do: 96, 56 and 24 bytes of a splat.
  constexpr uint64_t kLeast = uint64_t{1} << 27U;
  CHECK(fittingDegree(3, kLeast / 96, kLeast) == 3);
  CHECK(fittingDegree(3, kLeast / 96 + 1, kLeast) == 2);
  CHECK(fittingDegree(3, kLeast / 56 + 1, kLeast) == 1);
  CHECK(fittingDegree(1, 100, kLeast) == 1);
  CHECK(fittingDegree(3, kMaxCount, kLeast) == 1);
  CHECK(fittingDegree(3, kMaxCount, kLeast / 2) == 0);
  CHECK(fittingDegree(3, kMaxCount, uint64_t{1} << 32U) == 3);
}

TEST_CASE("harmonics_of_no_whole_degree_are_refused_unless_nobody_wants_them") {
  for (const uint32_t rests : {3U, 12U, 44U}) {
    CAPTURE(rests);
    const std::string text = headerOf(1, rests) + ballAt({}, true, rests);
    const std::string error = test::errorOf([&] { read(text, 1); });
    CAPTURE(error);
    CHECK(error == "FILE: line " + std::to_string(18 + rests) + ": vertices have " + std::to_string(rests) +
                       " properties \"f_rest_\", not 0, 9, 24 or 45 as degrees 0 to 3 have; --sh 0 does without");
    CHECK(read(text, 0).count() == 1);
  }
  std::string spoiled = ballAt({}, true, 9);
  spoiled.replace(spoiled.rfind(' '), std::string::npos, " nan\n");
  CHECK(test::errorOf([&] { read(headerOf(1, 9) + spoiled, 1); }).find("f_rest_8 of vertex 0 is nan") !=
        std::string::npos);
}

TEST_CASE("colours_by_direction_are_those_of_the_reference_from_every_side") {
  const SceneEntry& scene = *findScene("splats");
  test::onDrawingDevices([&](gpu::Device& device) {
    for (const auto& [up, degree] : {std::pair{Up::y, 1U}, {Up::z, 2U}, {Up::minus_y, 3U}}) {
      CAPTURE(degree);
      const auto cloud = ballIn(up, degree);
      SortChoice choice;
      choice.use = Use::bitonic;
      test::Drawing drawing(device, scene, {.count = 9, .choice = choice, .points = cloud});
      glm::dvec3 low(1.0), high(0.0);
      for (const auto& [yaw, pitch] : {std::pair{0.3F, 0.1F}, {1.7F, 0.8F}, {3.4F, 0.3F}, {4.9F, 0.6F}, {2.5F, 1.3F}}) {
        CAPTURE(yaw);
        drawing.look({yaw, pitch, 2.5F, {0.5F, 1.0F, -0.4F}});  // the ball is beside the middle
        const Seen seen = look(drawing.draw(Sorting::on, 1), drawing.view(), *cloud);
        const glm::dvec3 expected = colorSeen(degree, seen.direction);
        CAPTURE(expected.x);
        CAPTURE(seen.color.x);
        // 0.99 of it are in front of the sky, or a little less beside the middle of a pixel.
        for (int c = 0; c < 3; ++c) CHECK(std::abs(seen.color[c] - expected[c]) < 0.02);
        low = glm::min(low, seen.color);
        high = glm::max(high, seen.color);
      }
      // Each side has a colour of its own.
      CHECK(glm::length(high - low) > 0.2);
    }
  });
}

TEST_CASE("a_tree_is_written_with_harmonics_of_the_degree_that_is_asked_for") {
  const test::TemporaryDirectory directory;
  const auto written = [&](const char* degree, const char* seed, const char* read_degree) {
    const std::string path = directory.path() / "tree.ply";
    const char* const write[] = {"vksort-particles", "--scene", "splats", "--count", "50",
                                 "--seed",           seed,      "--sh",   degree,    "--write-points",
                                 path.c_str()};
    writePoints(parseOptions(std::size(write), write));
    const char* const read[] = {"vksort-particles", "--scene", "splats", "--points", path.c_str(), "--sh", read_degree};
    return readPoints(parseOptions(read_degree == nullptr ? 5 : 7, read))->harmonics;
  };
  CHECK(written("0", "4", nullptr).degree == 0);
  const Harmonics two = written("2", "4", nullptr);
  CHECK(two.degree == 3);
  CHECK(two.words.size() == 50 * wordsOf(3));
  const std::vector<float> numbers = numbersOf(two);
  bool varied = false;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t number = i % (2 * wordsOf(3)) / 3;  // of the coefficient
    if (number == 0) continue;
    CHECK(std::abs(numbers[i]) <= 0.2001F);
    varied = varied || std::abs(numbers[i]) > 0.1F;
    if (number > restOf(2)) CHECK(numbers[i] == 0.0F);
  }
  CHECK(varied);
  CHECK(written("2", "4", "3").words == two.words);
  CHECK(written("2", "5", nullptr).words != two.words);
  CHECK(written("2", "4", "1").words == two.upTo(1).words);
}
