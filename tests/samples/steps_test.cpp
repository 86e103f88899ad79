// The sorts that are shown step by step sort, and each step does what it says.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>

#include "steps/walk.h"
#include "view/panel.h"

using namespace particles::steps;

namespace {

std::vector<Element> stablySorted(std::vector<Element> list) {
  std::ranges::stable_sort(list, {}, &Element::key);
  return list;
}

// Every list is the one before it with its elements at the places that the step names.
void checkPlaces(const Walk& walk) {
  REQUIRE(walk.lists.size() == walk.steps.size() + 1);
  for (std::size_t at = 0; at < walk.steps.size(); ++at) {
    const Step& step = walk.steps[at];
    REQUIRE(step.places.size() == walk.lists[0].size());
    for (std::size_t i = 0; i < step.places.size(); ++i)
      REQUIRE(walk.lists[at + 1][step.places[i]] == walk.lists[at][i]);
  }
}

}  // namespace

TEST_CASE("both_sorts_that_are_shown_end_with_what_a_stable_sort_leaves") {
  for (uint32_t count : {1U, 2U, 3U, 16U, 17U, 31U, 64U, 100U, 256U, 257U, 1000U, 1024U}) {
    CAPTURE(count);
    const auto keys = randomKeys(count, 7);
    const Walk bitonic = walkBitonic(keys);
    checkPlaces(bitonic);
    CHECK(bitonic.lists.back() == stablySorted(bitonic.lists[0]));
    const auto merges = static_cast<std::size_t>(std::bit_width(count - 1));
    CHECK(bitonic.steps.size() == merges * (merges + 1) / 2);
    for (const uint32_t bits : {1U, 3U, 4U, 8U}) {
      const Walk radix = walkRadix(keys, bits);
      checkPlaces(radix);
      CHECK(radix.lists.back() == stablySorted(radix.lists[0]));
    }
  }
  CHECK(walkBitonic({}).steps.empty());
  CHECK(walkRadix({}, 4).steps.empty());
}

TEST_CASE("a_list_is_played_to_its_end_and_stepped_both_ways") {
  particles::Wanted wanted;
  wanted.list.elements = 16;
  wanted.playing = true;
  wanted.speed = 2.0F;
  constexpr std::size_t kEnd = 10;
  const auto check = [&](double seconds, double at) {
    play(wanted, kEnd, seconds);
    CHECK(wanted.list.step == at);
  };
  check(0.75, 1.5);
  wanted.step = 1;
  check(0.0, 2.0);
  CHECK_FALSE(wanted.playing);
  check(10.0, 2.0);
  for (const double before : {1.0, 0.0, 0.0}) {
    wanted.step = -1;
    check(0.0, before);
  }
  wanted.playing = true;
  check(1000.0, kEnd);
  CHECK_FALSE(wanted.playing);
  wanted.step = 1;
  check(0.0, kEnd);
  wanted.playing = true;  // once more
  check(0.5, 1.0);
}
