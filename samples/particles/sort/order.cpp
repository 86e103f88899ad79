#include "sort/order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "view/words.h"

namespace particles {
namespace {

// Must match the GPU, so it is compiled without fused operations (see CMakeLists.txt).
float depthOf(glm::vec4 p, glm::vec4 row) { return ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w; }

// Must match writeKeyIfSeen() in keys.glsl.
bool canBeSeen(glm::vec4 p, const CullView& eye) {
  const float z = depthOf(p, eye.forward);
  const float across = std::abs(depthOf(p, eye.right)) * eye.focal.x, width = z + p.w * eye.slack.x;
  const float over = std::abs(depthOf(p, eye.up)) * eye.focal.y, height = z + p.w * eye.slack.y;
  return z > static_cast<float>(PARTICLES_CULL_NEAR) && across <= width && over <= height;
}

}  // namespace

OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const uint32_t> indices, const OrderRule& rule) {
  OrderReport report;
  report.count = indices.size();
  report.elements = positions.size();
  const auto isHidden = [&](glm::vec4 p) { return rule.eye && !canBeSeen(p, *rule.eye); };
  report.hidden = static_cast<std::size_t>(std::ranges::count_if(positions, isHidden));
  std::vector<bool> listed(positions.size(), false);
  const std::span<const uint32_t> groups = rule.groups.order();
  uint32_t begun = 0;
  float last = std::numeric_limits<float>::infinity();
  for (std::size_t place = 0; place < indices.size(); ++place) {
    if (begun < groups.size() && place == rule.groups.begin(begun)) {
      last = std::numeric_limits<float>::infinity();
      ++begun;
    }
    const uint32_t index = indices[place];
    const bool valid = index < positions.size() && !listed[index] && !isHidden(positions[index]) &&
                       (begun == 0 || index / rule.groups.size() == groups[begun - 1]);
    if (!valid) ++report.invalid;
    if (index >= positions.size()) continue;
    listed[index] = true;
    const float depth = depthOf(positions[index], rule.depth_row);
    if (!(depth <= last)) ++report.inversions;
    last = depth;
  }
  return report;
}

std::string describe(const OrderReport& report) {
  std::string line = "order: " + counted(report.inversions, "inversions") + " in " + digits(report.count);
  if (report.invalid != 0)
    line += ", " + digits(report.invalid) + (report.invalid == 1 ? " invalid index" : " invalid indices");
  if (report.count + report.hidden != report.elements)
    line += ", for " + counted(report.elements - report.hidden, "elements");
  return line;
}

}  // namespace particles
