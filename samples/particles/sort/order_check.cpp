#include "sort/order_check.h"

#include <limits>
#include <vector>

namespace particles {
namespace {

// Compiled without fused operations, see CMakeLists.txt.
float depthOf(glm::vec4 p, glm::vec4 row) { return ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w; }

// Walks the places of groups.
class GroupWalk {
 public:
  explicit GroupWalk(const GroupPlaces& groups) : groups_(groups) {}
  // Whether a group begins at the place of an element; to be asked for all of them in turn.
  bool begins(std::size_t place) {
    if (next_ >= groups_.order().size() || place != groups_.begin(next_)) return false;
    group_ = groups_.order()[next_++];
    return true;
  }
  bool has(uint32_t index) const { return groups_.order().empty() || index / groups_.size() == group_; }

 private:
  const GroupPlaces& groups_;
  uint32_t next_ = 0;
  uint32_t group_ = 0;
};

}  // namespace

OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const std::uint32_t> indices,
                       const OrderRule& rule) {
  OrderReport report;
  report.count = indices.size();
  report.elements = positions.size();
  if (rule.drawn) report.drawn = *rule.drawn;
  std::vector<bool> listed(positions.size(), false);
  GroupWalk walk(rule.groups);
  float last = std::numeric_limits<float>::infinity();
  for (std::size_t place = 0; place < indices.size(); ++place) {
    if (walk.begins(place)) last = std::numeric_limits<float>::infinity();
    const std::uint32_t index = indices[place];
    if (index >= positions.size()) {
      ++report.outside;
      continue;
    }
    if (listed[index]) ++report.repeated;
    listed[index] = true;
    if (!walk.has(index)) ++report.strays;
    if (place >= report.judged()) continue;
    const float depth = depthOf(positions[index], rule.depth_row);
    if (!(depth <= last)) ++report.inversions;
    last = depth;
  }
  return report;
}

std::string describe(const OrderReport& report) {
  std::string line =
      "order: " + std::to_string(report.inversions) + " inversions in " + std::to_string(report.judged());
  if (!report.permutation())
    line += ", not a permutation: " + std::to_string(report.repeated) + " indices repeated, " +
            std::to_string(report.outside) + " outside";
  if (report.strays != 0) line += ", " + std::to_string(report.strays) + " in a wrong group";
  if (report.count != report.elements) line += ", for " + std::to_string(report.elements) + " elements";
  return line;
}

}  // namespace particles
