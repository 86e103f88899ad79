#include "sort/order_check.h"

#include <limits>
#include <vector>

namespace particles {
namespace {

// Compiled without fused operations, see CMakeLists.txt.
float depthOf(glm::vec4 p, glm::vec4 row) { return ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w; }

}  // namespace

OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const std::uint32_t> indices,
                       glm::vec4 depth_row) {
  OrderReport report;
  report.count = indices.size();
  report.elements = positions.size();
  std::vector<bool> drawn(positions.size(), false);
  float last = std::numeric_limits<float>::infinity();
  for (const std::uint32_t index : indices) {
    if (index >= positions.size()) {
      ++report.outside;
      continue;
    }
    if (drawn[index]) ++report.repeated;
    drawn[index] = true;
    const float depth = depthOf(positions[index], depth_row);
    if (!(depth <= last)) ++report.inversions;
    last = depth;
  }
  return report;
}

std::string describe(const OrderReport& report) {
  std::string line = "order: " + std::to_string(report.inversions) + " inversions in " + std::to_string(report.count);
  if (!report.permutation())
    line += ", not a permutation: " + std::to_string(report.repeated) + " indices repeated, " +
            std::to_string(report.outside) + " outside";
  if (report.count != report.elements) line += ", for " + std::to_string(report.elements) + " elements";
  return line;
}

}  // namespace particles
