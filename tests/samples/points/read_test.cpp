// What is read of files of splats and of points.
#include <doctest/doctest.h>

#include <cmath>
#include <ctime>
#include <glm/gtc/packing.hpp>

#include "options.h"
#include "points/files.h"
#include "points/write_ply.h"
#include "process.h"
#include "scenes/tree.h"
#include "support/child.h"

using namespace particles;
using doctest::Approx;
using test::readCsvText;
using test::readPlyText;

namespace {

glm::vec4 colorOf(const Cloud& cloud, std::size_t i) { return glm::unpackUnorm4x8(cloud.splats[i].color); }

void checkNear(glm::vec3 a, glm::vec3 b, float most) {
  for (int i = 0; i < 3; ++i) CHECK(std::abs(a[i] - b[i]) <= most);
}

// Of kSplat, by hand: standard deviations exp(-1), exp(-2), exp(-3) along the axes of the quaternion
// (0.7, 0.5, -0.5, 0.1), which is of length 1.
void checkSplat(const Cloud& cloud, std::size_t i) {
  CHECK(glm::vec3(cloud.positions[i]) == glm::vec3(1.5F, -2.5F, 3.5F));
  CHECK(cloud.positions[i].w == Approx(3.0 * std::exp(-1.0)));
  const double w = 0.7, x = 0.5, y = -0.5, z = 0.1;
  const double axes[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                             {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                             {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}};
  const auto covariance = [&](int a, int b) {
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis) sum += std::exp(-2.0 * (axis + 1)) * axes[axis][a] * axes[axis][b];
    return static_cast<float>(sum);
  };
  checkNear(cloud.splats[i].diagonal, {covariance(0, 0), covariance(1, 1), covariance(2, 2)}, 1e-6F);
  checkNear(cloud.splats[i].mixed, {covariance(0, 1), covariance(0, 2), covariance(1, 2)}, 1e-6F);
  const double c = 0.28209479177387814;
  checkNear(colorOf(cloud, i), {0.5 - 0.4 * c, 0.5 + 0.2 * c, 0.5 + 0.9 * c}, 0.003F);
  CHECK(std::abs(colorOf(cloud, i).a - 1.0 / (1.0 + std::exp(-0.3))) < 0.003);
}

}  // namespace

TEST_CASE("splats_are_read_whatever_the_order_of_their_properties") {
  std::string binary = test::splatHeader("binary_little_endian", 5);
  std::string reversed = test::splatHeader("binary_big_endian", 5);
  std::string text = test::splatHeader("ascii", 5);
  for (int i = 0; i < 5; ++i) {
    for (const float value : test::kSplat) {
      test::append(binary, value);
      test::appendReversed(reversed, value);
      text += std::to_string(value) + " ";
    }
    text += "\n";
  }
  // In whatever pieces the file comes.
  for (const std::size_t piece : {1U << 20U, 97U, 1U}) {
    CAPTURE(piece);
    for (const std::string& file : {binary, reversed, text}) {
      const Cloud cloud = readPlyText(file, piece);
      REQUIRE(cloud.count() == 5);
      CHECK_FALSE(cloud.discs);
      for (std::size_t i = 0; i < 5; ++i) checkSplat(cloud, i);
    }
  }
}

TEST_CASE("rotations_of_splats_need_not_be_of_length_1") {
  for (const float length : {3.0F, 0.01F, 0.0F}) {
    CAPTURE(length);
    std::string text = test::splatHeader("ascii", 1);
    for (std::size_t i = 0; i < std::size(test::kSplat); ++i) {
      const bool turns = std::string(test::kSplatProperties[i]).starts_with("rot_");
      text += std::to_string(test::kSplat[i] * (turns ? length : 1.0F)) + " ";
    }
    const Cloud cloud = readPlyText(text + "\n");
    REQUIRE(cloud.count() == 1);
    if (length != 0.0F) {
      checkSplat(cloud, 0);
    } else {  // not turned
      checkNear(cloud.splats[0].diagonal, {std::exp(-2.0F), std::exp(-4.0F), std::exp(-6.0F)}, 1e-6F);
      checkNear(cloud.splats[0].mixed, glm::vec3(0.0F), 1e-6F);
    }
  }
}

TEST_CASE("points_are_read_with_colours_of_any_type_and_without") {
  const std::string head =
      "ply\r\nformat ascii 1.0\r\nelement camera 2\r\nproperty float focal\r\nelement vertex 2\r\n";
  const std::string place = "property double x\r\nproperty int y\r\nproperty short z\r\n";
  const auto colors = [](const std::string& type) {
    std::string text;
    for (const char* name : {"red", "green", "blue"}) text += "property " + type + " " + name + "\r\n";
    return text;
  };
  struct Case {
    std::string type, red;
  };
  for (const Case& each : {Case{"uchar", "51"},
                           {"ushort", "13107"},
                           {"float", "0.2"},
                           {"double", "0.2"},
                           {"uint8", "51"},
                           {"uint16", "13107"},
                           {"float32", "0.2"},
                           {"float64", "0.2"}}) {
    CAPTURE(each.type);
    const Cloud cloud = readPlyText(head + place + colors(each.type) + "end_header\r\n7\r\n8\r\n1.5 -2 3 " + each.red +
                                    " 0 0\r\n4 5 6 0 0 0\r\n");
    REQUIRE(cloud.count() == 2);
    CHECK(cloud.discs);
    CHECK(glm::vec3(cloud.positions[0]) == glm::vec3(1.5F, -2.0F, 3.0F));
    CHECK(glm::vec3(cloud.positions[1]) == glm::vec3(4.0F, 5.0F, 6.0F));
    CHECK(colorOf(cloud, 0).r == Approx(0.2));
    CHECK(colorOf(cloud, 0).a == 1.0F);
  }
  const Cloud grey = readPlyText(head + place + "end_header\n7\n8\n1 2 3\n4 5 6\n");
  CHECK(colorOf(grey, 1).g > 0.5F);

  // Of a binary file, with numbers of all sizes before each other and elements before the vertices.
  std::string binary =
      "ply\nformat binary_little_endian 1.0\nelement camera 2\nproperty float focal\nproperty uchar kind\n"
      "element vertex 1\nproperty uchar red\nproperty double x\nproperty uchar green\nproperty float y\n"
      "property ushort other\nproperty float z\nproperty uchar blue\nend_header\n" +
      std::string(10, 'c');
  const double x = 0.25;
  binary += '\xff';
  binary.append(reinterpret_cast<const char*>(&x), 8);
  binary += '\x33';
  test::append(binary, -1.5F);
  binary += "ab";
  test::append(binary, 8.0F);
  binary += '\x66';
  const Cloud cloud = readPlyText(binary, 3);
  REQUIRE(cloud.count() == 1);
  CHECK(glm::vec3(cloud.positions[0]) == glm::vec3(0.25F, -1.5F, 8.0F));
  checkNear(colorOf(cloud, 0), {1.0F, 0.2F, 0.4F}, 1e-6F);
}

TEST_CASE("what_comes_before_the_points_of_a_file_is_skipped") {
  const std::string before =
      "element a 2\nproperty uchar q\nelement none 0\nproperty double d\nelement b 3\nproperty float r\n";
  const std::string points = "element vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
  std::string binary = "ply\nformat binary_little_endian 1.0\n" + before + points + std::string(2 * 1 + 3 * 4, 'c');
  for (const float number : {1.0F, 2.0F, 3.0F}) test::append(binary, number);
  for (const std::string& file : {binary, "ply\nformat ascii 1.0\n" + before + points + "7\n8\n4\n5\n6\n1 2 3\n"}) {
    const Cloud cloud = readPlyText(file);
    REQUIRE(cloud.count() == 1);
    CHECK(glm::vec3(cloud.positions[0]) == glm::vec3(1.0F, 2.0F, 3.0F));
  }
}

TEST_CASE("points_are_read_in_either_order_of_bytes") {
  struct Names {  // of types
    std::string real, whole, small, color;
  };
  for (const Names& names : {Names{"double", "int", "short", "ushort"}, {"float64", "int32", "int16", "uint16"}}) {
    CAPTURE(names.real);
    std::string binary =
        "ply\nformat binary_big_endian 1.0\nelement camera 1\nproperty short kind\nelement vertex 1\n"
        "property " +
        names.real + " x\nproperty " + names.whole + " y\nproperty " + names.small + " z\n";
    for (const char* color : {"red", "green", "blue"}) binary += "property " + names.color + " " + color + "\n";
    binary += "end_header\nab";
    test::appendReversed(binary, 0.25);
    test::appendReversed(binary, int32_t{-70000});
    test::appendReversed(binary, int16_t{-300});
    for (const uint16_t color : {uint16_t{65535}, uint16_t{0}, uint16_t{13107}}) test::appendReversed(binary, color);
    const Cloud cloud = readPlyText(binary, 3);
    REQUIRE(cloud.count() == 1);
    CHECK(glm::vec3(cloud.positions[0]) == glm::vec3(0.25F, -70000.0F, -300.0F));
    checkNear(colorOf(cloud, 0), {1.0F, 0.0F, 0.2F}, 1e-6F);
  }
}

TEST_CASE("points_are_read_from_columns_by_name_or_by_place") {
  const Cloud by_place = readCsvText("1,2,3,255,0,51\n-1,-2.5,3e2,0,0,0\n\n", 2);
  REQUIRE(by_place.count() == 2);
  CHECK(glm::vec3(by_place.positions[1]) == glm::vec3(-1.0F, -2.5F, 300.0F));
  checkNear(colorOf(by_place, 0), {1.0F, 0.0F, 0.2F}, 1e-6F);
  const Cloud by_name = readCsvText("id, z ,\"x\",b,g,r,y\r\n9,3,1,51,0,255,2\r\n");
  REQUIRE(by_name.count() == 1);
  CHECK(glm::vec3(by_name.positions[0]) == glm::vec3(1.0F, 2.0F, 3.0F));
  checkNear(colorOf(by_name, 0), {1.0F, 0.0F, 0.2F}, 1e-6F);
  CHECK(readCsvText("1,2,3").count() == 1);
}

TEST_CASE("numbers_that_are_too_small_for_a_float_are_next_to_nothing") {
  const std::string header =
      "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
  const std::string zeros = "0." + std::string(400, '0') + "1";
  for (const std::string& tiny : {std::string("1e-60"), std::string("-1e-46"), std::string("1e-400"), zeros}) {
    CAPTURE(tiny);
    for (const Cloud& cloud : {readPlyText(header + "7 " + tiny + " 2\n"), readCsvText("7," + tiny + ",2\n")}) {
      REQUIRE(cloud.count() == 1);
      CHECK(glm::vec3(cloud.positions[0]) == glm::vec3(7.0F, 0.0F, 2.0F));
    }
  }
  CHECK(readCsvText("1e-40,2,3").positions[0].x == 1e-40F);
}

TEST_CASE("what_is_read_is_brought_to_where_the_camera_looks") {
  Cloud cloud;
  for (int i = 0; i < 1000; ++i) {
    Gaussian gaussian;
    gaussian.at = {5000.0F + static_cast<float>(i % 10), 7000.0F + static_cast<float>(i / 100),
                   -20.0F + static_cast<float>(i / 10 % 10)};
    gaussian.deviation = {1.0F, 2.0F, 3.0F};
    cloud.add(gaussian);
  }
  const auto fitted = [&](Up up) {
    Cloud copy = cloud;
    copy.fit(up, {0.0F, 1.0F, 0.0F}, 2.0F);
    return copy;
  };
  const Cloud y = fitted(Up::y);
  glm::vec3 low(1e9F), high(-1e9F);
  for (const glm::vec4& p : y.positions) {
    low = glm::min(low, glm::vec3(p));
    high = glm::max(high, glm::vec3(p));
  }
  CHECK(glm::distance((low + high) * 0.5F, {0.0F, 1.0F, 0.0F}) < 0.5F);
  CHECK(glm::length(high - low) > 3.0F);
  CHECK(glm::length(high - low) < 6.0F);
  // Of the last point, relative to the first: along x, y and z of the file.
  const auto along = [](const Cloud& c, std::size_t i) {
    return glm::vec3(c.positions[i]) - glm::vec3(c.positions[0]);
  };
  const float scale = along(y, 1).x;
  CHECK(scale > 0.0F);
  checkNear(along(y, 100), {0.0F, scale, 0.0F}, 1e-3F);
  checkNear(along(fitted(Up::minus_y), 100), {0.0F, -scale, 0.0F}, 1e-3F);
  checkNear(along(fitted(Up::minus_y), 10), {0.0F, 0.0F, -scale}, 1e-3F);
  checkNear(along(fitted(Up::z), 10), {0.0F, scale, 0.0F}, 1e-3F);
  checkNear(along(fitted(Up::z), 100), {0.0F, 0.0F, -scale}, 1e-3F);
  // Extents are turned and scaled with the places.
  const glm::vec3 z_up = fitted(Up::z).splats[0].diagonal / (scale * scale);
  checkNear(z_up, {1.0F, 9.0F, 4.0F}, 0.01F);
  CHECK(y.positions[0].w == Approx(9.0 * scale).epsilon(0.01));
}

TEST_CASE("the_option_up_says_which_axis_of_a_file_is_up") {
  const test::TemporaryDirectory directory;
  const std::string path = directory.path() / "points.csv";
  test::writeFile(path, "0,0,0\n1,0,0\n0,2,0\n0,0,3\n");
  const auto read = [&](std::vector<const char*> words) {
    words.insert(words.begin(), {"vksort-particles", "--scene", "points", "--points", path.c_str()});
    return readPoints(parseOptions(static_cast<int>(words.size()), words.data()))->positions;
  };
  for (const auto& [word, up] : {std::pair{"y", Up::y}, {"-y", Up::minus_y}, {"z", Up::z}}) {
    CAPTURE(std::string(word));
    Cloud cloud = readCsvText("0,0,0\n1,0,0\n0,2,0\n0,0,3\n");
    cloud.fit(up, {0.0F, 1.3F, 0.0F}, 1.9F);
    CHECK(read({"--up", word}) == cloud.positions);
    CHECK((read({}) == cloud.positions) == (up == Up::z));
  }
}

#ifdef NDEBUG  // builds with assertions take longer
TEST_CASE("three_million_splats_are_read_in_less_than_five_seconds_of_one_core") {
  // 62 numbers for each, of which 14 are wanted, as trained files have them.
  constexpr uint32_t kCount = 3000000;
  std::string header = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(kCount) + "\n";
  const char* const wanted[] = {"x",       "y",       "z",       "f_dc_0", "f_dc_1", "f_dc_2", "opacity",
                                "scale_0", "scale_1", "scale_2", "rot_0",  "rot_1",  "rot_2",  "rot_3"};
  for (const char* name : wanted) header += std::string("property float ") + name + "\n";
  for (int i = 0; i < 48; ++i) header += "property float rest_" + std::to_string(i) + "\n";
  header += "end_header\n";
  std::string vertices;
  for (int i = 0; i < 1000; ++i)
    for (int p = 0; p < 62; ++p) test::append(vertices, 0.01F * static_cast<float>((i * 7 + p * 3) % 101) - 0.3F);
  const uint64_t size = header.size() + uint64_t{kCount} * 248;
  uint64_t at = 0;
  ByteSource source("FILE", [&](char* to, std::size_t most) {
    const bool in_header = at < header.size();
    const std::string& from = in_header ? header : vertices;
    const std::size_t offset = in_header ? at : (at - header.size()) % vertices.size();
    const std::size_t count = std::min<uint64_t>({most, from.size() - offset, size - at});
    std::memcpy(to, from.data() + offset, count);
    at += count;
    return count;
  });
  const std::clock_t begin = std::clock();
  Cloud cloud = readPly(source);
  cloud.fit(Up::minus_y, {0.0F, 1.0F, 0.0F}, 2.0F);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  CHECK(cloud.count() == kCount);
  CAPTURE(seconds);
  CHECK(seconds < 5.0);
}
#endif

TEST_CASE("a_tree_that_is_written_is_read_back") {
  const test::TemporaryDirectory directory;
  const std::string path = directory.path() / "tree.ply";
  const std::vector<Gaussian> tree = growTree(700, 5);
  writePly("--write-points", path, tree);
  CHECK(std::filesystem::file_size(path) > 700 * 248);
  ByteSource source = ByteSource::ofFile("--points", path);
  const Cloud cloud = readPly(source);
  REQUIRE(cloud.count() == 700);
  Cloud expected;
  for (const Gaussian& gaussian : tree) expected.add(gaussian);
  for (std::size_t i = 0; i < 700; ++i) {
    const glm::vec3 at = cloud.positions[i];
    checkNear({at.x, -at.y, -at.z}, expected.positions[i], 1e-6F);
    checkNear(cloud.splats[i].diagonal, expected.splats[i].diagonal, 1e-6F);
    const glm::vec3 mixed = cloud.splats[i].mixed;
    checkNear({-mixed.x, -mixed.y, mixed.z}, expected.splats[i].mixed, 1e-6F);
    for (int c = 0; c < 4; ++c) CHECK(std::abs(colorOf(cloud, i)[c] - colorOf(expected, i)[c]) < 0.005F);
  }
  // The seed alone decides, and more splats are smaller ones.
  CHECK(growTree(700, 5)[699].at == tree[699].at);
  CHECK(growTree(700, 6)[699].at != tree[699].at);
}
