// Checks that splat and point files are read, framed and drawn correctly. Invalid elements must be skipped, and
// malformed files must be rejected with the byte or line.
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

Cloud fitted(Cloud cloud) {
  cloud.file_up = up::kY;
  cloud.fit(kMiddle, kRadius);
  return cloud;
}

float reachOf(const Cloud& cloud) {
  float most = 0.0F;
  for (const glm::vec4& p : cloud.positions) most = std::max(most, glm::distance(glm::vec3(p), kMiddle) + p.w);
  return most;
}

// The file must contain splatText(rests), with all coefficients of a colour together.
void checkHarmonics(const Harmonics& harmonics, uint32_t degree, uint32_t rests) {
  CHECK(harmonics.degree == degree);
  REQUIRE(harmonics.words.size() == wordsOf(degree));
  for (uint32_t i = 0; i < 3 * restOf(degree); ++i) {
    const float number = glm::unpackHalf2x16(harmonics.words[(i + 3) / 2])[(i + 3) % 2];
    CHECK(number == static_cast<float>(i % 3 * rests / 3 + i / 3 + 1));
  }
}

// Returns coefficient 0 to 14 of a colour. 16 bits can store it exactly.
float restAt(uint32_t color, uint32_t number) {
  return 0.0625F * static_cast<float>((5 * number + 11 * color + 3) % 17) - 0.5F;
}

double factorial(int n) { return n < 2 ? 1.0 : n * factorial(n - 1); }

// Computes the real spherical harmonic from associated Legendre functions. The order ranges from -degree to degree.
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

std::shared_ptr<const Cloud> ball(glm::vec3 up, uint32_t degree) {
  const uint32_t rests = kRests[degree];
  std::string text = splatHeader("ascii", 1, rests) + "-0.35449077 0 1 2 3 0 0.35449077 0 0 1 0 20 0 -1.2 -1.2 -1.2";
  for (uint32_t i = 0; i < rests; ++i) text += " " + std::to_string(restAt(3 * i / rests, i % (rests / 3)));
  Cloud cloud = readPlyText(text + "\n", kMostDegree);
  cloud.file_up = up;
  cloud.fit({0.0F, 1.3F, 0.0F}, 1.9F);
  return std::make_shared<const Cloud>(std::move(cloud));
}

// Converts a direction to the axes of a file with this up axis.
glm::dvec3 inFile(glm::vec3 up, const glm::dvec3& d) {
  if (up == up::kZ) return {d.x, -d.z, d.y};
  return up == up::kMinusY ? glm::dvec3(d.x, -d.y, -d.z) : d;
}

}  // namespace

TEST_CASE("splats_are_read_in_any_property_and_byte_order") {
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

TEST_CASE("harmonics_are_read_up_to_the_requested_degree") {
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
  CHECK(
      summaryOf(12, 3).starts_with("1 splat, colours from f_dc, 12 f_rest_* ignored (not the number of any degree); "));
}

TEST_CASE("colours_by_direction_equal_a_reference") {
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    for (const auto& [up, degree] : {std::pair{up::kY, 1U}, {up::kZ, 2U}, {up::kMinusY, 3U}}) {
      CAPTURE(degree);
      SceneInfo info = test::sceneOf("splats", 1);
      info.cloud = ball(up, degree);
      test::Drawing drawing(sorters, info);
      glm::dvec3 low(1.0), high(0.0);
      for (const auto& [yaw, pitch] : {std::pair{0.3F, 0.1F}, {1.7F, 0.8F}, {3.4F, 0.3F}, {4.9F, 0.6F}, {2.5F, 1.3F}}) {
        CAPTURE(yaw);
        drawing.look({yaw, pitch, 4.0F, {0.0F, 1.3F, 0.0F}});
        const test::Drawn drawn = drawing.draw(true, 1);
        const uint8_t* rgba = &drawn.picture.rgba.at(4 * (test::kExtent.width * (test::kExtent.height + 1) / 2));
        const glm::dvec3 seen = glm::dvec3(rgba[0], rgba[1], rgba[2]) / 255.0;
        const glm::dvec3 expected = colorSeen(degree, inFile(up, glm::vec3(drawing.view().forward)));
        // The ball hides about 0.99 of the background, and pixels are slightly off center.
        for (int c = 0; c < 3; ++c) CHECK(std::abs(seen[c] - expected[c]) < 0.02);
        low = glm::min(low, seen);
        high = glm::max(high, seen);
      }
      CHECK(glm::length(high - low) > 0.2);
    }
  });
}

TEST_CASE("points_are_read_with_any_type_of_colours") {
  const std::string before = "element none 0\nproperty double d\nelement camera 2\nproperty short focal\n";
  // Numbers of all sizes precede each other, in both byte orders. Bytes can only be 0 to 255.
  for (const bool reversed : {false, true}) {
    std::string file =
        std::string("ply\nformat binary_") + (reversed ? "big" : "little") + "_endian 1.0\n" + before +
        "element vertex 1\nproperty uint8 red\nproperty double x\nproperty uchar green\n"
        "property int32 y\nproperty ushort other\nproperty int16 z\nproperty uchar blue\nend_header\ncccc\x7f";
    append(file, 0.25, reversed);
    append(file += '\x33', int32_t{-70000}, reversed);
    append(file += "ab", int16_t{-300}, reversed);
    const Cloud cloud = readPlyText(file + '\x66');
    CHECK(cloud.summary == "1 point, colours from red, green and blue; ignored: element camera, other");
    CHECK(cloud.discs);
    checkNear(placeOf(cloud, 0), {0.25, -70000.0, -300.0}, 1e-9);
    checkNear(colorOf(cloud, 0), {127.0 / 255.0, 0.2, 0.4}, 1e-6);
  }
  const Cloud text = readPlyText(kAscii + before + "element vertex 1\r\n" + kXyz + "end_header\n7\n8\n1.5 -2 3\r\n");
  checkNear(placeOf(text, 0), {1.5, -2.0, 3.0}, 1e-6);
  CHECK(text.summary == "1 point, no colours: grey; ignored: element camera");
}

// Formats that are recognized by their first bytes are rejected by name.
TEST_CASE("malformed_files_are_rejected_with_the_byte_or_line") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const std::string binary = "ply\nformat binary_little_endian 1.0\n";
  const std::string two = kAscii + "element vertex 2\n" + kXyz + "end_header\n";
  const std::size_t begin = splatHeader("binary_little_endian", 3).size();
  const std::string whole = binarySplats(3);
  const auto at = [&](std::size_t offset) { return "byte " + std::to_string(begin + offset); };
  const std::tuple<std::string, std::string, const char*> cases[] = {
      {"", "byte 0", "empty"},
      {"\xef\xbb\xbfply\nformat ascii 1.0\n", "byte 0", "byte-order mark"},
      {"ply\rformat ascii 1.0\r", "byte 3", "not only CR"},
      {kAscii + "element vertex 1\n" + kXyz + "element codebook_centers 256\n", "line 7", "codebooks"},
      {std::string("PK\x03\x04") + "x.ply", "is a ZIP archive", "unzip"},
      {std::string("glTF\2\0\0\0", 8), "is a glTF scene", ".ply"},
      {"plyformat ascii 1.0\n", "byte 0", "\"ply\""},
      {"ply\n", "line 1", "end_header"},
      {"ply\nformat binary_middle_endian 1.0\n", "line 2", "binary_middle"},
      {"ply\nelement vertex 1\n" + std::string(kXyz) + "end_header\n1 2 3\n", "", "\"format\""},
      {kAscii + "end_header\n", "", "\"vertex\""},
      {kAscii + "element vertex 0\n", "line 3", "0 vertices"},
      {kAscii + "element vertex 99999999999999999999\n", "line 3", "count"},
      {kAscii + "element vertex 1\nelement vertex 1\n", "line 4", "\"vertex\""},
      {kAscii + "element vertex 1\nproperty real x\n", "line 4", "type"},
      {plyText("x x", 1, "1 2\n"), "line 5", "\"x\""},
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
      {two + "nan 2 3\n1 2 inf\n", "",
       "all elements were skipped; 1 row skipped (NaN); 1 row skipped (infinite or too large)"},
      {"ply\n" + std::string("format ascii 1.0\nelement vertex 1\n") + kXyz + "property float X\nend_header\n1 2 3 4\n",
       "line 7", "two properties \"x\""},
      {plyText("x y z nx nx", 1, "1 2 3 4 5\n"), "line 8", "two properties \"nx\""},
  };
  for (const auto& [bytes, place, words] : cases) {
    CAPTURE(bytes.substr(0, 100));
    checkRefusal(errorOf([&, &file = bytes] { readPlyText(file, 3); }), place, words);
  }
  CHECK(
      errorOf([&] { readPlyText(binarySplats(3, 16 + 1, kNan)); }).empty());  // unused properties can contain anything
}

TEST_CASE("rows_with_invalid_numbers_are_skipped_and_counted") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinite = std::numeric_limits<float>::infinity();
  const std::string nan = "1 row skipped (NaN)", large = "1 row skipped (infinite or too large)";
  const std::tuple<std::size_t, float, std::string> cases[] = {
      {2, kNan, nan},         {3, kInfinite, large}, {4, 2e15F, large}, {13, 41.0F, large},
      {14, kInfinite, large}, {11, kNan, nan},       {9, kNan, nan},    {0, kNan, nan}};
  for (const auto& [property, value, skipped] : cases) {
    CAPTURE(property);
    const Cloud cloud = readPlyText(binarySplats(3, 16 + property, value));
    CHECK(cloud.count() == 2);
    CHECK(cloud.summary == "2 splats, colours from f_dc; ignored: comment \"of no use\", nx, f_test; " + skipped);
    for (std::size_t i = 0; i < 2; ++i) checkSplat(cloud, i);
  }
  CHECK(readPlyText(plyText("x y z", 4, "1 2 3\nnan 2 3\n1 nan 3\n1 inf 3\n")).summary ==
        "1 point, no colours: grey; 2 rows skipped (NaN); 1 row skipped (infinite or too large)");
  CHECK(readPlyText(binarySplats(3, 16 + 1, kNan)).count() == 3);
  CHECK(readBytes("FILE.ply", binarySplats(30), {.first = 7}).summary.starts_with("7 splats (--first 7 of 30), "));
}

TEST_CASE("splats_may_lack_axes_colours_or_opacity") {
  const auto row = [](const char* opacity, const char* scales) {
    return std::string("0 0 0 0.3 0.3 0.3 ") + opacity + " " + scales + " 1 0 0 0\n";
  };
  const auto one = [&](const char* opacity, const char* scales) {
    return readPlyText(plyText(kShape, 1, row(opacity, scales)));
  };
  CHECK(colorOf(one("inf", "-1 -1 -1"), 0).a == 1.0F);
  CHECK(colorOf(one("-inf", "-1 -1 -1"), 0).a == 0.0F);
  CHECK(colorOf(one("1e30", "-1 -1 -1"), 0).a == 1.0F);
  const double square = std::exp(-2.0);
  checkNear(glm::vec3(one("3", "-1 -1 -inf").splats[0].diagonal), {square, square, 0.0}, 1e-6);
  checkNear(glm::vec3(one("3", "-inf -1 -1").splats[0].diagonal), {0.0, square, square}, 1e-6);
  checkNear(glm::vec3(one("3", "-inf -inf -inf").splats[0].diagonal), {0.0, 0.0, 0.0}, 1e-6);
  const glm::dvec3 round(square), flat(square, 0.0, square);
  const std::tuple<std::string, const char*, const char*, glm::dvec3> cases[] = {
      {"x y z scale_0 scale_1 rot_0 rot_1 rot_2 rot_3", "-1 -1 1 1 0 0", "1 flat splat, no colours: grey, no opacity",
       flat},
      {"x y z scale_0", "-1", "1 splat, no colours: grey, scale_0 for all axes, no opacity: opaque", round},
      {"x y z scale_0 scale_1 scale_2 opacity", "-1 -1 -1 0", "no rot_*: not rotated", round},
      {kShape, "0 0 0 0 -1 -1 -1 0 0 0 0", "1 row with rot_* of length 0: not rotated", round},
      {"x y z red green blue scale_0 f_rest_0", "1 0 0 -1 9", "; ignored: f_rest_*", round},
  };
  for (const auto& [properties, text, words, diagonal] : cases) {
    CAPTURE(properties);
    const Cloud cloud = readPlyText(plyText(properties, 1, std::string("0 0 0 ") + text + "\n"), 3);
    CHECK_FALSE(cloud.discs);
    CHECK(cloud.summary.find(words) != std::string::npos);
    checkNear(glm::vec3(cloud.splats[0].diagonal), diagonal, 1e-6);
  }
  const Cloud discs = readPlyText(plyText("x y z f_dc_0 f_dc_1 f_dc_2 opacity", 1, "0 0 0 1 0 -1 2\n"));
  CHECK(discs.discs);
  CHECK(discs.summary == "1 point, colours from f_dc, no scale_*: drawn as discs of one size; ignored: opacity");
  checkNear(glm::vec3(colorOf(discs, 0)), {0.782, 0.5, 0.218}, 0.003);
}

TEST_CASE("places_are_centred_before_they_are_rounded") {
  const auto square = [](double x, double y) {
    std::string rows;
    for (const auto& [u, v] : {std::pair{0.0, 0.0}, {0.1, 0.0}, {0.0, 0.1}, {0.1, 0.1}})
      rows += std::to_string(x + u) + " " + std::to_string(y + v) + " 0\n";
    return fitted(readPlyText(plyText("x y z", 4, rows)));
  };
  const Cloud near = square(0, 0);
  CHECK(reachOf(near) > 0.9F * kRadius);
  for (const Cloud& far : {square(4.5e6, 5e5), square(-7e8, 1e7)})
    for (std::size_t i = 0; i < 4; ++i) checkNear(glm::vec3(far.positions[i]), glm::vec3(near.positions[i]), 1e-4);
}

TEST_CASE("small_clouds_are_framed_by_the_size_of_their_elements") {
  const auto cloudOf = [&](const std::vector<const char*>& places) {
    std::string rows;
    for (const char* place : places) rows += std::string(place) + " 0 0 0 0 0 3 -2 -2 -2 1 0 0 0\n";
    return fitted(readPlyText(plyText(kShape, places.size(), rows)));
  };
  for (const std::vector<const char*>& places :
       std::vector<std::vector<const char*>>{{"7"}, {"7", "7", "7"}, {"7", "9"}, {"-1000", "1000"}})
    CHECK(reachOf(cloudOf(places)) == doctest::Approx(kRadius));
  const Cloud most = cloudOf({"7", "7", "7", "7", "7", "7", "7", "7", "7", "1e6"});
  CHECK(most.positions[0].w == doctest::Approx(kRadius));
  checkNear(glm::vec3(most.positions[0]), kMiddle, 1e-5);
  // Discs without a size must be visible, even if most points have the same position.
  const auto points = [](int same, const char* others) {
    std::string rows;
    for (int i = 0; i < same; ++i) rows += "5 5 5\n";
    rows += others;
    return fitted(readPlyText(plyText("x y z", static_cast<std::size_t>(std::ranges::count(rows, '\n')), rows)));
  };
  const float disc = points(1, "").positions[0].w;
  CHECK((disc > 0.1F && disc < 0.5F));
  CHECK(points(2000, "").positions[0].w == disc);
  const float reach = reachOf(points(28, "6 5 5\n5 4 5\n"));
  CHECK((reach > 0.9F * kRadius && reach < 1.2F * kRadius));
  // Extreme values must not produce NaN or infinity.
  for (const char* row : {"1e15 -1e15 0", "1e-300 0 0", "0 0 0"})
    for (const glm::vec4& p :
         fitted(readPlyText(plyText("x y z", 4, std::string(row) + "\n1 1 1\n1 1 2\n" + row + "\n"))).positions)
      CHECK(std::isfinite(p.x + p.y + p.z + p.w));
}
