// What becomes of the elements of a file: which are skipped, what is a splat and what is a point, and where it all is
// seen.
#include <limits>

#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

namespace {

const std::string kShape = "x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 scale_2 rot_0 rot_1 rot_2 rot_3";
constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};
constexpr float kRadius = 1.9F;

Cloud fitted(Cloud cloud) {
  cloud.fit(Up::y, kMiddle, kRadius);
  return cloud;
}

// The farthest that something is drawn from the middle.
float reachOf(const Cloud& cloud) {
  float most = 0.0F;
  for (const glm::vec4& p : cloud.positions) most = std::max(most, glm::distance(glm::vec3(p), kMiddle) + p.w);
  return most;
}

}  // namespace

TEST_CASE("rows_without_a_number_are_skipped_and_counted") {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinite = std::numeric_limits<float>::infinity();
  const std::string nan = "1 row skipped (NaN)", large = "1 row skipped (infinite or too large)";
  const std::tuple<std::size_t, float, std::string> cases[] = {
      {2, kNan, nan},         {3, kInfinite, large}, {4, 2e15F, large}, {13, 41.0F, large},
      {14, kInfinite, large}, {11, kNan, nan},       {9, kNan, nan},    {0, kNan, nan}};
  for (const auto& [property, value, skipped] : cases) {
    CAPTURE(property);
    const Cloud cloud = readPlyText(binarySplats(3, 16 + property, value));
    CHECK(cloud.count() == 2);
    CHECK(cloud.summary == "2 splats, colours from f_dc; ignored: nx, f_test; " + skipped);
    for (std::size_t i = 0; i < 2; ++i) checkSplat(cloud, i);
  }
  // Counted by themselves; what is not read may be anything.
  CHECK(readTableText("x,y,z\n1,2,3\nnan,2,3\n,2,3\n1,inf,3\n").summary ==
        "1 point, no colours: grey; 2 rows skipped (NaN); 1 row skipped (infinite or too large)");
  CHECK(readPlyText(binarySplats(3, 16 + 1, kNan)).count() == 3);
  CHECK(readBytes("FILE.ply", binarySplats(30), {.first = 7}).summary.starts_with("7 splats (--first 7 of 30), "));
}

TEST_CASE("splats_have_the_shape_colour_and_opacity_that_there_is_of_them") {
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
  const std::tuple<const char*, const char*, const char*, glm::dvec3> cases[] = {
      {"x y z f_dc_0 f_dc_1 f_dc_2 opacity scale_0 scale_1 rot_0 rot_1 rot_2 rot_3",
       "0 0 0 0 0 0 3 -1 -1 1 1 0 0\n",
       "1 flat splat, colours from f_dc",
       {square, 0.0, square}},
      {"x y z scale_0", "0 0 0 -1\n", "1 splat, no colours: grey, scale_0 for all axes, no opacity: opaque",
       glm::dvec3(square)},
      {"x y z scale_0 scale_1 scale_2 opacity", "0 0 0 -1 -1 -1 0\n",
       "1 splat, no colours: grey, no rot_*: axes not turned", glm::dvec3(square)},
      {"x y z scale_0 scale_1 scale_2 opacity rot_0 rot_1 rot_2 rot_3", "0 0 0 -1 -1 -1 0 0 0 0 0\n",
       "1 splat, no colours: grey, 1 row with rot_* of length 0: not turned", glm::dvec3(square)},
      {"x y z red green blue scale_0 scale_1 scale_2 opacity rot_0 rot_1 rot_2 rot_3 f_rest_0",
       "0 0 0 1 0 0 -1 -1 -1 0 1 0 0 0 9\n",
       "1 splat, colours from red, green and blue (guessed to be 0 to 1); ignored: f_rest_*", glm::dvec3(square)},
  };
  for (const auto& [properties, text, summary, diagonal] : cases) {
    CAPTURE(properties);
    const Cloud cloud = readPlyText(plyText(properties, 1, text), 3);
    CHECK_FALSE(cloud.discs);
    CHECK(cloud.summary == summary);
    checkNear(glm::vec3(cloud.splats[0].diagonal), diagonal, 1e-6);
  }
  // Colours without a size are discs; bytes are known to be 0 to 255, even if they all are dark.
  const Cloud discs = readPlyText(plyText("x y z f_dc_0 f_dc_1 f_dc_2 opacity", 1, "0 0 0 1 0 -1 2\n"));
  CHECK(discs.discs);
  CHECK(discs.summary == "1 point, colours from f_dc, no scale_*: drawn as discs of one size; ignored: opacity");
  checkNear(glm::vec3(colorOf(discs, 0)), {0.782, 0.5, 0.218}, 0.003);
  std::string bytes = splatHeader("ascii", 1) + splatText();
  for (const char* name : {"f_dc_0", "f_dc_1", "f_dc_2"})
    bytes.replace(bytes.find(std::string("float ") + name), 12,
                  std::string("uchar ") + (name[5] == '0'   ? "red"
                                           : name[5] == '1' ? "green"
                                                            : "blue"));
  CHECK(readPlyText(bytes).summary == "1 splat, colours from red, green and blue; ignored: nx, f_test");
}

TEST_CASE("places_are_centred_before_they_are_rounded") {
  // A square of a tenth, near 0 and far from it.
  const auto square = [](double x, double y) {
    std::string rows;
    for (const auto& [u, v] : {std::pair{0.0, 0.0}, {0.1, 0.0}, {0.0, 0.1}, {0.1, 0.1}})
      rows += std::to_string(x + u) + " " + std::to_string(y + v) + " 0\n";
    return fitted(readTableText(rows));
  };
  const Cloud near = square(0, 0);
  CHECK(reachOf(near) > 0.9F * kRadius);
  for (const Cloud& far : {square(4.5e6, 5e5), square(-7e8, 1e7)})
    for (std::size_t i = 0; i < 4; ++i) checkNear(glm::vec3(far.positions[i]), glm::vec3(near.positions[i]), 1e-4);
}

TEST_CASE("few_elements_and_those_at_one_place_are_framed_by_their_own_size") {
  const auto splat = [](const char* x) { return std::string(x) + " 0 0 0 0 0 3 -2 -2 -2 1 0 0 0\n"; };
  const auto cloudOf = [&](std::initializer_list<const char*> places) {
    std::string rows;
    for (const char* place : places) rows += splat(place);
    return fitted(readPlyText(plyText(kShape, places.size(), rows)));
  };
  CHECK(reachOf(cloudOf({"7"})) == doctest::Approx(kRadius));
  CHECK(reachOf(cloudOf({"7", "7", "7"})) == doctest::Approx(kRadius));
  CHECK(reachOf(cloudOf({"7", "9"})) == doctest::Approx(kRadius));
  CHECK(reachOf(cloudOf({"-1000", "1000"})) == doctest::Approx(kRadius));
  const Cloud most = cloudOf({"7", "7", "7", "7", "7", "7", "7", "7", "7", "1e6"});
  CHECK(most.positions[0].w == doctest::Approx(kRadius));
  checkNear(glm::vec3(most.positions[0]), kMiddle, 1e-5);
  // Without a size, in metres, the disc is one that is seen; and where most are at one place, the others are seen.
  const float disc = fitted(readTableText("5 5 5\n")).positions[0].w;
  CHECK(disc > 0.1F);
  CHECK(disc < 0.5F);
  std::string same;
  for (int i = 0; i < 2000; ++i) same += "5 5 5\n";
  CHECK(fitted(readTableText(same)).positions[0].w == disc);
  std::string points;
  for (int i = 0; i < 30; ++i) points += i < 28 ? "5 5 5\n" : i == 28 ? "6 5 5\n" : "5 4 5\n";
  const Cloud others = fitted(readTableText(points));
  CHECK(reachOf(others) > 0.9F * kRadius);
  CHECK(reachOf(others) < 1.2F * kRadius);
  // Whatever is in the file, what is drawn are numbers.
  for (const char* row : {"1e15 -1e15 0", "1e-300 0 0", "0 0 0"})
    for (const glm::vec4& p : fitted(readTableText(std::string(row) + "\n1 1 1\n1 1 2\n" + row + "\n")).positions)
      CHECK(std::isfinite(p.x + p.y + p.z + p.w));
}
