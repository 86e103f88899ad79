// The judge of orders by group, by packed depths and of some of the elements; where groups lie; names of files.
#include <doctest/doctest.h>

#include <random>

#include "picture/sequence.h"
#include "sort/choice.h"
#include "sort/order_check.h"

using namespace particles;

namespace {

const glm::vec4 kDepthIsX{1.0F, 0.0F, 0.0F, 0.0F};

OrderReport checkDepths(const std::vector<float>& depths, const std::vector<uint32_t>& indices, OrderRule rule) {
  std::vector<glm::vec4> positions;
  for (const float depth : depths) positions.emplace_back(depth, 0.0F, 0.0F, 0.0F);
  rule.depth_row = kDepthIsX;
  return checkOrder(positions, indices, rule);
}

}  // namespace

TEST_CASE("only_what_is_drawn_has_an_order") {
  const std::vector<float> depths = {1.0F, 9.0F, 5.0F, 2.0F};
  CHECK(checkDepths(depths, {2, 0, 1, 3}, {.drawn = 2}).good());
  CHECK(checkDepths(depths, {2, 0, 1, 3}, {.drawn = 3}).inversions == 1);
  CHECK(checkDepths(depths, {2, 0, 1, 3}, {}).inversions == 1);
  CHECK(describe(checkDepths(depths, {2, 0, 1, 3}, {.drawn = 2})) == "order: 0 inversions in 2");
  // What is not drawn must still be there.
  CHECK_FALSE(checkDepths(depths, {2, 0, 0, 3}, {.drawn = 2}).good());
}

TEST_CASE("depths_of_one_step_are_as_good_as_equal") {
  vksort::Packing packing{};
  REQUIRE(vksort::makePacking(vksort::DepthSteps::relative, 0.05F, 200.0F, 20, packing));
  const OrderRule packed{.packing = packing};
  CHECK(checkDepths({5.0F, 5.0001F, 4.0F}, {0, 1, 2}, packed).good());
  CHECK(checkDepths({5.0F, 5.0001F, 4.0F}, {0, 1, 2}, {}).inversions == 1);
  CHECK(checkDepths({5.0F, 5.1F, 4.0F}, {0, 1, 2}, packed).inversions == 1);
}

TEST_CASE("groups_are_judged_each_by_itself") {
  // Groups of two: {0, 1}, {2, 3}, {4}; the last two nearer and farther.
  GroupPlaces groups(5, 2);
  const glm::vec3 at[] = {{2.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, {3.0F, 0.0F, 0.0F}};
  groups.arrange(at, kDepthIsX);
  CHECK(std::vector<uint32_t>(groups.order().begin(), groups.order().end()) == std::vector<uint32_t>{2, 0, 1});
  const std::vector<float> depths = {1.0F, 2.0F, 8.0F, 7.0F, 0.5F};
  CHECK(checkDepths(depths, {4, 1, 0, 2, 3}, {.groups = groups}).good());
  CHECK(checkDepths(depths, {4, 0, 1, 2, 3}, {.groups = groups}).inversions == 1);
  const OrderReport strayed = checkDepths(depths, {4, 2, 3, 1, 0}, {.groups = groups});
  CHECK(strayed.strays == 4);
  CHECK_FALSE(strayed.permutation());
  CHECK(describe(strayed).find("4 in a wrong group") != std::string::npos);
}

TEST_CASE("groups_lie_one_behind_the_other") {
  std::mt19937 random(7);
  for (const auto& [count, size] : {std::pair{1U, 4U}, {4U, 4U}, {5U, 4U}, {23U, 4U}, {24U, 4U}, {7U, 1U}}) {
    CAPTURE(count);
    GroupPlaces groups(count, size);
    std::vector<glm::vec3> at(groups.groups());
    // Some as far away as others.
    for (glm::vec3& p : at) p.x = static_cast<float>(random() % 3);
    groups.arrange(at, kDepthIsX);
    uint32_t next = 0;
    for (uint32_t place = 0; place < groups.groups(); ++place) {
      CHECK(groups.begin(place) == next);
      next += groups.countOf(groups.order()[place]);
      if (place == 0) continue;
      const uint32_t before = groups.order()[place - 1], now = groups.order()[place];
      CHECK(at[before].x >= at[now].x);
      if (at[before].x == at[now].x) CHECK(before < now);
    }
    CHECK(next == count);
    CHECK(groups.order()[groups.lastPlace()] == groups.groups() - 1);
  }
}

TEST_CASE("pictures_are_numbered_where_the_name_says") {
  CHECK(fileOf("a-%04d.png", 7) == "a-0007.png");
  CHECK(fileOf("a-%02d.png", 12345) == "a-12345.png");
  CHECK(fileOf("dir.d/%d", 0) == "dir.d/0");
  for (const char* wrong : {"", "a.png", "%", "%%d", "%4d", "%0d", "%012d", "%d%d", "%x", "%d/b"}) {
    CAPTURE(wrong);
    CHECK_FALSE(isSequence(wrong));
  }
}

TEST_CASE("narrow_subgroups_sort_in_place_unless_radix_was_asked_for") {
  for (const Use use : {Use::automatic, Use::bitonic, Use::radix, Use::v2}) {
    for (const uint32_t wide : {32U, 64U}) CHECK(choiceOn(wide, {.use = use}).use == use);
    for (const uint32_t narrow : {8U, 16U})
      CHECK(choiceOn(narrow, {.use = use}).use == (use == Use::automatic ? Use::bitonic : use));
  }
}

TEST_CASE("keys_are_fused_where_that_was_asked_for_or_takes_less_time") {
  constexpr uint32_t kFew = 32767, kMany = 32768;
  for (const uint32_t count : {kFew, kMany}) {
    CHECK(fusesKeys({}, count) == (count == kFew));
    CHECK(fusesKeys({.use = Use::bitonic}, count));
    CHECK_FALSE(fusesKeys({.use = Use::radix}, count));
    CHECK_FALSE(fusesKeys({.use = Use::bitonic, .coherent = true}, count));
    CHECK_FALSE(fusesKeys({.keys = Keys::separate, .use = Use::bitonic}, count));
    CHECK(fusesKeys({.keys = Keys::fused, .use = Use::radix}, count));
  }
}

TEST_CASE("each_word_of_an_algorithm_is_its_own") {
  for (const Use use : {Use::automatic, Use::bitonic, Use::radix, Use::v0, Use::v5}) CHECK(useOf(wordOf(use)) == use);
  CHECK_FALSE(useOf("vksort"));
  CHECK(isRung(Use::v0));
  CHECK_FALSE(isRung(Use::radix));
  // A culled scene sorts what can be seen, but where that does not go with the rest.
  const SceneTraits culled{.culled = true};
  CHECK(sortsSeenAlone({}, culled));
  CHECK_FALSE(sortsSeenAlone({}, {}));
  CHECK_FALSE(sortsSeenAlone({.coherent = true}, culled));
  CHECK_FALSE(sortsSeenAlone({.use = Use::v2}, culled));
}
