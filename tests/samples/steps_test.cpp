// The sorts that are shown step by step: that they sort, that each step does what it says, and that pictures show them.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>

#include "image.h"
#include "process.h"
#include "steps/layout.h"
#include "steps/palette.h"
#include "steps/walk.h"

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

// Each element is in one comparator at most, the smaller one comes out below, and nothing else moves.
void checkComparators(const Walk& walk, std::size_t at) {
  const Step& step = walk.steps[at];
  std::vector<int> used(walk.lists[0].size());
  for (const Comparator& pair : step.comparators) {
    REQUIRE(pair.low < pair.high);
    REQUIRE(pair.high < used.size());
    ++used[pair.low];
    ++used[pair.high];
    const Element &low = walk.lists[at + 1][pair.low], &high = walk.lists[at + 1][pair.high];
    CHECK((low.key < high.key || (low.key == high.key && low.index < high.index)));
    CHECK(pair.exchanged == (step.places[pair.low] == pair.high));
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    REQUIRE(used[i] <= 1);
    if (used[i] == 0) CHECK(step.places[i] == i);
  }
}

// The network knows no key, so one that sorts every list of zeros and ones sorts all lists (D. Knuth, "The Art of
// Computer Programming", volume 3).
bool sortsZerosAndOnes(uint32_t count) {
  for (uint32_t bits = 0; bits < 1U << count; ++bits) {
    std::vector<uint32_t> keys;
    for (uint32_t i = 0; i < count; ++i) keys.push_back(bits >> i & 1U);
    if (!std::ranges::is_sorted(walkBitonic(keys).lists.back(), {}, &Element::key)) return false;
  }
  return true;
}

struct StepDrawn {
  test::Result result;
  test::Image image;
};

StepDrawn drawStep(std::vector<std::string> arguments, const char* size = "640x400") {
  const test::TemporaryDirectory directory;
  const std::string output = directory.path() / "steps.png";
  std::vector<std::string> command{
      test::small("vksort-particles"), "--offscreen", "--validate", "--size", size, "--output", output};
  command.insert(command.end(), arguments.begin(), arguments.end());
  StepDrawn drawn{test::runToEnd(command), {}};
  CAPTURE(drawn.result.errors);
  REQUIRE(drawn.result.exit_code == 0);
  CHECK(drawn.result.output.find("validation: 0 messages\n") != std::string::npos);
  drawn.image = test::readPng(output);
  return drawn;
}

uint32_t rgb(uint32_t packed) { return (packed & 255U) << 16U | (packed & 0xff00U) | (packed >> 16U & 255U); }

// Height of the bar at each place in pixels, by the first pixel from above that is not background.
std::vector<uint32_t> heights(const test::Image& image, std::size_t count) {
  const Layout layout(areaOf(static_cast<float>(image.width), static_cast<float>(image.height), 1.0F), 14.0F, count);
  std::vector<uint32_t> all;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<uint32_t>(layout.middle(static_cast<float>(i)));
    auto y = static_cast<uint32_t>(layout.bars.top) - 2;
    while (image.at(x, y) == rgb(kBackground)) ++y;
    all.push_back(static_cast<uint32_t>(layout.bars.bottom) - y);
  }
  return all;
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

TEST_CASE("every_comparator_that_is_shown_puts_the_smaller_element_below") {
  for (const uint32_t count : {16U, 29U, 128U}) {
    const Walk walk = walkBitonic(randomKeys(count, 3));
    std::size_t at = 0;
    for (uint32_t run = 2; run / 2 < count; run *= 2)
      for (uint32_t stride = run / 2; stride > 0; stride /= 2, ++at) {
        CAPTURE(at);
        checkComparators(walk, at);
        // A merge begins with mirror images; the steps after it are of half the stride each.
        for (const Comparator& pair : walk.steps[at].comparators)
          CHECK(pair.high == (pair.low ^ (stride == run / 2 ? run - 1 : stride)));
      }
    CHECK(at == walk.steps.size());
  }
  for (const uint32_t count : {5U, 8U, 11U}) CHECK(sortsZerosAndOnes(count));
}

TEST_CASE("every_digit_that_is_shown_is_counted_and_moved_stably") {
  const Walk walk = walkRadix(randomKeys(200, 5), 3);  // of 8 bits: 3, 3 and 2
  REQUIRE(walk.steps.size() == 9);
  for (std::size_t pass = 0; pass < 3; ++pass) {
    const Step &count = walk.steps[3 * pass], &offset = walk.steps[3 * pass + 1], &move = walk.steps[3 * pass + 2];
    CHECK((count.kind == Kind::count && offset.kind == Kind::offset && move.kind == Kind::move));
    CHECK(move.digit.shift == 3 * pass);
    CHECK(move.digit.bits == (pass == 2 ? 2 : 3));
    const std::vector<Element>& list = walk.lists[3 * pass];
    uint32_t before = 0;
    for (uint32_t value = 0; value < 1U << move.digit.bits; ++value) {
      const auto mine = [&](const Element& e) {
        return (e.key >> move.digit.shift) % (1U << move.digit.bits) == value;
      };
      const auto many = static_cast<uint32_t>(std::ranges::count_if(list, mine));
      CHECK(count.counts[value] == many);
      CHECK(offset.offsets[value] == before);
      uint32_t next = before;
      for (std::size_t i = 0; i < list.size(); ++i)
        if (mine(list[i])) CHECK(move.places[i] == next++);
      before += many;
    }
    CHECK(walk.lists[3 * pass + 2] == list);  // counting moves nothing
  }
}

TEST_CASE("a_picture_of_a_step_shows_the_list_at_that_step") {
  constexpr std::size_t kCount = 40;
  const Walk bitonic = walkBitonic(randomKeys(kCount, 9)), radix = walkRadix(randomKeys(kCount, 9), 4);
  const auto keys = [](const std::vector<Element>& list) {
    std::vector<uint32_t> result;
    for (const Element& element : list) result.push_back(element.key);
    return result;
  };
  const auto check = [&](const Walk& walk, std::size_t step) {
    CAPTURE(step);
    const StepDrawn drawn =
        drawStep({"--steps", name(walk.algorithm), "--elements", "40", "--seed", "9", "--step", std::to_string(step)});
    const std::vector<uint32_t> seen = heights(drawn.image, kCount), shown = keys(walk.lists[step]);
    const uint32_t largest = *std::ranges::max_element(shown);
    const Layout layout(areaOf(640.0F, 400.0F, 1.0F), 14.0F, kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      const float wanted = layout.bar(static_cast<float>(i), shown[i], largest).height();
      CHECK(std::abs(static_cast<float>(seen[i]) - wanted) <= 2.0F);
    }
    return drawn;
  };
  const StepDrawn middle = check(bitonic, 7);
  CHECK(middle.result.output.find("steps: bitonic, 40 elements\nstep 8 of 21: merge to runs of 16: ") !=
        std::string::npos);
  const StepDrawn end = check(radix, radix.steps.size());
  CHECK(end.result.output.find("step 6 of 6 is done: the list is sorted\n") != std::string::npos);
  // Half a step on, the elements that are exchanged have met.
  const StepDrawn half = drawStep({"--steps", "bitonic", "--elements", "40", "--seed", "9", "--step", "7.5"});
  CHECK(test::differingPixels(half.image, middle.image) > 1000);
  CHECK(half.result.output.find("step 8 of 21") != std::string::npos);
  CHECK(drawStep({"--steps", "bitonic", "--elements", "40", "--seed", "9", "--step", "7"}).image == middle.image);
}

TEST_CASE("steps_that_there_are_not_are_refused") {
  const auto refused = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> command{test::small("vksort-particles"), "--offscreen"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const test::Result result = test::runToEnd(command);
    CHECK(result.exit_code == 2);
    CHECK(test::lineCount(result.errors) == 1);
    return result.errors;
  };
  CHECK(refused({"--steps", "bubble"}) == "vksort-particles: --steps must be bitonic or radix, not 'bubble'\n");
  CHECK(refused({"--steps", "bitonic", "--step", "21.5"}) ==
        "vksort-particles: --step must be at most 21, the steps of bitonic with 64 elements\n");
  for (const char* step : {"-1", "x", "1e2", "nan", "1001"})
    CHECK(refused({"--steps", "radix", "--step", step}).starts_with("vksort-particles: --step must be a number"));
  CHECK(refused({"--steps", "radix", "--elements", "15"}).find("--elements must be a whole number from 16 to 1024") !=
        std::string::npos);
  CHECK(refused({"--steps", "radix", "--digit-bits", "9"}).find("--digit-bits must be a whole number from 1 to 8") !=
        std::string::npos);
}
