// That cases are drawn as the header allows, the same for the same number, and of every kind.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "contents.h"
#include "describe.h"
#include "expect.h"

namespace fuzz {
namespace {

constexpr uint64_t kCases = 1500;
const Plan kPlan{.seed = 20, .cases_per_pool = 100, .validate_every = 10};

const std::vector<Case>& someCases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> drawn;
    for (uint64_t number = 0; number < kCases; ++number) drawn.push_back(drawCase(kPlan, number));
    return drawn;
  }();
  return cases;
}

bool overlap(const Place& a, const Place& b) {
  return a.buffer == b.buffer && a.word < b.word + b.words && b.word < a.word + a.words;
}

// Parts that no two of may overlap.
std::vector<Place> partsOf(const Layout& layout) {
  std::vector<Place> parts;
  for (const auto* places : {&layout.keys, &layout.values, &layout.states, &layout.tables, &layout.sources,
                             &layout.verdicts}) {
    std::ranges::copy_if(*places, std::back_inserter(parts), &Place::exists);
  }
  return parts;
}

}  // namespace

TEST_CASE("a_number_is_the_same_case_each_time_and_another_seed_another") {
  Plan other = kPlan;
  other.seed = 21;
  for (uint64_t number = 0; number < 20; ++number) {
    const Case drawn = drawCase(kPlan, number);
    CHECK(describe(drawn) == describe(drawCase(kPlan, number)));
    CHECK(describe(drawn) != describe(drawCase(other, number)));
    const Layout layout = layOut(drawn);
    CHECK(expect(drawn, layout).after == expect(drawn, layout).after);
  }
}

TEST_CASE("values_are_below_what_is_promised_of_them") {
  uint32_t promising = 0, shared = 0;
  for (const Case& each : someCases()) {
    CAPTURE(each.number);
    std::vector<FieldWords> contents;
    for (const Field& field : each.fields) contents.push_back(contentsOf(field));
    for (const Step& step : each.steps) {
      const Configuration& configuration = each.of(step);
      if (!configuration.promises()) continue;
      const auto fits = [bits = configuration.value_bits](uint32_t value) { return value >> bits == 0; };
      const FieldWords& words = contents[step.field];
      if (configuration.splitValues()) REQUIRE(std::ranges::all_of(words.values, fits));
      for (std::size_t i = 1; !configuration.splitValues() && i < words.keys.size(); i += 2)
        REQUIRE(fits(words.keys[i]));
      for (const Step& other : each.steps) {
        if (other.field != step.field) continue;
        if (each.of(other).ordering.values == vksort::Values::iota) REQUIRE(fits(each.fields[step.field].count - 1));
        for (const Edit& edit : other.edits) REQUIRE((configuration.stride() == 1 || fits(edit.bits[1])));
        shared += &other != &step;
      }
      ++promising;
    }
  }
  CHECK(promising > kCases / 10);
  CHECK(shared > 10);
}

TEST_CASE("cases_are_what_the_header_allows") {
  for (const Case& each : someCases()) {
    CAPTURE(each.number);
    const Layout layout = layOut(each);
    REQUIRE(each.steps.size() >= 1);
    for (std::size_t i = 0; i < each.steps.size(); ++i) {
      const Step& step = each.steps[i];
      const Configuration& configuration = each.of(step);
      const Field& field = each.fields[step.field];
      REQUIRE(isAllowed(configuration));
      REQUIRE(field.stride == configuration.stride());
      REQUIRE((field.split || !configuration.splitValues()));
      REQUIRE(uint64_t{step.first} + step.count <= field.count);
      REQUIRE(step.lists.size() <= vksort::kMaxLists);
      const Ranges ranges = rangesOf(each, layout, i);
      REQUIRE(ranges.keys.offset % (4 * configuration.stride()) == 0);
      REQUIRE(ranges.keys.size >= (VkDeviceSize{ranges.first} + step.count) * 4 * configuration.stride());
      REQUIRE(ranges.keys.offset + ranges.keys.size <= VkDeviceSize{layout.buffers[layout.keys[step.field].buffer]} * 4);
      // What they have in common would be of no defined order.
      std::vector<Segment> segments = segmentsOf(each, step);
      std::ranges::sort(segments, {}, &Segment::first);
      std::erase_if(segments, [](const Segment& segment) { return segment.count == 0; });
      for (std::size_t k = 1; k < segments.size(); ++k)
        REQUIRE(segments[k - 1].first + segments[k - 1].count <= segments[k].first);
    }
    const std::vector<Place> parts = partsOf(layout);
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) REQUIRE(!overlap(parts[i], parts[k]));
  }
}

TEST_CASE("cases_are_of_every_kind") {
  std::map<std::string, uint32_t> seen;
  std::set<std::string> orderings;
  for (const Case& each : someCases()) {
    const Layout layout = layOut(each);
    seen["three frames in flight"] += each.frames == 3 && each.at_once && each.rounds > 1;
    seen["submitted again"] += each.rounds > 1;
    seen["secondary"] += each.secondary;
    seen["validated"] += each.validated;
    for (std::size_t i = 0; i < each.steps.size(); ++i) {
      const Step& step = each.steps[i];
      const Configuration& configuration = each.of(step);
      orderings.insert(describe(configuration.ordering));
      const Place& keys = layout.keys[step.field];
      seen["coherent"] += configuration.coherent && step.count > 512;
      seen["coherent of a device count"] += configuration.coherent && configuration.count == vksort::Count::device;
      seen["hook of lists"] += configuration.hook && configuration.count == vksort::Count::lists;
      seen["hook of a device count"] += configuration.hook && configuration.count == vksort::Count::device;
      seen["more lists than are set up at once"] += step.lists.size() > 1024;
      seen["lists cut short"] += step.largest != 0 && step.largest < step.count && step.lists.size() > 1;
      seen["more found than there may be"] += step.found > step.count;
      seen["portable"] += configuration.portable && configuration.path == vksort::Path::automatic && step.count > 512;
      seen["floor"] += configuration.path == vksort::Path::floor;
      seen["several passes"] += step.count > 2048;
      seen["nothing"] += step.count == 0;
      seen["from the middle of a buffer"] += step.first_share == 1000 && keys.word > 0;
      for (const Place& other : partsOf(layout))
        seen["adjacent without a gap"] += other.buffer == keys.buffer && other.word == keys.word + keys.words;
      for (std::size_t k = 0; k < i; ++k) {
        const Step& earlier = each.steps[k];
        const bool same_frame = earlier.frame == step.frame;
        seen["several in one command buffer"] += same_frame;
        seen["chained on one range"] += same_frame && earlier.field == step.field;
        seen["a part of what was sorted"] += earlier.field == step.field && step.count < earlier.count;
        seen["one state"] +=
            configuration.takesState() && each.of(earlier).takesState() && earlier.state == step.state;
        seen["one count"] += layout.counts[i].exists() && layout.counts[k].exists() &&
                             layout.counts[i].buffer == layout.counts[k].buffer &&
                             layout.counts[i].word == layout.counts[k].word;
      }
    }
  }
  for (const auto& [kind, count] : seen) {
    INFO(kind);
    CHECK(count >= 10);
  }
  // Of four types of keys in two orders, with and without values in their layouts, with three kinds of ties.
  CHECK(orderings.size() > 100);
}

TEST_CASE("fields_are_of_every_content_and_arrangement") {
  std::set<std::pair<Content, Arrangement>> seen;
  for (const Case& each : someCases())
    for (const Field& field : each.fields)
      if (field.count > 16) seen.insert({field.keys, field.arrangement});
  CHECK(seen.size() == (static_cast<std::size_t>(Content::specials) + 1) *
                           (static_cast<std::size_t>(Arrangement::two_runs) + 1));
}

}  // namespace fuzz
