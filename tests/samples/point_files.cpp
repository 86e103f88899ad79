#include "point_files.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <numbers>
#include <sstream>

#include "support/child.h"

namespace test::points {

using particles::Cloud;
using particles::ReadOptions;

Cloud readBytes(const std::string& name, const std::string& bytes, const ReadOptions& options) {
  static const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  writeFile(path, bytes);
  particles::Source source(path, name);
  return particles::readCloud(source, options);
}

Cloud readPlyText(const std::string& bytes, uint32_t degree) {
  return readBytes("FILE.ply", bytes, {.degree = degree});
}

std::string properties(const std::string& type, const std::string& names) {
  std::istringstream words(names);
  std::string lines;
  for (std::string name; words >> name;) lines += "property " + type + " " + name + "\n";
  return lines;
}

std::string plyText(const std::string& names, std::size_t count, const std::string& rows) {
  return kAscii + "element vertex " + std::to_string(count) + "\n" + properties("float", names) + "end_header\n" + rows;
}

std::string gzipped(const std::string& bytes) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  gzFile const file = gzopen(path.c_str(), "wb");
  CHECK(gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size())) == static_cast<int>(bytes.size()));
  CHECK(gzclose(file) == Z_OK);
  return readFile(path);
}

namespace {

std::string restNames(uint32_t rests) {
  std::string names;
  for (uint32_t i = 0; i < rests; ++i) names += "f_rest_" + std::to_string(i) + " ";
  return names;
}

}  // namespace

std::string splatHeader(const std::string& format, std::size_t count, uint32_t rests) {
  return "ply\nformat " + format + " 1.0\ncomment of no use\nelement vertex " + std::to_string(count) + "\n" +
         properties("float", kSplatProperties) + properties("float", restNames(rests)) +
         "element face 0\nproperty list uchar int vertex_indices\nend_header\n";
}

std::string splatText(uint32_t rests) {
  std::string line;
  for (const float value : kSplat) line += std::to_string(value) + " ";
  for (uint32_t i = 0; i < rests; ++i) line += std::to_string(i + 1) + " ";
  return line + "\n";
}

std::string binarySplats(std::size_t count, bool big_endian) {
  std::string bytes = splatHeader(big_endian ? "binary_big_endian" : "binary_little_endian", count);
  for (std::size_t i = 0; i < count * std::size(kSplat); ++i) append(bytes, kSplat[i % std::size(kSplat)], big_endian);
  return bytes;
}

namespace {

uint32_t bitsOf(double share, uint32_t bits) {
  return static_cast<uint32_t>(std::lround(std::clamp(share, 0.0, 1.0) * ((1U << bits) - 1)));
}

uint32_t threeBits(double x, double y, double z) { return bitsOf(x, 11) << 21U | bitsOf(y, 10) << 11U | bitsOf(z, 11); }

double colorShare(double f_dc) { return 0.5 + 0.28209479177387814 * f_dc; }
const double kOpacity = 1.0 / (1.0 + std::exp(-1.3));
constexpr double kTurn[] = {0.7, 0.5, -0.5, 0.1};  // w, x, y, z

}  // namespace

// Positions of a chunk range from 1 to 5, and so on.
std::string packedPly(std::size_t splats, uint32_t rests) {
  const std::string count = std::to_string(splats);
  std::string file = "ply\nformat binary_little_endian 1.0\nelement chunk " + std::to_string((splats + 255) / 256) +
                     "\n" + properties("float", "min_x min_y min_z max_x max_y max_z") +
                     properties("float", "min_scale_x min_scale_y min_scale_z max_scale_x max_scale_y max_scale_z") +
                     "element vertex " + count + "\n" +
                     properties("uint", "packed_position packed_rotation packed_scale packed_color");
  if (rests != 0) file += "element sh " + count + "\n" + properties("uchar", restNames(rests));
  file += "end_header\n";
  for (std::size_t i = 0; i < splats; i += 256) {
    for (const float bound : {1.0F, -3.0F, 3.0F, 2.0F, -2.0F, 5.0F}) append(file, bound);
    for (const float bound : {-4.0F, -4.0F, -4.0F, 0.0F, 0.0F, 0.0F}) append(file, bound);
  }
  for (std::size_t i = 0; i < splats; ++i) {
    append(file, threeBits((1.5 - 1.0) / 1.0, (-2.5 + 3.0) / 1.0, (3.5 - 3.0) / 2.0));
    // Omits w, the largest component: 2 zero bits, then 10 bits each for x, y and z.
    uint32_t turn = 0;
    for (int c = 1; c < 4; ++c) turn = turn << 10U | bitsOf(kTurn[c] * std::numbers::sqrt2 / 2.0 + 0.5, 10);
    append(file, turn);
    append(file, threeBits((-1.0 + 4.0) / 4.0, (-2.0 + 4.0) / 4.0, (-3.0 + 4.0) / 4.0));
    append(file, bitsOf(colorShare(-0.4), 8) << 24U | bitsOf(colorShare(0.2), 8) << 16U |
                     bitsOf(colorShare(0.9), 8) << 8U | bitsOf(kOpacity, 8));
  }
  for (std::size_t i = 0; i < splats * rests; ++i) file += static_cast<char>(128 + i % rests);
  return file;
}

std::string splatFile(std::size_t splats) {
  std::string file;
  for (std::size_t i = 0; i < splats; ++i) {
    for (const float number : {1.5F, -2.5F, 3.5F, std::exp(-1.0F), std::exp(-2.0F), std::exp(-3.0F)})
      append(file, number);
    for (const double share : {colorShare(-0.4), colorShare(0.2), colorShare(0.9), kOpacity})
      file += static_cast<char>(bitsOf(share, 8));
    for (const double part : kTurn) file += static_cast<char>(std::lround(part * 128.0 + 128.0));
  }
  return file;
}

std::string spzContent(std::size_t splats, uint32_t version, uint32_t degree, const std::string& extensions) {
  std::string file = "NGSP";
  append(file, version);
  append(file, static_cast<uint32_t>(splats));
  const uint32_t flags = extensions.empty() ? 0 : 2, streams = version < 4 ? 0 : degree == 0 ? 5 : 6;
  for (const uint32_t byte : {degree, 12U, flags, streams}) file += static_cast<char>(byte);
  std::string place, color, scale, turn;
  for (const double number : {1.5, -2.5, 3.5}) {
    const auto fixed = static_cast<uint32_t>(static_cast<int32_t>(number * 4096.0));
    if (version == 1)
      append(place, glm::packHalf1x16(static_cast<float>(number)));
    else
      for (uint32_t byte = 0; byte < 3; ++byte) place += static_cast<char>(fixed >> (8 * byte) & 255U);
  }
  for (const double f_dc : {-0.4, 0.2, 0.9}) color += static_cast<char>(bitsOf(f_dc * 0.15 + 0.5, 8));
  for (const double logarithm : {-1.0, -2.0, -3.0}) scale += static_cast<char>(std::lround((logarithm + 10.0) * 16.0));
  uint32_t word = 3;
  for (int c = 1; c < 4; ++c) {
    word = word << 10U | (kTurn[c] < 0.0 ? 512U : 0U) | bitsOf(std::abs(kTurn[c]) * std::numbers::sqrt2, 9);
    if (version < 3) turn += static_cast<char>(std::lround((kTurn[c] + 1.0) * 127.5));
  }
  if (version >= 3) append(turn, word);
  const std::string opacity(1, static_cast<char>(bitsOf(kOpacity, 8)));
  std::string rest;
  for (std::size_t i = 0; i < kRests[degree]; ++i) rest += static_cast<char>(128 + i);
  std::string table, packed;
  for (const std::string& each : {place, opacity, color, scale, turn, rest}) {
    std::string all;
    for (std::size_t i = 0; i < splats; ++i) all += each;
    if (version < 4) file += all;
    if (version < 4 || all.empty()) continue;
    std::string stream(ZSTD_compressBound(all.size()), 0);
    stream.resize(ZSTD_compress(stream.data(), stream.size(), all.data(), all.size(), 3));
    for (const uint64_t size : {stream.size(), all.size()}) append(table, size);
    packed += stream;
  }
  if (version < 4) return file + extensions;
  append(file, static_cast<uint32_t>(32 + extensions.size()));
  return file + std::string(12, 0) + extensions + table + packed;
}

std::string spzExtension(uint32_t type, uint32_t value) {
  std::string record;
  for (const uint32_t word : {type, 4U, value}) append(record, word);
  return record;
}

glm::vec4 colorOf(const Cloud& cloud, std::size_t i) {
  return {glm::unpackHalf2x16(cloud.splats[i].red_green), glm::unpackHalf2x16(cloud.splats[i].blue_opacity)};
}

glm::dvec3 placeOf(const Cloud& cloud, std::size_t i) {
  return cloud.origin + glm::dvec3(glm::vec3(cloud.positions[i]));
}

void checkNear(glm::dvec3 a, glm::dvec3 b, double most) {
  for (int i = 0; i < 3; ++i) CHECK(std::abs(a[i] - b[i]) <= most);
}

// The covariance has standard deviations exp(-1), exp(-2) and exp(-3) along the axes of the quaternion (0.7, 0.5,
// -0.5, 0.1), computed in double precision.
void checkSplat(const Cloud& cloud, std::size_t i, double most) {
  checkNear(placeOf(cloud, i), {1.5, -2.5, 3.5}, most);
  CHECK(cloud.positions[i].w == doctest::Approx(3.0 * std::exp(-1.0)).epsilon(std::max(1e-5, most)));
  checkNear(cloud.splats[i].diagonal, {0.0395756857301, 0.0233457773005, 0.0932082112714}, most);
  checkNear(cloud.splats[i].mixed, {-0.0278227001651, 0.0449355434296, -0.0337016575722}, most);
  const double c = 0.28209479177387814;
  checkNear(colorOf(cloud, i), {0.5 - 0.4 * c, 0.5 + 0.2 * c, 0.5 + 0.9 * c}, 0.003 + 0.5 * most);
  CHECK(std::abs(colorOf(cloud, i).a - kOpacity) < 0.003 + 0.5 * most);
}

void checkRefusal(const std::string& error, const std::string& place, const std::string& words) {
  CAPTURE(error);
  CHECK(error.starts_with("FILE"));
  CHECK(error.find(": " + place) != std::string::npos);
  CHECK(error.find(words) != std::string::npos);
  CHECK(error.find('\n') == std::string::npos);
  CHECK(error.size() < 400);
}

}  // namespace test::points
