#include "points/read_points.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace particles {
namespace {

constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};  // metres; where the scene's camera looks
constexpr float kRadius = 1.9F;

bool endsWith(std::string path, const std::string& end) {
  std::ranges::transform(path, path.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return path.ends_with(end);
}

}  // namespace

Cloud readPoints(const std::string& path, std::optional<Up> up, uint32_t degree) {
  const bool csv = endsWith(path, ".csv");
  if (!csv && !endsWith(path, ".ply"))
    throw std::runtime_error("--points must be a file that ends with .ply or .csv, not '" + path + "'");
  ByteSource source = ByteSource::ofFile("--points", path);
  Cloud cloud = csv ? readCsv(source) : readPly(source, kMaxCount, degree);
  cloud.fit(up.value_or(cloud.discs ? Up::z : Up::minus_y), kMiddle, kRadius);
  return cloud;
}

}  // namespace particles
