// That whatever is wrong is reported, and what may be otherwise is not.
#include <doctest/doctest.h>

#include <algorithm>

#include "check.h"
#include "draw.h"
#include "hazards.h"
#include "shrink.h"

namespace fuzz {
namespace {

// One sort of pairs with equal keys, whose values may come in any order.
Case looseCase() {
  Case of = drawCase({.seed = 3}, 0);
  Configuration configuration;
  configuration.ordering.values = vksort::Values::split;
  configuration.ordering.ties = vksort::Ties::any;
  of.pool = {configuration};
  of.fields = {{.count = 60,
                .stride = 1,
                .split = true,
                .order = configuration.ordering,
                .keys = Content::few,
                .values = Content::uniform,
                .key_bits = {},
                .key_base = 0,
                .value_bits = 32,
                .ascending = false,
                .arrangement = Arrangement::shuffled,
                .seed = 4}};
  Step step{};
  step.count = 50;
  step.first = 5;
  of.steps = {step};
  of.frames = of.rounds = of.buffers = 1;
  return of;
}

}  // namespace

TEST_CASE("any_word_that_is_not_as_expected_is_reported") {
  uint32_t loose = 0, undefined = 0;
  for (uint64_t number = 0; number < 60; ++number) {
    const Case of = drawCase({.seed = 5, .largest = 50, .cases_per_pool = 5}, number);
    const Layout layout = layOut(of);
    const Expected expected = expect(of, layout);
    REQUIRE(compare(of, layout, expected, expected.after).empty());
    loose += expected.loose.empty() ? 0 : 1;
    for (uint32_t buffer = 0; buffer < expected.after.size(); ++buffer) {
      for (uint32_t word = 0; word < expected.after[buffer].size(); word += number % 2 == 0 ? 7 : 5) {
        Images after = expected.after;
        after[buffer][word] ^= 1u << (word + number) % 32;
        const bool is_state = expected.undefined[buffer][word];
        undefined += is_state ? 1 : 0;
        CAPTURE(number);
        CAPTURE(whereIs(layout, buffer, word));
        REQUIRE(compare(of, layout, expected, after).empty() == is_state);
        REQUIRE(is_state == (whereIs(layout, buffer, word).starts_with("state")));
      }
    }
  }
  CHECK(loose > 5);
  CHECK(undefined > 100);
}

TEST_CASE("values_may_change_places_between_equal_keys_alone") {
  const Case of = looseCase();
  const Layout layout = layOut(of);
  const Expected expected = expect(of, layout);
  const Step& step = of.steps.front();
  uint32_t equal = 0, different = 0;
  for (uint32_t i = 0; i + 1 < of.fields.front().count; ++i) {
    Images after = expected.after;
    uint32_t* values = valueWord(after, of, layout, step, i);
    const uint32_t* keys = keyWords(after, of, layout, step, i);
    const bool sorted = i >= step.first && i + 1 < step.first + step.count;
    const bool may = sorted && keys[0] == keys[1];
    std::swap(values[0], values[1]);
    (may ? equal : different) += 1;
    CAPTURE(i);
    CHECK(compare(of, layout, expected, after).empty() == may);
  }
  CHECK(equal > 10);
  CHECK(different > 5);
}

TEST_CASE("a_barrier_is_asked_for_where_two_uses_meet_and_once") {
  using namespace vksort;
  const Place keys{0, 10, 20}, next{0, 30, 20}, same_elsewhere{1, 10, 20};
  Access from, to;
  Hazards hazards;
  CHECK(!hazards.add({useOf(keys, kBefore, kAfter, true)}, from, to));
  CHECK(!hazards.add({useOf(next, kBefore, kAfter, true)}, from, to));  // touches it
  CHECK(!hazards.add({useOf(same_elsewhere, kBefore, kAfter, true)}, from, to));
  CHECK(hazards.add({useOf({0, 29, 1}, kVerifyElements, kVerifyElements, false)}, from, to));
  CHECK(from.access == kAfter.access);
  CHECK(to.access == kVerifyElements.access);
  CHECK(!hazards.add({useOf({0, 28, 1}, kVerifyElements, kVerifyElements, false)}, from, to));
  CHECK(hazards.add({useOf(keys, kBefore, kAfter, true)}, from, to));
  CHECK((from.access & VK_ACCESS_SHADER_WRITE_BIT) != 0);
}

TEST_CASE("a_failing_case_shrinks_to_what_fails") {
  // As if a Sorter of lists failed from three lists on, in the second round.
  const auto fails = [](const Case& of) {
    return of.rounds > 1 && std::ranges::any_of(of.steps, [](const Step& step) { return step.lists.size() >= 3; });
  };
  uint32_t tried = 0;
  for (uint64_t number = 0; number < 400; ++number) {
    const Case of = drawCase({.seed = 6}, number);
    if (!fails(of)) continue;
    ++tried;
    const Case small = shrink(of, fails, 1000);
    REQUIRE(fails(small));
    REQUIRE(small.steps.size() == 1);
    REQUIRE(small.fields.size() == 1);
    REQUIRE(small.steps.front().lists.size() == 3);
    REQUIRE(small.fields.front().count == 1);
    REQUIRE(small.frames == 1);
    CHECK(shrink(of, fails, 3).steps.size() + 3 >= of.steps.size());  // no more tries than it may
  }
  CHECK(tried > 20);
}

TEST_CASE("what_shrinks_keeps_its_promises") {
  uint32_t ascending = 0;
  for (uint64_t number = 0; number < 60; ++number) {
    const Case of = drawCase({.seed = 7, .largest = 200, .cases_per_pool = 20}, number);
    // As if it failed in the second round, where values ascend if they are written anew.
    const auto fails = [](const Case& each) {
      const auto ascends = [&](const Step& step) { return each.of(step).ascends() && step.count > 20; };
      return each.rounds > 1 && std::ranges::any_of(each.steps, ascends);
    };
    if (!fails(of)) continue;
    ++ascending;
    const Case small = shrink(of, fails, 1000);
    REQUIRE(expect(small, layOut(small)).broken == "");
    REQUIRE(small.steps.size() == 1);
    const Configuration& left = small.of(small.steps.front());
    CHECK(left.ascends());
    CHECK((left.key_bits.count == 0 && left.value_bits == 0 && left.max_count == 0 && !left.always_lends));
    CHECK(!small.steps.front().lends);
  }
  CHECK(ascending > 5);
}

}  // namespace fuzz
