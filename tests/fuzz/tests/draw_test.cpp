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

// The promise that a case breaks, if it does.
std::string brokenIn(const Case& of) { return expect(of, layOut(of)).broken; }

// Parts that no two of may overlap.
std::vector<Place> partsOf(const Layout& layout) {
  std::vector<Place> parts;
  for (const auto* places : {&layout.keys, &layout.values, &layout.first_keys, &layout.first_values, &layout.states,
                             &layout.tables, &layout.sources, &layout.verdicts}) {
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

// Of all that the oracle finds when it comes to a step, in each round.
TEST_CASE("no_case_breaks_a_promise") {
  uint32_t promising = 0, shared = 0;
  for (const Case& each : someCases()) {
    if (each.number % 3 != 0) continue;
    CAPTURE(each.number);
    REQUIRE(brokenIn(each) == "");
    for (const Step& step : each.steps) {
      const Configuration& configuration = each.of(step);
      if (!configuration.promises() && !configuration.ascends() && configuration.key_bits.count == 0) continue;
      ++promising;
      for (const Step& other : each.steps) shared += &other != &step && other.field == step.field;
    }
  }
  CHECK(promising > kCases / 6);
  CHECK(shared > 50);
}

TEST_CASE("a_promise_that_is_broken_is_told") {
  std::map<std::string, uint32_t> told;
  const auto breaks = [&](Case of, const char* promise, auto&& change) {
    for (Step& step : of.steps) {
      if (step.count < 2 || of.of(step).count != vksort::Count::host || of.of(step).hook) continue;
      step.edits.clear();
      change(of, step, of.pool[step.configuration]);
    }
    const std::string broken = brokenIn(of);
    if (broken.ends_with(std::string("keep to ") + promise)) ++told[promise];
  };
  for (const Case& each : someCases()) {
    if (each.number % 20 != 0) continue;
    breaks(each, "key_bits", [](Case& of, Step& step, Configuration& sorts) {
      sorts.key_bits = {0, sorts.ordering.key_type == vksort::KeyType::u64 ? 0u : 31u};
      of.fields[step.field].key_bits = {};
      step.edits = {{step.first, false, 0, {0}}, {step.first + 1, false, 0, {0x80000000}}};
    });
    breaks(each, "ascending_values", [](Case& of, Step& step, Configuration& sorts) {
      sorts.ascending_values = true;
      of.fields[step.field].ascending = false;
    });
    breaks(each, "value_bits", [](Case& of, Step& step, Configuration& sorts) {
      sorts.value_bits = sorts.hasValues() ? 1 : 0;
      of.fields[step.field].value_bits = 32;
    });
    breaks(each, "max_count", [](Case&, Step& step, Configuration& sorts) { sorts.max_count = step.count - 1; });
    breaks(each, "always_lends", [](Case&, Step& step, Configuration& sorts) {
      sorts.always_lends = true;
      step.lends = false;
    });
  }
  for (const char* promise : {"key_bits", "ascending_values", "value_bits", "max_count", "always_lends"}) {
    INFO(promise);
    CHECK(told[promise] >= 10);
  }
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
      REQUIRE(ranges.keys.offset + ranges.keys.size <=
              VkDeviceSize{layout.buffers[layout.keys[step.field].buffer]} * 4);
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
      seen["lent"] += step.lends;
      seen["not lent"] += !step.lends;
      seen["written anew"] += step.renewal != Renewal::none;
      seen["from the middle of a buffer"] += step.first_share == 1000 && keys.word > 0;
      for (const Place& other : partsOf(layout))
        seen["adjacent without a gap"] += other.buffer == keys.buffer && other.word == keys.word + keys.words;
      for (std::size_t k = 0; k < i; ++k) {
        const Step& earlier = each.steps[k];
        const bool same_frame = earlier.frame == step.frame;
        seen["several in one command buffer"] += same_frame;
        seen["chained on one range"] += same_frame && earlier.field == step.field;
        seen["a part of what was sorted"] += earlier.field == step.field && step.count < earlier.count;
        seen["one state"] += configuration.takesState() && each.of(earlier).takesState() && earlier.state == step.state;
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

TEST_CASE("promises_are_of_every_kind_and_go_with_all_else") {
  std::map<std::string, uint32_t> seen;
  for (const Case& each : someCases()) {
    for (const Step& step : each.steps) {
      const Configuration& configuration = each.of(step);
      const auto& [first_bit, bits] = configuration.key_bits;
      const vksort::Ordering& ordering = configuration.ordering;
      const bool in_memory = step.lends && !configuration.by_ranks && configuration.path == vksort::Path::automatic &&
                             configuration.full_subgroups && configuration.count != vksort::Count::lists;
      const bool descends =
          ordering.ties == vksort::Ties::value_in_order && ordering.order == vksort::Order::descending;
      const bool lists = configuration.count == vksort::Count::lists;
      const uint32_t most = configuration.max_count;
      const auto note = [&](const std::string& promise) {
        ++seen[promise];
        seen[promise + " in lent memory"] += in_memory && step.count > 128;
        seen[promise + " of a device count"] += configuration.count == vksort::Count::device;
        seen[promise + " of lists"] += lists;
        seen[promise + " coherent"] += configuration.coherent;
        seen[promise + " with a hook"] += configuration.hook;
        seen[promise + " by ranks"] += configuration.by_ranks && step.lends;
        seen[promise + " on the floor"] += configuration.path == vksort::Path::floor;
        seen[promise + " again"] += each.rounds > 1;
        seen[promise + " and ascending values"] += configuration.ascends();
        seen[promise + " and bits of values"] += configuration.promises();
        seen[promise + " and a largest count"] += most != 0;
        seen[promise + " and always lent"] += configuration.always_lends;
      };
      if (bits != 0) {
        note("bits of keys");
        seen["bits of keys from the middle"] += first_bit != 0 && first_bit + bits != 32 && in_memory;
        seen["bits of NaN that come last"] +=
            ordering.key_type == vksort::KeyType::f32 && ordering.nan_rule == vksort::NanRule::last && first_bit >= 8;
      } else {
        seen["no bits of keys, from one on"] += first_bit != 0;
      }
      if (configuration.ascends()) {
        note("ascending values");
        seen["ascending values beside keys"] += ordering.values == vksort::Values::interleaved;
        seen["ascending values in order of keys"] += descends;
        seen["ascending values of any order"] += configuration.isLoose();
        seen["ascending values anew"] += step.renewal != Renewal::none;
        seen["ascending values of a part"] += step.first != 0 && step.count > 1;
      }
      if (most != 0) {
        note("largest count");
        seen["as many as may be"] += step.count == most && most > 300;
        seen["as few as may be"] += step.count == most && most <= 300;
        seen["one less than may be"] += step.count + 1 == most;
        seen["far less than may be"] += step.count < most / 2;
        seen["lists in more than one may have"] += lists && step.count > most;
        seen["lists as large as they may be"] += lists && step.largest == most;
      }
      if (configuration.always_lends) note("always lent");
    }
  }
  for (const auto& [kind, count] : seen) {
    INFO(kind);
    CHECK(count >= 10);
  }
}

TEST_CASE("fields_are_of_every_content_and_arrangement") {
  std::set<std::pair<Content, Arrangement>> seen;
  for (const Case& each : someCases())
    for (const Field& field : each.fields)
      if (field.count > 16) seen.insert({field.keys, field.arrangement});
  CHECK(seen.size() ==
        (static_cast<std::size_t>(Content::specials) + 1) * (static_cast<std::size_t>(Arrangement::two_runs) + 1));
}

}  // namespace fuzz
