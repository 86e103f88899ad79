// Checks that PLY files are read, framed and drawn correctly, and the defaults for a file and a device.
#include <cmath>
#include <numbers>

#include "drawing.h"
#include "options.h"
#include "point_files.h"
#include "support/devices.h"
#include "support/physical.h"
#include "view/words.h"

using namespace particles;
using namespace test::points;
using namespace std::literals;

namespace {

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
  const int rests = static_cast<int>(3 * restOf(degree + 1));
  std::string names = kShape, bright = "1 2 3 0 0.35449077 -0.35449077 20 -1.2 -1.2 -1.2 1 0 0 0";
  std::string black = "1 2 3 -9 -9 -9 0 -1.2 -1.2 -1.2 1 0 0 0";
  for (int i = 0; i < rests; ++i) {
    names += " f_rest_" + std::to_string(i);
    bright += " " + std::to_string(restAt(3 * i / rests, i % (rests / 3)));
    black += " 0";
  }
  Cloud cloud = readBytes(plyText(names, bright + "\n" + black + "\n"), {.degree = degree});
  CHECK(cloud.summary.starts_with("2 splats, harmonics of degree " + std::to_string(degree) + " of "));
  cloud.file_up = up;
  cloud.fit(kMiddle, kRadius);
  return std::make_shared<const Cloud>(std::move(cloud));
}

// Returns a row of kShape.
std::string row(const std::string& place, const std::string& opacity, const std::string& scale) {
  return place + " 0 0 0 " + opacity + " " + scale + " " + scale + " " + scale + " 1 0 0 0\n";
}

}  // namespace

// Colours above 1 must only be clipped after the black splat has halved them.
TEST_CASE("colours_by_direction_equal_a_reference") {
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    for (const auto& [up, degree] : {std::pair{up::kY, 1U}, {up::kZ, 2U}, {up::kMinusY, 3U}}) {
      CAPTURE(degree);
      SceneInfo info = test::sceneOf("splats", 2);
      info.cloud = balls(up, degree);
      test::Drawing drawing(sorters, info);
      for (const auto& [yaw, pitch] : {std::pair{0.3F, 0.1F}, {1.7F, 0.8F}, {3.4F, 0.3F}, {4.9F, 0.6F}, {2.5F, 1.3F}}) {
        drawing.look({yaw, pitch, 4.0F, kMiddle});
        const test::Drawn drawn = drawing.draw(true, 1);
        const uint8_t* rgba = &drawn.picture.rgba.at(4 * (test::kExtent.width * (test::kExtent.height + 1) / 2));
        const glm::dvec3 seen = glm::dvec3(rgba[0], rgba[1], rgba[2]) / 255.0;
        const glm::dvec3 whole = colorSeen(degree, fileAxes(up) * glm::vec3(drawing.view().forward));
        // The opacities at the center are 0.99 and 0.5. Pixels are slightly off center.
        for (int c = 0; c < 3; ++c) CHECK(std::abs(seen[c] - std::min(1.0, 0.495 * whole[c])) < 0.015);
      }
    }
  });
}

TEST_CASE("properties_are_read_in_any_order_type_and_byte_order") {
  checkSplat(readBytes(splats(2)), 1);
  // Bytes can only be 0 to 255.
  const Cloud cloud = readBytes(fixture("types.ply"));
  CHECK(cloud.summary == "1 point, colours from red, green and blue (0 to 255); ignored: element camera, other");
  checkNear(placeOf(cloud, 0), {0.25, -70000000000.0, -300.0}, 1e-9);
  checkNear(colorOf(cloud, 0), {127.0 / 255.0, 0.2, 0.4}, 3e-4);
}

// The variances along the axes and the opacity of the first splat are checked.
TEST_CASE("values_of_splats_are_interpreted_and_described") {
  const double s = std::exp(-2.0);
  const glm::dvec3 all(s);
  const std::string plain = "0 -1 -1 -1 1 0 0 0", next = "\n1 1 1 0 0 0 ";
  const std::string lengths = ", scales are lengths, not logarithms", from_0 = ", opacities from 0 to 1, not logits";
  const std::string assumed = ", scales assumed to be logarithms",
                    large = "; 2 rows skipped (NaN, infinite or too large)";
  // Properties in addition to kShape, copies of the rows, values after "0 0 0 0 0 0 ".
  const std::tuple<const char*, int, std::string, std::string, glm::dvec3, double> cases[] = {
      {"", 1, "inf -1 -1 -inf 1 0 0 0", "", {s, s, 0}, 1},
      {"", 2, "0 -1 -1 -1 0 0 0 0", "", all, 0.5},
      {" nx", 1, plain + " nan", "; ignored: nx", all, 0.5},
      {"", 1, plain + "\n0 0 0 0 0 0 0 0 0 0 1 0 0 0", "; 1 row skipped (all 0)", all, 0.5},
      {"", 1, plain + next + "0 nan -1 -1 1 0 0 0", "; 1 row skipped (NaN, infinite or too large)", all, 0.5},
      {"", 1, plain + next + "0 -1 -1 41 1 0 0 0" + next + "0 -1 -1 -1 inf 0 0 0", large, all, 0.5},
      // If the filter is as large as the splat, its variances double, and sqrt(1 / 2) of its opacity remains per axis.
      {" filter_3D", 1, plain + " 0.36787944", ", filter_3D applied", 2.0 * all, 0.5 * std::sqrt(0.125)},
      {"", 5, "0.3 0.1 0.2 0.3 1 0 0 0", lengths + from_0, {0.01, 0.04, 0.09}, 0.3},
      {"", 5, "204 -1 -1 -1 1 0 0 0", ", opacities from 0 to 255, not logits", all, 0.8},
      {"", 5, "0.3 -1 -1 -1 1 0 0 0", from_0, all, 0.3},
      {"", 5, "0 0.1 0.1 0.1 1 0 0 0", lengths, glm::dvec3(0.01), 0.5},
      {"", 4, "1 0.5 0.5 0.5 1 0 0 0", assumed + ", opacities assumed to be logits", glm::dvec3(2.71828), 0.731},
  };
  for (const auto& [more, copies, first, notes, variance, opacity] : cases) {
    CAPTURE(first);
    const Cloud cloud = readBytes(plyText(kShape + more, "0 0 0 0 0 0 " + first, copies));
    CHECK(cloud.summary.ends_with(", colours from f_dc" + notes));
    checkNear(cloud.splats[0].diagonal, variance, 1e-5);
    CHECK(std::abs(colorOf(cloud, 0).a - opacity) < 0.001);
  }
  // 100 positive scales on a line can be logarithms if they fit its length.
  for (const auto& [length, scale, note] :
       {std::tuple{1.0, "0.02", lengths}, {1000.0, "40", lengths}, {200.0, "1", assumed}, {10.0, "5", assumed}}) {
    std::string rows;
    for (int i = 0; i < 100; ++i) rows += row(std::to_string(0.01 * i * length) + " 0 0", "3", scale);
    CHECK(readBytes(plyText(kShape, rows)).summary == "100 splats, colours from f_dc" + note);
  }
}

TEST_CASE("splats_and_points_may_lack_properties") {
  const std::string rgb = "x y z red green blue", dc = "x y z f_dc_0 f_dc_1 f_dc_2", opaque = ", no opacity: opaque";
  const glm::dvec3 grey(kUncolored);
  const std::tuple<std::string, std::string, std::string, glm::dvec3> cases[] = {
      {"x y z scale_0 scale_1", "0 0 0 -1 -1", "flat splat, no colours: grey, no rot_*: not rotated" + opaque, grey},
      {rgb + " scale_0 f_rest_0", "0 0 0 1 0 0 -1 9", "_0 for all axes" + opaque + "; ignored: f_rest_*", {1, 0, 0}},
      {dc + " scalar_opacity", "0 0 0 1 0 -1 2", "as discs of one size; ignored: opacity", {0.782, 0.5, 0.218}},
      {rgb, "0 0 0 0.5 0.25 1.25", "1 point, colours from red, green and blue (0 to 1)", {0.5, 0.25, 1.25}},
      {"x y z r g b", "0 0 0 51 102 1", "(0 to 255)", {0.2, 0.4, 1.0 / 255.0}},
      {"x y z diffuse_red diffuse_green diffuse_blue", "0 0 0 13107 0 65535", "(0 to 65535)", {0.2, 0.0, 1.0}},
      {"x y z intensity", "0 0 0 0.3", "1 point, intensity is 0.3 everywhere: grey", grey},
      {"x y z scalar_intensity", "0 0 0 30\n0 0 1 20\n0 0 2 40", "(black to white is 25 to 35)", glm::dvec3(0.5)}};
  for (const auto& [properties, rows, words, color] : cases) {
    CAPTURE(rows);
    const Cloud cloud = readBytes(plyText(properties, rows));
    CHECK(cloud.summary.ends_with(words));
    CHECK(cloud.discs == (cloud.summary.find("splat") == std::string::npos));
    checkNear(colorOf(cloud, 0), color, 0.003);
  }
}

TEST_CASE("clouds_are_centred_and_framed_by_their_size") {
  const auto fitted = [](const std::string& rows, const std::string& properties = kShape, int copies = 1) {
    Cloud cloud = readBytes(plyText(properties, rows, copies));
    cloud.fit(kMiddle, kRadius);
    return cloud;
  };
  // Large coordinates must be centred before they are rounded.
  const Cloud near = fitted("0 0 0\n0.1 0 0\n0 0.1 0", "x y z");
  const Cloud far = fitted("-7e8 1e7 0\n-699999999.9 1e7 0\n-7e8 10000000.1 0", "x y z");
  for (std::size_t i = 0; i < 3; ++i) checkNear(glm::vec3(far.positions[i]), glm::vec3(near.positions[i]), 1e-4);
  // A few distant elements do not make the others small.
  std::string nines;
  for (int i = 0; i < 9; ++i) nines += row("9 9 9", "3", "-2");
  CHECK(fitted(nines + row("1e6 0 0", "3", "-2")).positions[0].w == doctest::Approx(kRadius));
  // Discs without a size must be visible, even if most points are at the same position.
  const float disc = fitted("5 5 5", "x y z").positions[0].w;
  CHECK((disc > 0.1F && disc < 0.5F));
  CHECK(fitted("5 5 5", "x y z", 2000).positions[0].w == disc);
  // Covering and invisible elements do not affect the view.
  std::string seen, all, hidden;
  for (int i = 0; i < 8; ++i) hidden += row("90 0 0", "-20", "2");
  for (int i = 0; i < 20; ++i) {
    const std::string one = row(std::to_string(0.3 * i) + " " + std::to_string(i % 7) + " 5", "3", "-2");
    seen += one;
    all += one + hidden;
  }
  all += row("0 0 0", "3", "40") + row("1 0 5", "3", "11");
  const Cloud padded = fitted(all), plain = fitted(seen);
  CHECK(padded.summary.ends_with("; 2 rows skipped (so large that they cover the picture)"));
  REQUIRE(padded.count() == 180);
  for (std::size_t i = 0; i < 20; ++i) CHECK(padded.positions[9 * i] == plain.positions[i]);
  // Distant elements can be large.
  CHECK(fitted(seen + row("1e9 0 0", "3", "11")).count() == 21);
}

TEST_CASE("ply_comments_set_the_up_axis_or_are_listed") {
  const std::string point = plyText("x y z", "1 2 3");
  const ReadOptions down{.up = -up::kZ};
  for (const auto& [comment, direction] :
       {std::pair{"Vertical Axis: z"s, up::kZ}, {"Vertical axis: [0, 3e0, 4]"s, glm::vec3(0.0F, 0.6F, 0.8F)}}) {
    const std::string file = replaced(point, "element", "comment " + comment + "\nelement");
    checkNear(readBytes(file).file_up, direction, 1e-6);
    checkOutcome(file, ", up axis from \"" + comment + "\"\n");
    CHECK(readBytes(file, down).file_up == -up::kZ);
    checkOutcome(file, "--up instead of \"", down);
  }
  for (const std::string text : {"Vertical axis: up", "Vertical axis: 0 0 0", "Vertical axis: 1 2", "Mode: other"})
    checkOutcome(replaced(point, "element", "obj_info " + text + "\nelement"),
                 "; ignored: obj_info \"" + text + "\"\n");
}

TEST_CASE("small_antialiased_splats_fade") {
  const auto read = [](const std::string& scale, const std::string& comment) {
    std::string rows;
    for (int i = 0; i < 100; ++i) rows += row(std::to_string(i / 10) + " " + std::to_string(i % 10) + " 0", "4", scale);
    Cloud cloud = readBytes(replaced(plyText(kShape, rows), "element", comment + "\nelement"));
    cloud.fit(kMiddle, kRadius);
    return cloud;
  };
  CHECK(read("-1", "comment SplatRenderMode: default\ncomment antialiased 0").summary.ends_with("f_dc"));
  CHECK(read("-1", "comment SplatRenderMode: mip").summary.ends_with(", trained antialiased"));
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    const auto draw = [&](const char* scale, const std::string& comment) {
      SceneInfo info = test::sceneOf("splats", 100);
      info.cloud = std::make_shared<const Cloud>(read(scale, comment));
      return test::Drawing(sorters, info).draw(true, 1).picture;
    };
    const Picture faded = draw("-20", "comment antialiased 1");
    CHECK(std::ranges::all_of(faded.rgba, [](uint8_t byte) { return byte < 3 || byte == 255; }));
    CHECK(test::differing(faded, draw("-20", "comment")) > 100);
    CHECK(test::differing(draw("2", "comment antialiased 1"), draw("2", "comment")) < 2000);
  });
}

TEST_CASE("the_file_decides_the_scene") {
  const test::TemporaryDirectory directory;
  const std::string splats = directory.path() / "a.splat", points = directory.path() / "b.ply";
  test::writeFile(splats, fixture("splats.splat"));
  test::writeFile(points, plyText("x y z", "0 0 0\n1 0 0\n0 1 0\nnan 0 0\n"));
  const auto draw = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), test::small("vksort-particles"));
    arguments.insert(arguments.end(),
                     {"--offscreen", "--frames", "1", "--size", "64x36", "--output", directory.path() / "a.png"});
    return test::runToEnd(arguments);
  };
  const std::tuple<std::vector<std::string>, std::string, const char*> cases[] = {
      {{splats}, splats + ": 3 splats\n", "1 of 3 splats at 64x36"},
      {{points},
       points + ": 3 points, no colours: grey; 1 row skipped (NaN, infinite or too large)\n",
       "1 of 3 points at 64x36"},
      {{points, "--first", "2"}, points + ": 2 points (--first 2 of 4)", "1 of 2 points at 64x36"},
      {{points, "--scene", "splats"}, points, "1 of 3 splats at 64x36"}};
  for (const auto& [arguments, file, frames] : cases) {
    const test::Result result = draw(arguments);
    CHECK(result.prints("file: " + file));
    CHECK(result.prints(std::string("frames: ") + frames));
    CHECK(result.exit_code == 0);
  }
  test::checkRefused(draw({points, "--scene", "smoke"}), "vksort-particles", "--scene splats or points");
}

TEST_CASE("the_device_decides_the_default_and_the_maximum_count") {
  for (const auto& [type, software] :
       {std::pair{VK_PHYSICAL_DEVICE_TYPE_CPU, true}, {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, false}}) {
    test::PhysicalEdits edits;
    edits.properties = [&wanted = type](VkPhysicalDeviceProperties& properties) { properties.deviceType = wanted; };
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    const gpu::Device device(test::instance(), info);
    Options options{.scene = findScene("glass")};
    CHECK(countOf(options, device) == (software ? options.scene->count : options.scene->gpu_count));
    const uint32_t most = maxCountOn(device);
    options.count = most + 1;
    std::string error = test::errorOf([&] { countOf(options, device); });
    CHECK(error.starts_with("--count must be at most " + digits(most) + " on "));
    if (most > 8U << 20U) continue;
    options.file = "big.ply";
    options.cloud = std::make_shared<const Cloud>(Cloud{.positions = std::vector<glm::vec4>(most + 1)});
    error = test::errorOf([&] { countOf(options, device); });
    CHECK(error.starts_with("big.ply has " + digits(most + 1) + " elements"));
    CHECK(error.ends_with("; use --first " + digits(most)));
  }
}
