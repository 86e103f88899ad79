// Files of splats and points: what is read and drawn of them, and that all others are refused in one line that names
// the byte or the line. VKSORT_POINTS_FUZZ is how many files are made of the good ones by changing them.
#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <glm/gtc/packing.hpp>
#include <limits>
#include <numbers>
#include <random>

#include "drawing.h"
#include "points/ply_header.h"
#include "points/read_points.h"
#include "points/write_ply.h"
#include "process.h"
#include "scenes/tree.h"

using namespace particles;
using doctest::Approx;
using test::errorOf;

namespace {

constexpr std::size_t kWhole = 1U << 20U;
constexpr uint32_t kRests[] = {0, 9, 24, 45};  // coefficients above degree 0, by degree
constexpr const char* kXyz = "property float x\nproperty float y\nproperty float z\n";
const std::string kAscii = "ply\nformat ascii 1.0\n";

// Reads as if from a file, in pieces of at most `piece` bytes.
ByteSource sourceOf(std::string bytes, std::size_t piece) {
  auto at = std::make_shared<std::size_t>(0);
  auto all = std::make_shared<std::string>(std::move(bytes));
  return {"FILE", [at, all, piece](char* to, std::size_t most) {
            const std::size_t count = std::min({most, piece, all->size() - *at});
            std::memcpy(to, all->data() + *at, count);
            *at += count;
            return count;
          }};
}

Cloud readPlyText(const std::string& bytes, std::size_t piece = kWhole, uint32_t degree = 0) {
  ByteSource source = sourceOf(bytes, piece);
  return readPly(source, 1000, degree);
}

Cloud readCsvText(const std::string& bytes, std::size_t piece = kWhole) {
  ByteSource source = sourceOf(bytes, piece);
  return readCsv(source, 1000);
}

// As this machine has it, or the other way round.
template <typename T>
void append(std::string& bytes, T value, bool reversed = false) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  if (reversed) std::reverse(bytes.end() - sizeof value, bytes.end());
}

// The properties of a splat in an order of their own, with others among them.
constexpr const char* kSplatProperties[] = {"f_dc_2", "nx",      "x",       "y",      "z",     "f_dc_0",
                                            "f_dc_1", "f_test",  "rot_3",   "rot_0",  "rot_1", "opacity",
                                            "rot_2",  "scale_2", "scale_0", "scale_1"};
constexpr float kSplat[] = {0.9F, 7.0F, 1.5F, -2.5F, 3.5F,  -0.4F, 0.2F,  8.0F,
                            0.1F, 0.7F, 0.5F, 0.3F,  -0.5F, -3.0F, -1.0F, -2.0F};

std::string splatHeader(const std::string& format, std::size_t count, uint32_t rests = 0) {
  std::string header =
      "ply\nformat " + format + " 1.0\ncomment of no use\nelement vertex " + std::to_string(count) + "\n";
  for (const char* name : kSplatProperties) header += std::string("property float ") + name + "\n";
  for (uint32_t i = 0; i < rests; ++i) header += "property float f_rest_" + std::to_string(i) + "\n";
  return header + "element face 0\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string splatText(uint32_t rests = 0) {
  std::string line;
  for (const float value : kSplat) line += std::to_string(value) + " ";
  for (uint32_t i = 0; i < rests; ++i) line += std::to_string(i + 1) + " ";
  return line + "\n";
}

// Of splats, one property of one of them by another number.
std::string binarySplats(std::size_t count, std::size_t other = ~std::size_t{0}, float by = 0.0F) {
  std::string bytes = splatHeader("binary_little_endian", count);
  for (std::size_t i = 0; i < count * std::size(kSplat); ++i)
    append(bytes, i == other ? by : kSplat[i % std::size(kSplat)]);
  return bytes;
}

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

// One line that begins with `place`, behind the file's name, and has `words`.
void checkRefusal(const std::string& error, const std::string& place, const std::string& words) {
  CAPTURE(error);
  CHECK(error.starts_with("FILE: " + place));
  CHECK(error.find(words) != std::string::npos);
  CHECK(error.find('\n') == std::string::npos);
  CHECK(error.size() < 400);
}

// One or a few changes: bytes, pieces cut out or doubled, the end lost.
std::string changed(std::string file, std::mt19937& random) {
  const std::string_view words[] = {"nan", "-1",   "4294967295", "1e999", "property list uchar int x\n",
                                    "\n",  "\0\0", ","};
  for (std::size_t changes = 1 + random() % 3; changes != 0 && !file.empty(); --changes) {
    const std::size_t at = random() % file.size();
    const std::size_t length = std::min<std::size_t>(1 + random() % 24, file.size() - at);
    switch (random() % 5) {
      case 0:
        file[at] = static_cast<char>(file[at] ^ static_cast<int>(1 + random() % 255));
        break;
      case 1:
        file.erase(at, length);
        break;
      case 2:
        file.insert(at, file.substr(at, length));
        break;
      case 3:
        file.resize(at);
        break;
      default:
        file.insert(at, words[random() % std::size(words)]);
    }
  }
  return file;
}

std::size_t fromEnvironment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

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

// The line of a ball with the coefficients of restAt(). Degree 0 is the colour (0.5, 0.6, 0.4).
std::string ballAt(glm::vec3 at, bool visible, uint32_t rests) {
  std::string text = "-0.35449077 0 " + std::to_string(at.x) + " " + std::to_string(at.y) + " " + std::to_string(at.z) +
                     " 0 0.35449077 0 0 1 0 " + (visible ? "20" : "-20") + " 0 -1.2 -1.2 -1.2";
  for (uint32_t i = 0; i < rests; ++i) text += " " + std::to_string(restAt(3 * i / rests, i % (rests / 3)));
  return text + "\n";
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

// A visible ball in a cube of invisible corners. The ball is the last splat.
constexpr glm::vec3 kBall{0.5F, -0.25F, 0.375F};
std::shared_ptr<const Cloud> ballIn(Up up, uint32_t degree) {
  std::string text = splatHeader("ascii", 9, kRests[degree]);
  for (const float x : {-1.0F, 1.0F})
    for (const float y : {-1.0F, 1.0F})
      for (const float z : {-1.0F, 1.0F}) text += ballAt({x, y, z}, false, kRests[degree]);
  Cloud cloud = readPlyText(text + ballAt(kBall, true, kRests[degree]), kWhole, kMostDegree);
  cloud.fit(up, {0.0F, 1.3F, 0.0F}, 1.9F);
  return std::make_shared<const Cloud>(std::move(cloud));
}

// The pixel in the middle of the ball, and the direction of the view in the axes of the file.
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
  // The corners show where the axes of the file lie.
  const auto along = [&](std::size_t corner) {
    return glm::dot(glm::normalize(ray), glm::normalize(glm::vec3(cloud.positions[corner] - cloud.positions[0])));
  };
  return {glm::dvec3(rgba[0], rgba[1], rgba[2]) / 255.0, {along(4), along(2), along(1)}};
}

}  // namespace

TEST_CASE("splats_are_read_whatever_the_order_of_their_properties_and_bytes") {
  std::string reversed = splatHeader("binary_big_endian", 5), text = splatHeader("ascii", 5);
  for (int i = 0; i < 5; ++i) {
    for (const float value : kSplat) append(reversed, value, true);
    text += splatText();
  }
  // In whatever pieces the file comes.
  for (const std::size_t piece : {kWhole, std::size_t{97}, std::size_t{1}})
    for (const std::string& file : {binarySplats(5) + "what follows", reversed, text}) {
      const Cloud cloud = readPlyText(file, piece);
      REQUIRE(cloud.count() == 5);
      CHECK_FALSE(cloud.discs);
      for (std::size_t i = 0; i < 5; ++i) checkSplat(cloud, i);
    }
}

TEST_CASE("harmonics_are_read_up_to_the_asked_degree") {
  for (uint32_t in_file = 0; in_file <= kMostDegree; ++in_file) {
    const uint32_t rests = kRests[in_file];
    const std::string file = splatHeader("ascii", 1, rests) + splatText(rests);
    for (uint32_t asked = 0; asked <= kMostDegree; ++asked) {
      CAPTURE(in_file);
      CAPTURE(asked);
      const uint32_t degree = std::min(in_file, asked);
      checkHarmonics(readPlyText(file, kWhole, asked).harmonics, degree, rests);
      // A device that binds little memory gets fewer.
      checkHarmonics(readPlyText(file, kWhole, kMostDegree).harmonics.upTo(degree), degree, rests);
    }
  }
  constexpr uint64_t kLeast = uint64_t{1} << 27U;  // bytes of the largest buffer that every device binds
  CHECK(fittingDegree(3, kLeast / 96, kLeast) == 3);
  CHECK(fittingDegree(3, kLeast / 96 + 1, kLeast) == 2);
  CHECK(fittingDegree(3, kLeast / 56 + 1, kLeast) == 1);
  CHECK(fittingDegree(3, kLeast / 24 + 1, kLeast) == 0);
  CHECK(fittingDegree(1, 100, kLeast) == 1);
}

TEST_CASE("colours_by_direction_equal_a_reference") {
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
        // The ball covers about 0.99 of the sky behind it.
        for (int c = 0; c < 3; ++c) CHECK(std::abs(seen.color[c] - expected[c]) < 0.02);
        low = glm::min(low, seen.color);
        high = glm::max(high, seen.color);
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
    CHECK(glm::vec3(cloud.positions[0]) == glm::vec3(1.5F, -2.0F, 3.0F));
    CHECK(glm::vec3(cloud.positions[1]) == glm::vec3(4.0F, 5.0F, 6.0F));
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
    const Cloud cloud = readPlyText(file + '\x66', 3);
    REQUIRE(cloud.count() == 1);
    CHECK(glm::vec3(cloud.positions[0]) == glm::vec3(0.25F, -70000.0F, -300.0F));
    checkNear(colorOf(cloud, 0), {1.0F, 0.2F, 0.4F}, 1e-6F);
  }
  const Cloud by_place = readCsvText("1,2,3,255,0,51\n-1,-2.5,3e2,0,0,0\n\n", 2);
  REQUIRE(by_place.count() == 2);
  CHECK(glm::vec3(by_place.positions[1]) == glm::vec3(-1.0F, -2.5F, 300.0F));
  const Cloud by_name = readCsvText("id, z ,\"x\",b,g,r,y\r\n9,3,1,51,0,255,2\r\n");
  REQUIRE(by_name.count() == 1);
  CHECK(glm::vec3(by_name.positions[0]) == glm::vec3(1.0F, 2.0F, 3.0F));
  for (const Cloud& cloud : {by_place, by_name}) checkNear(colorOf(cloud, 0), {1.0F, 0.0F, 0.2F}, 1e-6F);
  // What is too small for a float is next to nothing.
  CHECK(readCsvText("7,1e-400,2").positions[0].y == 0.0F);
}

TEST_CASE("a_tree_that_is_written_is_read_back") {
  const test::TemporaryDirectory directory;
  const std::string path = directory.path() / "tree.ply";
  const std::vector<Gaussian> tree = growTree(700, 5);
  writePly("--write-points", path, tree);
  ByteSource source = ByteSource::ofFile("--points", path);
  Cloud cloud = readPly(source);
  REQUIRE(cloud.count() == 700);
  Cloud expected;
  for (const Gaussian& gaussian : tree) expected.add(gaussian);
  for (std::size_t i = 0; i < 700; ++i) {
    const glm::vec3 at = cloud.positions[i];
    checkNear({at.x, -at.y, -at.z}, expected.positions[i], 1e-6F);
    checkNear(cloud.splats[i].diagonal, expected.splats[i].diagonal, 1e-6F);
    for (int c = 0; c < 4; ++c) CHECK(std::abs(colorOf(cloud, i)[c] - colorOf(expected, i)[c]) < 0.005F);
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
      {kAscii + "element vertex 1001\n", "line 3", "1001 vertices"},
      {kAscii + "element vertex 99999999999999999999\n", "line 3", "count"},
      {kAscii + "element vertex 1\nelement vertex 1\n", "line 4", "\"vertex\""},
      {kAscii + "element vertex 1\nproperty real x\n", "line 4", "type"},
      {kAscii + "element vertex 1\nproperty float x\nproperty float x\n", "line 5", "\"x\""},
      {kAscii + "element vertex 1\nproperty list uchar int x\n", "line 4", "list"},
      {binary + "element face 1\nproperty list uchar int v\nelement vertex 1\n", "line 5", "list"},
      {kAscii + "element vertex 1\nproperty float x\nproperty float y\nend_header\n", "", "\"z\""},
      {kAscii + "element vertex 1\n" + kXyz + "property float scale_0\nend_header\n", "", "\"opacity\""},
      {kAscii + "element vertex 1\n" + kXyz + "property uchar red\nend_header\n", "", "\"green\""},
      {kAscii + std::string(70000, 'x'), "line 3", "65536"},
      {whole.substr(0, whole.size() - 1), at(128), "2 of 3"},
      {whole.substr(0, whole.size() - 65), at(64), "1 of 3"},
      {binarySplats(3, 16 + 2, kNan), at(64 + 8), "x of vertex 1"},
      {binarySplats(3, 16 + 3, 2e9F), at(64 + 12), "y of vertex 1"},
      {binarySplats(3, 16 + 13, 41.0F), at(64 + 52), "scale_2 of vertex 1"},
      {splatHeader("ascii", 1, 12) + splatText(12), "", "f_rest_"},
      {two + "1 2 3\n", "line 8", "1 of 2"},
      {two + "1 2 3\n1 two 3\n", "line 9", "3 numbers"},
      {two + "1 2 1e39\n1 2 3\n", "line 8", "z of vertex 0"},
      {"x,y,z\n", "line 1", "without a point"},
      {"1,2,3,4\n", "line 1", "3 or 6"},
      {"x,y\n1,2\n", "line 1", "\"z\""},
      {"x,y,z,red\n1,2,3,4\n", "line 1", "colour"},
      {"1,2,3\n1,2,3,4\n", "line 2", "3 columns"},
      {"1,2,3\n1,b,3\n", "line 2", "'b'"},
      {"1,2,nan\n", "line 1", "z must be"},
      {"1,2,3,256,0,0\n", "line 1", "'256'"},
  };
  for (const auto& [bytes, place, words] : cases) {
    CAPTURE(bytes.substr(0, 100));
    const bool csv = !bytes.empty() && !bytes.starts_with("ply");
    checkRefusal(errorOf([&, &file = bytes] { csv ? readCsvText(file) : readPlyText(file, kWhole, 3); }), place, words);
  }
  CHECK(errorOf([&] { readPlyText(binarySplats(3, 16 + 1, kNan)); }).empty());  // what is not read may be anything
}

TEST_CASE("changed_files_of_points_are_read_or_refused") {
  const std::string files[] = {binarySplats(4),
                               splatHeader("ascii", 2) + splatText() + splatText(),
                               splatHeader("ascii", 1, 9) + splatText(9),
                               kAscii + "element camera 1\nproperty int a\nelement vertex 2\n" + kXyz +
                                   "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n1\n"
                                   "1 2 3 4 5 6\n7 8 9 10 11 12\n",
                               "id,x,y,z,r,g,b\n1,2,3,4,5,6,7\n8,9,10,11,12,13,14\n",
                               "1,2,3\n4,5,6\n"};
  const std::size_t count = fromEnvironment("VKSORT_POINTS_FUZZ", 6000), seed = fromEnvironment("VKSORT_TEST_SEED", 1);
  CAPTURE(seed);
  std::mt19937 random(static_cast<uint32_t>(seed));
  std::size_t read = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& good = files[i % std::size(files)];
    const std::string bytes = changed(good, random);
    const std::size_t piece = 1 + random() % 200;
    const auto degree = static_cast<uint32_t>(random() % 4);
    Cloud cloud;
    const std::string error = errorOf(
        [&] { cloud = good.starts_with("ply") ? readPlyText(bytes, piece, degree) : readCsvText(bytes, piece); });
    if (!error.empty()) {
      checkRefusal(error, "", "");
      continue;
    }
    ++read;
    bool whole = cloud.count() > 0 && cloud.count() <= 1000 && cloud.splats.size() == cloud.count() &&
                 cloud.harmonics.words.size() == std::size_t{cloud.count()} * wordsOf(cloud.harmonics.degree);
    cloud.fit(Up::z, {0.0F, 1.0F, 0.0F}, 2.0F);
    for (const glm::vec4& p : cloud.positions)
      for (int c = 0; c < 4; ++c) whole = whole && !std::isnan(p[c]);
    CHECK(whole);
  }
  // Neither are all refused, nor none.
  CHECK(read > count / 20);
  CHECK(read < count - count / 20);
}
