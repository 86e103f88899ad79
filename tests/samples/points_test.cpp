// Files of splats and points: what is read and drawn of them, and that all others are refused in one line that names
// the byte or the line.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "drawing.h"
#include "point_files.h"
#include "points/read_points.h"

using namespace particles;
using namespace test::points;
using doctest::Approx;
using test::errorOf;

namespace {

// The file is of splatText(rests), with all coefficients of a colour together.
void checkHarmonics(const Harmonics& harmonics, uint32_t degree, uint32_t rests) {
  CHECK(harmonics.degree == degree);
  REQUIRE(harmonics.words.size() == wordsOf(degree));
  for (uint32_t i = 0; i < 3 * restOf(degree); ++i) {
    const float number = glm::unpackHalf2x16(harmonics.words[(i + 3) / 2])[(i + 3) % 2];
    CHECK(number == static_cast<float>(i % 3 * rests / 3 + i / 3 + 1));
  }
}

// Coefficient `number` (0 to 14) of a colour. 16 bits hold it exactly.
float restAt(uint32_t color, uint32_t number) {
  return 0.0625F * static_cast<float>((5 * number + 11 * color + 3) % 17) - 0.5F;
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

// One ball with the coefficients of restAt(). Degree 0 is the colour (0.5, 0.6, 0.4).
std::shared_ptr<const Cloud> ball(Up up, uint32_t degree) {
  const uint32_t rests = kRests[degree];
  std::string text = splatHeader("ascii", 1, rests) + "-0.35449077 0 1 2 3 0 0.35449077 0 0 1 0 20 0 -1.2 -1.2 -1.2";
  for (uint32_t i = 0; i < rests; ++i) text += " " + std::to_string(restAt(3 * i / rests, i % (rests / 3)));
  Cloud cloud = readPlyText(text + "\n", kMostDegree);
  cloud.fit(up, {0.0F, 1.3F, 0.0F}, 1.9F);
  return std::make_shared<const Cloud>(std::move(cloud));
}

// The direction in the axes of a file with this way up.
glm::dvec3 inFile(Up up, const glm::dvec3& d) {
  if (up == Up::z) return {d.x, -d.z, d.y};
  return up == Up::minus_y ? glm::dvec3(d.x, -d.y, -d.z) : d;
}

}  // namespace

TEST_CASE("splats_are_read_whatever_the_order_of_their_properties_and_bytes") {
  std::string reversed = splatHeader("binary_big_endian", 5), text = splatHeader("ascii", 5);
  for (int i = 0; i < 5; ++i) {
    for (const float value : kSplat) append(reversed, value, true);
    text += splatText();
  }
  for (const std::string& file : {binarySplats(5) + "what follows", reversed, text}) {
    const Cloud cloud = readPlyText(file);
    REQUIRE(cloud.count() == 5);
    CHECK_FALSE(cloud.discs);
    for (std::size_t i = 0; i < 5; ++i) checkSplat(cloud, i);
  }
}

TEST_CASE("harmonics_of_any_degree_are_read_up_to_the_asked_one") {
  for (uint32_t in_file = 0; in_file < std::size(kRests); ++in_file) {
    const uint32_t rests = kRests[in_file];
    const std::string file = splatHeader("ascii", 1, rests) + splatText(rests);
    for (uint32_t asked = 0; asked <= kMostDegree; ++asked) {
      CAPTURE(in_file);
      CAPTURE(asked);
      const uint32_t degree = std::min(in_file, asked);
      checkHarmonics(readPlyText(file, asked).harmonics, degree, rests);
    }
  }
  const auto summaryOf = [](uint32_t rests, uint32_t asked) {
    return readPlyText(splatHeader("ascii", 1, rests) + splatText(rests), asked).summary;
  };
  CHECK(summaryOf(45, 3).starts_with("1 splat, harmonics of degree 3, colours from f_dc; ignored: "));
  CHECK(summaryOf(72, 3).starts_with("1 splat, harmonics of degree 3 of 4, "));
  CHECK(summaryOf(72, 1).starts_with("1 splat, harmonics of degree 1 of 4, "));
  CHECK(summaryOf(105, 3).starts_with("1 splat, harmonics of degree 3 of 5, "));
  CHECK(summaryOf(12, 3).starts_with("1 splat, colours from f_dc, 12 f_rest_* are of no degree and left out; "));
}

TEST_CASE("colours_by_direction_equal_a_reference") {
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    for (const auto& [up, degree] : {std::pair{Up::y, 1U}, {Up::z, 2U}, {Up::minus_y, 3U}}) {
      CAPTURE(degree);
      StageInfo info = test::stageOf("splats", 1);
      info.scene.cloud = ball(up, degree);
      test::Drawing drawing(sorters, info);
      glm::dvec3 low(1.0), high(0.0);
      for (const auto& [yaw, pitch] : {std::pair{0.3F, 0.1F}, {1.7F, 0.8F}, {3.4F, 0.3F}, {4.9F, 0.6F}, {2.5F, 1.3F}}) {
        CAPTURE(yaw);
        drawing.look({yaw, pitch, 4.0F, {0.0F, 1.3F, 0.0F}});  // the ball is in the middle
        const test::Drawn drawn = drawing.draw(true, 1);
        const uint8_t* rgba = &drawn.picture.rgba.at(4 * (test::kExtent.width * (test::kExtent.height + 1) / 2));
        const glm::dvec3 seen = glm::dvec3(rgba[0], rgba[1], rgba[2]) / 255.0;
        const glm::dvec3 expected = colorSeen(degree, inFile(up, glm::vec3(drawing.view().forward)));
        // The ball covers about 0.99 of the sky behind it, and a pixel is a little beside the middle.
        for (int c = 0; c < 3; ++c) CHECK(std::abs(seen[c] - expected[c]) < 0.02);
        low = glm::min(low, seen);
        high = glm::max(high, seen);
      }
      // The sides differ in colour.
      CHECK(glm::length(high - low) > 0.2);
    }
  });
}

TEST_CASE("points_are_read_with_colours_of_any_type_and_without") {
  const std::string before = "element none 0\nproperty double d\nelement camera 2\nproperty short focal\n";
  for (const auto& [type, red] :
       {std::pair{"uchar", "51"}, {"ushort", "13107"}, {"float32", "0.2"}, {"float64", "0.2"}}) {
    CAPTURE(type);
    std::string header = before + "element vertex 2\r\nproperty double x\nproperty int y\nproperty short z\n";
    for (const char* name : {"red", "green", "blue"}) header += std::string("property ") + type + " " + name + "\r\n";
    const Cloud cloud = readPlyText(kAscii + header + "end_header\n7\n8\n1.5 -2 3 " + red + " 0 0\r\n4 5 6 0 0 0\n");
    REQUIRE(cloud.count() == 2);
    CHECK(cloud.discs);
    checkNear(placeOf(cloud, 0), {1.5, -2.0, 3.0}, 1e-6);
    checkNear(placeOf(cloud, 1), {4.0, 5.0, 6.0}, 1e-6);
    CHECK(colorOf(cloud, 0).r == Approx(0.2));
  }
  // Of a binary file, with numbers of all sizes before each other, in either order of bytes.
  for (const bool reversed : {false, true}) {
    std::string file =
        std::string("ply\nformat binary_") + (reversed ? "big" : "little") + "_endian 1.0\n" + before +
        "element vertex 1\nproperty uint8 red\nproperty double x\nproperty uchar green\n"
        "property int32 y\nproperty ushort other\nproperty int16 z\nproperty uchar blue\nend_header\ncccc\xff";
    append(file, 0.25, reversed);
    append(file += '\x33', int32_t{-70000}, reversed);
    append(file += "ab", int16_t{-300}, reversed);
    const Cloud cloud = readPlyText(file + '\x66');
    REQUIRE(cloud.count() == 1);
    checkNear(placeOf(cloud, 0), {0.25, -70000.0, -300.0}, 1e-9);
    checkNear(colorOf(cloud, 0), {1.0F, 0.2F, 0.4F}, 1e-6F);
  }
}

TEST_CASE("files_that_are_not_understood_are_refused_with_their_byte_or_line") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::string binary = "ply\nformat binary_little_endian 1.0\n";
  const std::string two = kAscii + "element vertex 2\n" + kXyz + "end_header\n";
  const std::size_t begin = splatHeader("binary_little_endian", 3).size();
  const std::string whole = binarySplats(3);
  const auto at = [&](std::size_t offset) { return "byte " + std::to_string(begin + offset); };
  const std::tuple<std::string, std::string, const char*> cases[] = {
      {"", "byte 0", "\"ply\""},
      {"plyformat ascii 1.0\n", "byte 0", "\"ply\""},
      {"ply\n", "line 1", "end_header"},
      {"ply\nformat binary_middle_endian 1.0\n", "line 2", "binary_middle"},
      {"ply\nelement vertex 1\n" + std::string(kXyz) + "end_header\n1 2 3\n", "", "\"format\""},
      {kAscii + "end_header\n", "", "\"vertex\""},
      {kAscii + "element vertex 0\n", "line 3", "0 vertices"},
      {kAscii + "element vertex 99999999999999999999\n", "line 3", "count"},
      {kAscii + "element vertex 1\nelement vertex 1\n", "line 4", "\"vertex\""},
      {kAscii + "element vertex 1\nproperty real x\n", "line 4", "type"},
      {plyText("x x", 1, "1 2\n"), "line 6", "\"x\""},
      {kAscii + "element vertex 1\nproperty list uchar int x\nend_header\n", "line 5", "list"},
      {binary + "element face 1\nproperty list uchar int v\nelement vertex 1\nend_header\n", "line 6", "list"},
      {kAscii + "element vertex 1\nproperty float x\nproperty float y\nend_header\n", "", "\"z\""},
      {kAscii + std::string(70000, 'x'), "line 3", "65536"},
      {whole.substr(0, whole.size() - 1), at(128), "2 of 3"},
      {whole.substr(0, whole.size() - 65), at(64), "1 of 3"},
      {two + "1 2 3\n", "line 8", "1 of 2"},
      {two + "1 2 3\n1 two 3\n", "line 9", "3 numbers"},
      {two + "1 2 3 4\n1 2 3\n", "line 8", "3 numbers"},
      {two + "1 2 3x\n1 2 3\n", "line 8", "3 numbers"},
      {two + "nan 2 3\n1 2 inf\n", "", "nothing is left: of 2 rows none"},
      {"ply\n" + std::string("format ascii 1.0\nelement vertex 1\n") + kXyz + "property float X\nend_header\n1 2 3 4\n",
       "line 8", "two columns \"x\""},
      {plyText("x y z nx nx", 1, "1 2 3 4 5\n"), "line 9", "two columns \"nx\""},
  };
  for (const auto& [bytes, place, words] : cases) {
    CAPTURE(bytes.substr(0, 100));
    checkRefusal(errorOf([&, &file = bytes] { readPlyText(file, 3); }), place, words);
  }
  CHECK(errorOf([&] { readPlyText(binarySplats(3, 16 + 1, kNan)); }).empty());  // what is not read may be anything
}
