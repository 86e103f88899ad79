// Checks that the viewer detects every wrong order, and that the run then fails.
#include <doctest/doctest.h>

#include <limits>
#include <optional>

#include "view/report.h"

using namespace particles;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr glm::vec4 kDepthIsX{1.0F, 0.0F, 0.0F, 0.0F};

OrderReport check(const std::vector<float>& depths, const std::vector<uint32_t>& indices, OrderRule rule = {}) {
  std::vector<glm::vec4> positions;
  for (const float depth : depths) positions.emplace_back(depth, 9.0F - depth, 1.0F, depth * 7.0F);
  rule.depth_row = kDepthIsX;
  return checkOrder(positions, indices, rule);
}

}  // namespace

TEST_CASE("wrong_orders_fail_the_run") {
  struct Case {
    std::vector<float> depths;
    std::vector<uint32_t> indices;
    std::size_t inversions = 0, invalid = 0;
    bool good = false;
    std::size_t hidden = 0;  // depths below 0.2 metres are invisible
  };
  const Case cases[] = {
      {{3, 1, 4, 2}, {2, 0, 3, 1}, 0, 0, true},
      {{3, 1, 4, 2}, {0, 2, 3, 1}, 1},
      {{3, 1, 4, 2}, {1, 3, 0, 2}, 3},
      {{4, 1, 4, 2}, {0, 2, 3, 1}, 0, 0, true},  // equal depths may have any order
      {{4, 1, 4, 2}, {2, 0, 3, 1}, 0, 0, true},
      {{3, 1, 4, 2}, {2, 2, 3, 1}, 0, 1},
      {{3, 1, 4, 2}, {2, 0, 3}},
      {{3, 1, 4, 2}, {}},
      {{3, 1, 4, 2}, {2, 0, 4, 4000000000U}, 0, 2},
      {{3, 1, 4, kNan}, {2, 0, 3, 1}, 2},
      // Exactly the visible elements must be drawn.
      {{1, 9, 0, -2}, {1, 0}, 0, 0, true, 2},
      {{1, 9, 0, -2}, {0, 1}, 1, 0, false, 2},
      {{1, 9, 0, -2}, {1}, 0, 0, false, 2},
      {{1, 9, 0, -2}, {1, 0, 2}, 0, 1, false, 2},
      {{1, 9, 0, -2}, {1, 2}, 0, 1, false, 2},
  };
  for (const Case& each : cases) {
    CAPTURE(each.indices);
    OrderRule rule;
    if (each.hidden != 0) rule.eye.emplace().forward = kDepthIsX;
    const OrderReport report = check(each.depths, each.indices, rule);
    CHECK(report.hidden == each.hidden);
    CHECK(report.inversions == each.inversions);
    CHECK(report.invalid == each.invalid);
    CHECK(report.good() == each.good);
    RunReport run;
    run.count = static_cast<uint32_t>(each.depths.size());
    CHECK(printRun(run, report) == (each.good ? 0 : 1));
    ++run.count;  // a frame with other elements
    CHECK(printRun(run, report) == 1);
  }
}

TEST_CASE("groups_are_judged_separately") {
  // The groups are {0, 1}, {2, 3} and {4}. The second one is nearest, and the third one farthest.
  GroupPlaces groups(5, 2);
  const glm::vec3 places[] = {{2.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {3.0F, 0.0F, 0.0F}};
  groups.arrange(places, kDepthIsX);
  CHECK(std::vector<uint32_t>(groups.order().begin(), groups.order().end()) == std::vector<uint32_t>{2, 0, 1});
  const std::vector<float> depths = {1.0F, 2.0F, 8.0F, 7.0F, 0.5F};
  CHECK(check(depths, {4, 1, 0, 2, 3}, {.groups = groups}).good());
  CHECK(check(depths, {4, 0, 1, 2, 3}, {.groups = groups}).inversions == 1);
  const OrderReport strayed = check(depths, {4, 2, 3, 1, 0}, {.groups = groups});
  CHECK(strayed.invalid == 4);
  CHECK_FALSE(strayed.permutation());
}
