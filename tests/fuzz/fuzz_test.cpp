// Checks that the fuzzer draws cases of every kind, reports any wrong word, and repeats failing cases.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "cases/contents.h"
#include "cases/expect.h"
#include "support/child.h"

namespace cases {
namespace {

std::string lineAfter(const std::string& output, const std::string& begin) {
  for (const std::string& line : test::splitLines(output))
    if (line.starts_with(begin)) return line.substr(begin.size());
  return "";
}

const Plan kPlan{.seed = 21, .cases_per_pool = 65, .validate_every = 10};

using Seen = std::map<std::string, uint32_t>;

void checkSeen(const Seen& seen) {
  for (const auto& [kind, count] : seen) {
    INFO(kind);
    CHECK(count >= 10);
  }
}

// Notes kinds of steps; if one were missing, a part of the library would not be tested.
void noteStep(const Case& of, const Layout& layout, const Step& step, Seen& seen) {
  const Configuration& sorter = of.of(step);
  const Place& keys = layout.keys[step.field];
  const bool has_scratch = step.scratch != ScratchRange::none, segments = step.mode == Mode::segments;
  const bool is_stable = sorter.keepsCallersPayload(), is_large = step.count > 2048;
  const bool is_long = std::ranges::any_of(segmentsOf(step), [](const Segment& each) { return each.count > 256; });
  const bool some_bits = step.bits.count != 0;
  const std::pair<const char*, bool> kinds[] = {
      {"64-bit keys, large", sorter.isWide() && is_large},
      {"12-byte elements, large", sorter.stride() == 3 && is_large},
      {"stable payloads, large", is_stable && has_scratch && is_large},
      {"stable payloads in one workgroup", is_stable && !has_scratch && step.count > 1},
      {"payloads by value", sorter.hasCallersPayload() && sorter.ties == vksort::Ties::by_value},
      {"any ties", sorter.isLoose()},
      {"baseline", sorter.baseline},
      {"discarded keys", sorter.discardsKeys() && step.count > 1},
      {"narrow elements", has_scratch && sorter.discardsKeys() && sorter.canRadix() && step.count > 4096},
      {"radix sort", has_scratch && sorter.canRadix() && is_large},
      {"rank merge", has_scratch && sorter.canRank() && is_large},
      {"in place, large", !has_scratch && !segments && is_large},
      {"more scratch memory than needed", step.scratch >= ScratchRange::twice},
      {"indirect", step.mode == Mode::indirect},
      {"more found than there may be", step.found > step.count},
      {"segments", segments},
      {"more segments than are set up at once", step.segments.size() > 1024},
      {"100,000 segments", step.segments.size() >= 100'000},
      {"long segments", segments && has_scratch && sorter.canRadix() && is_long},
      {"long segments with stable payloads", segments && has_scratch && is_stable && is_long},
      {"table written by the GPU", step.copies_table && is_large},
      {"segments cut short", segments && step.maxCount() < step.count && step.segments.size() > 1},
      {"bits of both words of a key", some_bits && step.bits.first < 32 && step.bits.first + step.bits.count > 32},
      {"no bits", step.bits.count == 0},
      {"max_count elements", step.count == sorter.max_count},
      {"verified", step.verifies},
      {"restored", step.renewal != Renewal::none},
      {"edited", !step.edits.empty()},
      {"from the middle of a buffer", step.first_share == 1000 && keys.word > 0}};
  for (const auto& [kind, is] : kinds) seen[kind] += is;
}

}  // namespace

TEST_CASE("draws_valid_cases_of_every_kind") {
  Seen seen;
  std::set<std::string> orderings;
  std::set<std::pair<Content, Arrangement>> fields;
  for (uint64_t number = 0; number < 1000; ++number) {
    CAPTURE(number);
    const Case of = drawCase(kPlan, number);
    const Layout layout = layOut(of);
    REQUIRE(of.steps.size() >= 1);
    if (number % 4 == 0) REQUIRE(expect(of, layout).broken == "");
    seen["three frames in flight"] += of.frames == 3 && of.at_once && of.rounds > 1;
    seen["submitted again"] += of.rounds > 1;
    seen["secondary"] += of.secondary;
    seen["validated"] += of.validated;
    for (const Tool tool : {Tool::runs, Tool::cells, Tool::cull, Tool::gather, Tool::select})
      seen["tool " + std::to_string(static_cast<int>(tool))] += of.tool && of.tool->tool == tool;
    seen["a culled sort"] += of.tool && of.tool->tool == Tool::cull && of.tool->sorts();
    seen["a selected sort"] += of.tool && of.tool->tool == Tool::select && of.tool->sorts();
    for (const Step& step : of.steps) {
      orderings.insert(describe(of.orderingOf(step)));
      noteStep(of, layout, step, seen);
    }
    seen["several in one command buffer"] += of.steps.size() > of.frames;
    for (const Field& field : of.fields)
      if (field.count > 16) fields.insert({field.keys, field.arrangement});
  }
  checkSeen(seen);
  // Four key types, two orders and two NaN rules, with seven combinations of payloads and ties.
  CHECK(orderings.size() == 4 * 2 * 2 * 7);
  CHECK(fields.size() ==
        (static_cast<std::size_t>(Content::specials) + 1) * (static_cast<std::size_t>(Arrangement::two_runs) + 1));
}

TEST_CASE("seed_and_number_determine_the_case") {
  const Case of = drawCase(kPlan, 7);
  CHECK(describe(of) == describe(drawCase(kPlan, 7)));
  CHECK(expect(of, layOut(of)).after == expect(of, layOut(of)).after);
  Plan other = kPlan;
  ++other.seed;
  CHECK(describe(of) != describe(drawCase(other, 7)));
}

// Except for words of a state, and payloads of equal keys with Ties::any.
TEST_CASE("every_unexpected_word_is_reported") {
  uint32_t undefined = 0, equal = 0, different = 0;
  for (uint64_t number = 0; number < 60; ++number) {
    const Case of = drawCase({.seed = 5, .largest = 50, .cases_per_pool = 5}, number);
    const Layout layout = layOut(of);
    const Expected expected = expect(of, layout);
    REQUIRE(compare(of, layout, expected, expected.after).empty());
    for (uint32_t buffer = 0; buffer < expected.after.size(); ++buffer) {
      for (uint32_t word = 0; word < expected.after[buffer].size(); word += number % 2 == 0 ? 7 : 5) {
        Images after = expected.after;
        after[buffer][word] ^= 1u << (word + number) % 32;
        const bool is_state = expected.undefined[buffer][word];
        undefined += is_state ? 1 : 0;
        CAPTURE(number);
        CAPTURE(whereIs(layout, buffer, word));
        REQUIRE(compare(of, layout, expected, after).empty() == is_state);
      }
    }
    for (const Loose& loose : expected.loose) {
      for (uint32_t i = 0; i + 1 < loose.segment.count; ++i) {
        Images after = expected.after;
        const Step& step = of.steps[loose.step];
        const bool may = loose.keys[i] == loose.keys[i + 1];
        uint32_t& payload = *payloadWord(after, of, layout, step, loose.segment.first + i);
        uint32_t& next = *payloadWord(after, of, layout, step, loose.segment.first + i + 1);
        if (payload == next) continue;
        std::swap(payload, next);
        (may ? equal : different) += 1;
        REQUIRE(compare(of, layout, expected, after).empty() == may);
      }
    }
  }
  CHECK(undefined > 100);
  CHECK(equal > 50);
  CHECK(different > 50);
}

TEST_CASE("the_oracle_orders_keys_and_ties_like_the_header") {
  using vksort::KeyType, vksort::NanRule, vksort::Order, vksort::Payload;
  constexpr uint64_t kSign = 0x80000000, kInfinity = 0x7f800000, kQuiet = 0x7fc00000, kSignaling = 0x7f800001;
  constexpr uint64_t kOne = 0x3f800000, kDenormal = 1;
  const std::vector<uint64_t> floats = {
      kSign | kQuiet | 1, kSign | kQuiet, kSign | kSignaling, kSign | kInfinity, kSign | kOne, kSign | 1,  kSign,     0,
      kDenormal,          kOne,           kInfinity,          kSignaling,        kQuiet,       kQuiet | 1, 0x7fffffff};
  const struct {
    vksort::Ordering ordering{};
    std::vector<uint64_t> keys;
  } rows[] = {
      {{.key_type = KeyType::f32}, floats},
      {{.key_type = KeyType::f32, .order = Order::descending}, {floats.rbegin(), floats.rend()}},
      {{.key_type = KeyType::f32, .nan_rule = NanRule::last},
       {kSign | kInfinity, kSign, 0, kInfinity, kSignaling, kQuiet, kSign | kQuiet, kSign | kSignaling}},
      {{.key_type = KeyType::f32, .order = Order::descending, .nan_rule = NanRule::last},
       {kInfinity, 0, kSign, kSign | kInfinity, kSign | kSignaling, kSign | kQuiet, kQuiet, kSignaling}},
      {{.key_type = KeyType::i32}, {kSign, 0xffffffff, 0, 1, 0x7fffffff}},
      {{.key_type = KeyType::u32}, {0, 1, 0x7fffffff, kSign, 0xffffffff}},
      {{.key_type = KeyType::u64}, {0, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0xffffffff00000000}},
      {{.key_type = KeyType::u64, .order = Order::descending}, {0xffffffff00000000, 0x100000000, 0xffffffff, 0}},
  };
  for (const auto& [ordering, keys] : rows) {
    CAPTURE(describe(ordering));
    for (std::size_t i = 0; i < keys.size(); ++i)
      for (std::size_t k = 0; k < keys.size(); ++k) CHECK(isBefore(ordering, {keys[i], 0}, {keys[k], 0}) == (i < k));
  }
  const auto before = [](Payload payload, bool payloads_ascend, Order order) {
    const vksort::Ordering ordering{.order = order, .payload = payload, .payloads_ascend = payloads_ascend};
    return isBefore(ordering, {5, 1}, {5, 9}) ? -1 : isBefore(ordering, {5, 9}, {5, 1}) ? 1 : 0;
  };
  CHECK(before(Payload::u32, true, Order::ascending) == -1);
  CHECK(before(Payload::interleaved, true, Order::descending) == -1);
  CHECK(before(Payload::index, false, Order::descending) == 0);
  CHECK(before(Payload::none, true, Order::ascending) == 0);
}

// This applies to both key orders. Equal payloads are not distinguishable.
TEST_CASE("the_oracle_keeps_the_input_order_of_equal_keys") {
  for (const vksort::Order order : {vksort::Order::ascending, vksort::Order::descending}) {
    std::vector<Element> elements = {{1, 8}, {2, 5}, {1, 3}, {2, 9}, {1, 8}, {1, 0}};
    sortElements({.order = order, .payload = vksort::Payload::u32}, elements);
    std::vector<uint32_t> payloads;
    for (const Element& element : elements) payloads.push_back(element.payload);
    const std::vector<uint32_t> ascending = {8, 3, 8, 0, 5, 9}, descending = {5, 9, 8, 3, 8, 0};
    CHECK(payloads == (order == vksort::Order::ascending ? ascending : descending));
  }
}

TEST_CASE("the_printed_command_repeats_a_failure") {
  for (const auto& [first, what] : {std::pair{"5", "case 5: payloads of field"}, {"0", "case 0: select of up to "}}) {
    const test::ChildResult run = test::run({VKSORT_FUZZ_PROGRAM, "--seed", "77", "--first", first, "--cases", "3",
                                             "--largest", "30", "--pool", "1", "--falsify"});
    CAPTURE(run.output);
    REQUIRE(run.exit_code == 1);
    const std::string failure = lineAfter(run.output, "FAILED ");
    CHECK(failure.starts_with(what));
    std::string command = lineAfter(run.output, "to repeat: ");
    std::erase(command, '\'');
    std::istringstream stream(command);
    const test::ChildResult again = test::run({std::istream_iterator<std::string>(stream), {}});
    CAPTURE(again.output);
    CHECK(again.exit_code == 1);
    CHECK(lineAfter(again.output, "FAILED ") == failure);
  }
  for (const char* option : {"--cases=-1", "--width=5", "--largest=1", "--sead=1"})
    CHECK(test::run({VKSORT_FUZZ_PROGRAM, option}).exit_code == 2);
}

}  // namespace cases
