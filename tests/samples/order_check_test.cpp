// The judge of every run: it must see each way of being wrong.
#include "sort/order_check.h"

#include <doctest/doctest.h>

#include <limits>
#include <vector>

using particles::OrderReport;

namespace {

// Positions at depths 3, 1, 4 and 2; w means nothing.
std::vector<glm::vec4> four() {
  return {{3.0F, 9.0F, 9.0F, 1.0F}, {1.0F, 8.0F, 0.0F, 9.0F}, {4.0F, 0.0F, 7.0F, -5.0F}, {2.0F, 1.0F, 1.0F, 0.0F}};
}

OrderReport check(const std::vector<glm::vec4>& all, const std::vector<std::uint32_t>& indices) {
  const glm::vec4 depth_is_x{1.0F, 0.0F, 0.0F, 0.0F};
  return particles::checkOrder(all, indices, depth_is_x);
}

}  // namespace

TEST_CASE("back_to_front_is_good") {
  const OrderReport report = check(four(), {2, 0, 3, 1});
  CHECK(report.good());
  CHECK(particles::describe(report) == "order: 0 inversions in 4");
}

TEST_CASE("each_neighbour_out_of_order_counts") {
  CHECK(check(four(), {0, 2, 3, 1}).inversions == 1);
  CHECK(check(four(), {1, 3, 0, 2}).inversions == 3);
  CHECK_FALSE(check(four(), {1, 3, 0, 2}).good());
}

TEST_CASE("equal_depths_may_have_any_order") {
  std::vector<glm::vec4> all = four();
  all[0].x = 4.0F;
  CHECK(check(all, {0, 2, 3, 1}).good());
  CHECK(check(all, {2, 0, 3, 1}).good());
}

TEST_CASE("a_repeated_index_is_no_permutation") {
  const OrderReport report = check(four(), {2, 2, 3, 1});
  CHECK(report.inversions == 0);
  CHECK(report.repeated == 1);
  CHECK_FALSE(report.good());
  CHECK(particles::describe(report) == "order: 0 inversions in 4, not a permutation: 1 indices repeated, 0 outside");
}

TEST_CASE("an_index_of_no_particle_is_no_permutation") {
  const OrderReport report = check(four(), {2, 0, 4, 4000000000U});
  CHECK(report.outside == 2);
  CHECK_FALSE(report.good());
}

TEST_CASE("an_index_that_is_missing_is_no_permutation") {
  const OrderReport report = check(four(), {2, 0, 3});
  CHECK(report.inversions == 0);
  CHECK_FALSE(report.good());
  CHECK(particles::describe(report) ==
        "order: 0 inversions in 3, not a permutation: 0 indices repeated, 0 outside, for 4 elements");
  CHECK_FALSE(check(four(), {}).good());
}

TEST_CASE("a_depth_that_is_not_a_number_is_wrong") {
  std::vector<glm::vec4> all = four();
  all[3].x = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(check(all, {2, 0, 3, 1}).good());
}
