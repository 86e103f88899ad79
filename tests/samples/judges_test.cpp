// The judges of every run: the order by positions, and what the verifier said. Each way of being wrong must fail the
// run.
#include <doctest/doctest.h>

#include <functional>
#include <limits>

#include "view/report.h"

using namespace particles;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr glm::vec4 kDepthIsX{1.0F, 0.0F, 0.0F, 0.0F};
constexpr uint32_t kElements = 100;

// Elements at these depths; what else a position has is of no matter.
OrderReport check(const std::vector<float>& depths, const std::vector<uint32_t>& indices, OrderRule rule = {}) {
  std::vector<glm::vec4> positions;
  for (const float depth : depths) positions.emplace_back(depth, 9.0F - depth, 1.0F, depth * 7.0F);
  rule.depth_row = kDepthIsX;
  return checkOrder(positions, indices, rule);
}

Verdict good() { return {{40, kElements, {1, 2}}, {0, kElements, {1, 2}}}; }

Verdicts after(const Verdict& verdict, bool sorted) {
  Verdicts verdicts;
  verdicts.add(good(), kElements, true);
  verdicts.add(verdict, kElements, sorted);
  return verdicts;
}

// A run in which all was well, and the order of its last frame.
struct Run {
  RunReport report;
  OrderReport order;
};

Run goodRun() {
  Run run;
  run.report.frames = 2;
  run.report.count = kElements;
  run.report.verified = true;
  run.report.seconds = 0.5;
  run.report.verdicts = after(good(), true);
  run.order.count = run.order.elements = kElements;
  return run;
}

}  // namespace

TEST_CASE("each_order_that_is_wrong_is_noticed") {
  struct Case {
    std::vector<float> depths;
    std::vector<uint32_t> indices;
    std::size_t inversions, repeated, outside;
    bool good;
  };
  const Case cases[] = {
      {{3, 1, 4, 2}, {2, 0, 3, 1}, 0, 0, 0, true},
      {{3, 1, 4, 2}, {0, 2, 3, 1}, 1, 0, 0, false},
      {{3, 1, 4, 2}, {1, 3, 0, 2}, 3, 0, 0, false},
      {{4, 1, 4, 2}, {0, 2, 3, 1}, 0, 0, 0, true},  // equal depths may have any order
      {{4, 1, 4, 2}, {2, 0, 3, 1}, 0, 0, 0, true},
      {{3, 1, 4, 2}, {2, 2, 3, 1}, 0, 1, 0, false},
      {{3, 1, 4, 2}, {2, 0, 3}, 0, 0, 0, false},
      {{3, 1, 4, 2}, {}, 0, 0, 0, false},
  };
  for (const Case& each : cases) {
    CAPTURE(each.indices);
    const OrderReport report = check(each.depths, each.indices);
    CHECK(report.inversions == each.inversions);
    CHECK(report.repeated == each.repeated);
    CHECK(report.outside == each.outside);
    CHECK(report.good() == each.good);
  }
  const OrderReport outside = check({3, 1, 4, 2}, {2, 0, 4, 4000000000U});
  CHECK(outside.outside == 2);
  CHECK_FALSE(outside.good());
  CHECK_FALSE(check({3, 1, 4, kNan}, {2, 0, 3, 1}).good());
  // Only what is drawn has an order, but what is not drawn must still be there.
  CHECK(check({1, 9, 5, 2}, {2, 0, 1, 3}, {.drawn = 2}).good());
  CHECK(check({1, 9, 5, 2}, {2, 0, 1, 3}, {.drawn = 3}).inversions == 1);
  CHECK_FALSE(check({1, 9, 5, 2}, {2, 0, 0, 3}, {.drawn = 2}).good());
}

TEST_CASE("groups_are_judged_each_by_itself") {
  // Groups of two: {0, 1}, {2, 3}, {4}; the last two nearer and farther.
  GroupPlaces groups(5, 2);
  const glm::vec3 places[] = {{2.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {3.0F, 0.0F, 0.0F}};
  groups.arrange(places, kDepthIsX);
  CHECK(std::vector<uint32_t>(groups.order().begin(), groups.order().end()) == std::vector<uint32_t>{2, 0, 1});
  const std::vector<float> depths = {1.0F, 2.0F, 8.0F, 7.0F, 0.5F};
  CHECK(check(depths, {4, 1, 0, 2, 3}, {.groups = groups}).good());
  CHECK(check(depths, {4, 0, 1, 2, 3}, {.groups = groups}).inversions == 1);
  const OrderReport strayed = check(depths, {4, 2, 3, 1, 0}, {.groups = groups});
  CHECK(strayed.strays == 4);
  CHECK_FALSE(strayed.permutation());
}

TEST_CASE("a_run_fails_for_each_thing_that_is_wrong_alone") {
  const auto code = [](const Run& run) { return printRun(run.report, run.order); };
  CHECK(code(goodRun()) == 0);
  Verdict inverted = good();
  inverted.drawn.inversions = 3;
  const std::function<void(Run&)> faults[] = {
      [](Run& run) { run.order.inversions = 1; },
      [](Run& run) { run.order.repeated = 1; },
      [](Run& run) { run.order.outside = 1; },
      [](Run& run) { run.order.count = 99; },
      [](Run& run) { run.order = {}; },  // nothing was looked at
      [&](Run& run) { run.report.verdicts = after(inverted, true); },
      [](Run& run) { run.report.verdicts = {}; },  // none was verified
      [](Run& run) { run.report.frames = 3; },     // one was not
  };
  for (std::size_t i = 0; i < std::size(faults); ++i) {
    CAPTURE(i);
    Run run = goodRun();
    faults[i](run);
    CHECK(code(run) == 1);
  }
  // Frames that lost something, or were not looked at, sorted or not.
  const std::function<void(Verdict&)> losses[] = {[](Verdict& verdict) { verdict.drawn.checksum[0] ^= 1; },
                                                  [](Verdict& verdict) { verdict.drawn.checksum[1] ^= 1U << 31; },
                                                  [](Verdict& verdict) { verdict.drawn.elements = 0; },
                                                  [](Verdict& verdict) { verdict = {}; }};
  for (const auto& lose : losses)
    for (const bool sorted : {true, false}) {
      Verdict lost = good();
      lose(lost);
      Run run = goodRun();
      run.report.sorting = sorted;
      run.report.verdicts = after(lost, sorted);
      CHECK(code(run) == 1);
    }
  CHECK(after(inverted, false).good());  // it was not to be sorted
  Run unverified = goodRun();
  unverified.report.verified = false;
  unverified.report.verdicts = {};
  CHECK(code(unverified) == 0);
}
