// Checks that PLY files are read, framed and drawn correctly. Invalid elements must be skipped, and malformed files
// must be rejected with the byte or line.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "drawing.h"
#include "point_files.h"
#include "points/read_points.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

namespace {

// Repeats `rows`, which can consist of several lines.
Cloud readRows(const std::string& properties, const std::string& rows, int copies = 1) {
  std::string all;
  for (int i = 0; i < copies; ++i) all += rows + "\n";
  return readPlyText(plyText(properties, static_cast<std::size_t>(std::ranges::count(all, '\n')), all), kMostDegree);
}

// Returns coefficient 0 to 14 of a colour. 16 bits can store it exactly.
double restAt(int color, int number) { return 0.125 * ((5 * number + 11 * color + 3) % 17) - 1.0; }

// Computes the real spherical harmonic. The order ranges from -degree to degree.
double harmonic(int degree, int order, const glm::dvec3& d) {
  const int m = std::abs(order);
  const double legendre = std::sph_legendre(static_cast<unsigned>(degree), static_cast<unsigned>(m), std::acos(d.z));
  const double around = std::atan2(d.y, d.x) * m;
  return order == 0 ? legendre : std::numbers::sqrt2 * legendre * (order > 0 ? std::cos(around) : std::sin(around));
}

glm::dvec3 colorSeen(uint32_t degree, const glm::dvec3& d) {
  glm::dvec3 color(0.5, 0.6, 0.4);
  for (int l = 1; l <= static_cast<int>(degree); ++l)
    for (int m = -l; m <= l; ++m)
      for (int c = 0; c < 3; ++c) color[c] += harmonic(l, m, d) * restAt(c, l * l + l + m - 1);
  return glm::max(color, 0.0);
}

// Two splats at one place, the black one in front, because equal depths keep their order. The file contains one degree
// more than is read.
std::shared_ptr<const Cloud> balls(glm::vec3 up, uint32_t degree) {
  const uint32_t rests = kRests[degree + 1];
  std::string bright = "-0.35449077 0 1 2 3 0 0.35449077 0 0 1 0 20 0 -1.2 -1.2 -1.2";
  std::string black = "-9 0 1 2 3 -9 -9 0 0 1 0 0 0 -1.2 -1.2 -1.2";
  for (uint32_t i = 0; i < rests; ++i) {
    const uint32_t color = 3 * i / rests, number = i % (rests / 3);
    bright += " " + std::to_string(restAt(static_cast<int>(color), static_cast<int>(number)));
    black += " 0";
  }
  Cloud cloud = readPlyText(splatHeader("ascii", 2, rests) + bright + "\n" + black + "\n", degree);
  CHECK(cloud.summary.starts_with("2 splats, harmonics of degree " + std::to_string(degree) + " of "));
  cloud.file_up = up;
  cloud.fit({0.0F, 1.3F, 0.0F}, 1.9F);
  return std::make_shared<const Cloud>(std::move(cloud));
}

}  // namespace

// Colours above 1 must only be clipped after the black splat has halved them.
TEST_CASE("colours_by_direction_equal_a_reference") {
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    int brightest = 0;
    for (const auto& [up, degree] : {std::pair{up::kY, 1U}, {up::kZ, 2U}, {up::kMinusY, 3U}}) {
      CAPTURE(degree);
      SceneInfo info = test::sceneOf("splats", 2);
      info.cloud = balls(up, degree);
      test::Drawing drawing(sorters, info);
      for (const auto& [yaw, pitch] : {std::pair{0.3F, 0.1F}, {1.7F, 0.8F}, {3.4F, 0.3F}, {4.9F, 0.6F}, {2.5F, 1.3F}}) {
        CAPTURE(yaw);
        drawing.look({yaw, pitch, 4.0F, {0.0F, 1.3F, 0.0F}});
        const test::Drawn drawn = drawing.draw(true, 1);
        const uint8_t* rgba = &drawn.picture.rgba.at(4 * (test::kExtent.width * (test::kExtent.height + 1) / 2));
        const glm::dvec3 seen = glm::dvec3(rgba[0], rgba[1], rgba[2]) / 255.0;
        const glm::dvec3 whole = colorSeen(degree, fileAxes(up) * glm::vec3(drawing.view().forward));
        // The opacities at the center are 0.99 and 0.5. Pixels are slightly off center.
        for (int c = 0; c < 3; ++c) CHECK(std::abs(seen[c] - std::min(1.0, 0.495 * whole[c])) < 0.015);
        brightest = std::max({brightest, int{rgba[0]}, int{rgba[1]}, int{rgba[2]}});
      }
    }
    CHECK(brightest > 150);
  });
}

TEST_CASE("properties_are_read_in_any_order_type_and_byte_order") {
  const std::string text = splatHeader("ascii", 2) + splatText() + splatText();
  for (const std::string& file : {binarySplats(2) + "what follows", binarySplats(2, true), text}) {
    const Cloud cloud = readPlyText(file);
    REQUIRE(cloud.count() == 2);
    for (std::size_t i = 0; i < 2; ++i) checkSplat(cloud, i);
  }
  // Numbers of all sizes precede each other. Bytes can only be 0 to 255.
  for (const bool big : {false, true}) {
    std::string file = std::string("ply\nformat binary_") + (big ? "big" : "little") +
                       "_endian 1.0\nelement none 0\nproperty double d\nelement camera 2\nproperty short focal\n"
                       "element vertex 1\nproperty uint8 red\nproperty double x\nproperty uchar green\n"
                       "property int64 y\nproperty ulong other\nproperty int16 z\nproperty uchar blue\n"
                       "end_header\ncccc\x7f";
    append(file, 0.25, big);
    append(file += '\x33', int64_t{-70000000000}, big);
    append(file += "8 bytes.", int16_t{-300}, big);
    const Cloud cloud = readPlyText(file + '\x66');
    CHECK(cloud.summary == "1 point, colours from red, green and blue (0 to 255); ignored: element camera, other");
    checkNear(placeOf(cloud, 0), {0.25, -70000000000.0, -300.0}, 1e-9);
    checkNear(colorOf(cloud, 0), {127.0 / 255.0, 0.2, 0.4}, 3e-4);
  }
}

// The variances along the axes and the opacity of the first splat are checked.
TEST_CASE("values_of_splats_are_interpreted_and_described") {
  const double s = std::exp(-2.0);
  const glm::dvec3 all(s);
  const std::string plain = "0 -1 -1 -1 1 0 0 0", row = "\n1 1 1 0 0 0 ";
  const std::string lengths = ", scales are lengths, not logarithms", from_0 = ", opacities from 0 to 1, not logits";
  const std::string assumed = ", scales assumed to be logarithms", large = "; 2 rows skipped (infinite or too large)";
  // Properties in addition to kShape, copies of the rows, values after "0 0 0 0 0 0 ".
  const std::tuple<const char*, int, std::string, std::string, glm::dvec3, double> cases[] = {
      {"", 1, "inf -1 -1 -inf 1 0 0 0", "", {s, s, 0}, 1},
      {"", 1, "-inf -inf -1 -1 1 0 0 0", "", {0, s, s}, 0},
      {"", 2, "0 -1 -1 -1 0 0 0 0", ", 2 rows with rot_* of length 0: not rotated", all, 0.5},
      {" nx", 1, plain + " nan", "; ignored: nx", all, 0.5},
      {" f_rest_0", 1, plain + " 1", ", f_rest_* ignored (not the coefficients of whole degrees)", all, 0.5},
      {"", 1, plain + "\n0 0 0 0 0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0 1 0 0 0", "; 2 rows skipped (all 0)", all,
       0.5},
      {"", 1, plain + row + "0 nan -1 -1 1 0 0 0", "; 1 row skipped (NaN)", all, 0.5},
      {"", 1, plain + row + "0 -1 -1 41 1 0 0 0" + row + "0 -1 -1 -1 inf 0 0 0", large, all, 0.5},
      // If the filter is as large as the splat, its variances double, and sqrt(1 / 2) of its opacity remains per axis.
      {" filter_3D", 1, plain + " 0.36787944", ", filter_3D applied", 2.0 * all, 0.5 * std::sqrt(0.125)},
      {"", 5, "0.3 0.1 0.2 0.3 1 0 0 0", lengths + from_0, {0.01, 0.04, 0.09}, 0.3},
      {"", 5, "0.3 -1 -1 -1 1 0 0 0", from_0, all, 0.3},
      {"", 5, "0 0.1 0.1 0.1 1 0 0 0", lengths, glm::dvec3(0.01), 0.5},
      {"", 4, "1 0.5 0.5 0.5 1 0 0 0", assumed + ", opacities assumed to be logits", glm::dvec3(2.71828), 0.731},
  };
  for (const auto& [more, copies, first, notes, variance, opacity] : cases) {
    CAPTURE(first);
    const Cloud cloud = readRows(kShape + more, "0 0 0 0 0 0 " + first, copies);
    CHECK(cloud.summary ==
          std::to_string(copies) + (copies == 1 ? " splat" : " splats") + ", colours from f_dc" + notes);
    checkNear(cloud.splats[0].diagonal, variance, 1e-5);
    CHECK(std::abs(colorOf(cloud, 0).a - opacity) < 0.001);
  }
  // 100 positive scales on a line can be logarithms if they fit its length.
  for (const auto& [length, scale, logarithms] : {std::tuple{1.0, "0.02", false},
                                                  {100.0, "2", false},
                                                  {1000.0, "40", false},
                                                  {200.0, "1", true},
                                                  {10.0, "5", true}}) {
    std::string rows;
    for (int i = 0; i < 100; ++i)
      rows += std::to_string(0.01 * i * length) + " 0 0 0 0 0 3 " + scale + " " + scale + " " + scale + " 1 0 0 0\n";
    CAPTURE(length);
    const std::string summary = readPlyText(plyText(kShape, 100, rows)).summary;
    CHECK(summary == "100 splats, colours from f_dc" + (logarithms ? assumed : lengths));
  }
}

TEST_CASE("splats_and_points_may_lack_properties") {
  const std::string rgb = "x y z red green blue", from = "1 point, colours from red, green and blue (0 to ",
                    opaque = ", no opacity: opaque";
  const std::tuple<std::string, std::string, std::string, glm::dvec3> cases[] = {
      {"x y z scale_0 scale_1", "0 0 0 -1 -1", "1 flat splat, no colours: grey, no rot_*: not rotated" + opaque,
       kUncolored},
      {rgb + " scale_0 f_rest_0",
       "0 0 0 1 0 0 -1 9",
       "1 splat, colours from red, green and blue (0 to 1), scale_0 for all axes" + opaque + "; ignored: f_rest_*",
       {1, 0, 0}},
      {"x y z f_dc_0 f_dc_1 f_dc_2 scalar_opacity",
       "0 0 0 1 0 -1 2",
       "1 point, colours from f_dc, no scale_*: drawn as discs of one size; ignored: opacity",
       {0.782, 0.5, 0.218}},
      {rgb, "0 0 0 0.5 0.25 1.25", from + "1)", {0.5, 0.25, 1.25}},
      {rgb, "0 0 0 6 2 3", from + "1)", {6, 2, 3}},
      {"x y z r g b", "0 0 0 51 102 1", from + "255)", {0.2, 0.4, 1.0 / 255.0}},
      {"x y z diffuse_red diffuse_green diffuse_blue", "0 0 0 13107 0 65535", from + "65535)", {0.2, 0.0, 1.0}},
      {"x y z intensity", "0 0 0 0.3", "1 point, intensity is 0.3 everywhere: grey", kUncolored},
      {"x y z scalar_intensity", "0 0 0 30\n0 0 1 20\n0 0 2 40",
       "3 points, colours from intensity (black to white is 25 to 35)", glm::dvec3(0.5)},
  };
  for (const auto& [properties, rows, summary, color] : cases) {
    CAPTURE(rows);
    const Cloud cloud = readRows(properties, rows);
    CHECK(cloud.summary == summary);
    CHECK(cloud.discs == (summary.find("splat") == std::string::npos));
    checkNear(colorOf(cloud, 0), color, 0.003);
  }
}

TEST_CASE("malformed_files_are_rejected_with_the_byte_or_line") {
  const std::string binary = "ply\nformat binary_little_endian 1.0\n";
  const std::string two = kAscii + "element vertex 2\n" + kXyz + "end_header\n";
  const std::string whole = binarySplats(3), last = "byte " + std::to_string(whole.size() - 64);
  const std::tuple<std::string, std::string, const char*> cases[] = {
      {"\xef\xbb\xbfply\nformat ascii 1.0\n", "byte 0", "byte-order mark"},
      {"ply\rformat ascii 1.0\r", "byte 3", "not only CR"},
      {"ply\n", "line 1", "end_header"},
      {"ply\nformat binary_middle_endian 1.0\n", "line 2", "binary_middle"},
      {kAscii + "format ascii 1.0\n", "line 3", "only be one line \"format\""},
      {"ply\nelement vertex 1\n" + kXyz + "end_header\n1 2 3\n", "", "\"format\""},
      {kAscii + "element vertex 0\n", "line 3", "0 vertices"},
      {kAscii + "element vertex 99999999999999999999\n", "line 3", "count"},
      {kAscii + "element vertex 1\nelement vertex 1\n", "line 4", "\"vertex\""},
      {kAscii + "element vertex 1\nproperty real x\n", "line 4", "the type \"real\" is not supported"},
      {kAscii + "element vertex 1\nproperty list uchar int x\nend_header\n", "line 5", "list"},
      {kAscii + "element vertex 1\n" + kXyz + "element codebook_centers 256\n", "line 7", "codebooks"},
      {binary + "element face 1\nproperty list uchar int v\nelement vertex 1\nend_header\n", "line 6", "list"},
      {plyText("x X", 1, "1 2\n"), "line 5", "two properties \"x\""},
      {plyText("x y nx", 1, "1 2 3\n"), "", "\"z\""},
      {plyText("x y z f_offset_0", 1, "1 2 3 4\n"), "", "a neural network must decode \"f_offset_0\""},
      {plyText("x y z scale_0 feature_0", 1, "1 2 3 4 5\n"), "", "a neural network must decode \"feature_0\""},
      {kAscii + std::string(70000, 'x'), "line 3", "65536"},
      {whole.substr(0, whole.size() - 1), last, "2 of 3"},
      {two + "1 2 3\n", "line 8", "1 of 2"},
      {two + "1 2 3\n1 two 3\n", "line 9", "3 numbers"},
      {two + "1 2 3\n1 2,5 3\n", "line 9", "decimal commas"},
      {two + "1, 2, 3\n", "line 8", "spaces must separate the numbers"},
      {two + "nan 2 3\n1 2 inf\n", "",
       "all elements were skipped; 1 row skipped (NaN); 1 row skipped (infinite or too large)"},
  };
  for (const auto& [bytes, place, words] : cases) {
    CAPTURE(bytes.substr(0, 100));
    checkRefusal(errorOf([&, &file = bytes] { readPlyText(file, 3); }), place, words);
  }
}

TEST_CASE("clouds_are_centred_and_framed_by_their_size") {
  const auto fitted = [](const std::string& rows, bool splats, int copies = 1) {
    Cloud cloud = readRows(splats ? kShape : "x y z", rows, copies);
    cloud.file_up = up::kY;
    cloud.fit(kMiddle, kRadius);
    return cloud;
  };
  const auto reach = [](const Cloud& cloud) {
    float most = 0.0F;
    for (const glm::vec4& p : cloud.positions) most = std::max(most, glm::distance(glm::vec3(p), kMiddle) + p.w);
    return most;
  };
  // Large coordinates must be centred before they are rounded.
  const Cloud near = fitted("0 0 0\n0.1 0 0\n0 0.1 0", false);
  const Cloud far = fitted("-7e8 1e7 0\n-699999999.9 1e7 0\n-7e8 10000000.1 0", false);
  CHECK(reach(near) > 0.9F * kRadius);
  for (std::size_t i = 0; i < 3; ++i) checkNear(glm::vec3(far.positions[i]), glm::vec3(near.positions[i]), 1e-4);
  const std::string splat = " 0 0 0 0 0 3 -2 -2 -2 1 0 0 0", nine = "9" + splat, one_million = "1e6" + splat;
  for (const int copies : {1, 3}) CHECK(reach(fitted(nine, true, copies)) == doctest::Approx(kRadius));
  CHECK(reach(fitted(nine + "\n" + one_million, true)) == doctest::Approx(kRadius));
  std::string most = one_million;
  for (int i = 0; i < 9; ++i) most = nine + "\n" + most;
  CHECK(fitted(most, true).positions[0].w == doctest::Approx(kRadius));
  // Discs without a size must be visible, even if most points have the same position.
  const float disc = fitted("5 5 5", false).positions[0].w;
  CHECK((disc > 0.1F && disc < 0.5F));
  CHECK(fitted("5 5 5", false, 2000).positions[0].w == disc);
}
