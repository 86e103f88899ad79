#include "point_files.h"

#include <zlib.h>

#include <algorithm>
#include <sstream>

#include "support/child.h"

namespace test::points {

using particles::Cloud;
using particles::ReadOptions;

Cloud readBytes(const std::string& bytes, const ReadOptions& options, const std::string& name) {
  static const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  writeFile(path, bytes);
  particles::Source source(path, name);
  return particles::readCloud(source, options);
}

std::string properties(const std::string& type, const std::string& names) {
  std::istringstream words(names);
  std::string lines;
  for (std::string name; words >> name;) lines += "property " + type + " " + name + "\n";
  return lines;
}

std::string plyText(const std::string& names, const std::string& rows, int copies) {
  std::string all;
  for (int i = 0; i < copies; ++i) all += rows.ends_with('\n') ? rows : rows + "\n";
  return kAscii + "element vertex " + std::to_string(std::ranges::count(all, '\n')) + "\n" +
         properties("float", names) + "end_header\n" + all;
}

std::string gzipped(const std::string& bytes) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  gzFile const file = gzopen(path.c_str(), "wb");
  CHECK((gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size())) > 0 && gzclose(file) == Z_OK));
  return readFile(path);
}

std::string splats(std::size_t count) {
  std::string bytes = "ply\nformat binary_little_endian 1.0\ncomment of no use\nelement vertex " +
                      std::to_string(count) + "\n" + properties("float", kSplatProperties) +
                      "element face 0\nproperty list uchar int vertex_indices\nend_header\n";
  for (std::size_t i = 0; i < count; ++i) bytes.append(reinterpret_cast<const char*>(kSplat), sizeof kSplat);
  return bytes;
}

std::string fixture(const std::string& name) { return readFile(VKSORT_SAMPLE_FILES "/" + name); }

std::string patched(std::string bytes, std::size_t at, const std::string& by) {
  return bytes.replace(at, by.size(), by);
}

std::string replaced(std::string bytes, const std::string& word, const std::string& by) {
  return bytes.replace(bytes.find(word), word.size(), by);
}

std::string packedWithoutHarmonics() {
  std::string file = fixture("packed.ply");
  const std::size_t begin = file.find("element sh");
  file.resize(file.size() - kPacked * 9);
  return file.erase(begin, file.find("end_header") - begin);
}

std::string spzExtension(char type, char value) { return {type, '\0', '\xbe', '\xad', 4, 0, 0, 0, value, 0, 0, 0}; }

std::string extendedSpz(uint32_t version, const std::string& extensions) {
  std::string file = patched(fixture("version" + std::to_string(version) + ".spz"), 14, "\2");
  if (version < 4) return file + extensions;
  return patched(file, 16, std::string(1, static_cast<char>(32 + extensions.size()))).insert(32, extensions);
}

glm::vec4 colorOf(const Cloud& cloud, std::size_t i) {
  return {glm::unpackHalf2x16(cloud.splats[i].red_green), glm::unpackHalf2x16(cloud.splats[i].blue_opacity)};
}

glm::dvec3 placeOf(const Cloud& cloud, std::size_t i) {
  return cloud.origin + glm::dvec3(glm::vec3(cloud.positions[i]));
}

void checkNear(glm::dvec3 a, glm::dvec3 b, double most) {
  CHECK(glm::all(glm::lessThanEqual(glm::abs(a - b), glm::dvec3(most))));
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
  CHECK(std::abs(colorOf(cloud, i).a - 1.0 / (1.0 + std::exp(-1.3))) < 0.003 + 0.5 * most);
}

bool isOneLine(const std::string& error) {
  return error.empty() || (error.starts_with("FILE") && error.find('\n') == std::string::npos && error.size() < 400);
}

void checkOutcome(const std::string& bytes, const std::string& words, const ReadOptions& options,
                  const std::string& name) {
  std::string summary;
  const std::string error = errorOf([&] { summary = readBytes(bytes, options, name).summary; });
  const std::string outcome = summary + error + "\n";
  CAPTURE(outcome);
  CHECK(outcome.find(words) != std::string::npos);
  CHECK(isOneLine(error));
}

}  // namespace test::points
