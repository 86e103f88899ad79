// The fuzzer draws cases of every kind, reports any wrong word, and shrinks and repeats what failed.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "expect.h"
#include "oracle.h"
#include "support/child.h"

namespace fuzz {
namespace {

// From the line that begins with this, without it.
std::string lineAfter(const std::string& output, const std::string& begin) {
  for (const std::string& line : test::splitLines(output))
    if (line.starts_with(begin)) return line.substr(begin.size());
  return "";
}

const Plan kPlan{.seed = 20, .cases_per_pool = 65, .validate_every = 10};

using Seen = std::map<std::string, uint32_t>;

void checkSeen(const Seen& seen) {
  for (const auto& [kind, count] : seen) {
    INFO(kind);
    CHECK(count >= 10);
  }
}

// What a step has together with the promises of its configuration.
void notePromises(const Case& of, const Step& step, Seen& seen) {
  const Configuration& configuration = of.of(step);
  const bool lists = configuration.count == vksort::Count::lists;
  const bool in_memory = step.lends && !configuration.by_ranks && configuration.path == vksort::Path::automatic &&
                         configuration.full_subgroups && !lists;
  const auto& [first_bit, bits] = configuration.key_bits;
  const uint32_t most = configuration.max_count;
  const std::pair<const char*, bool> promises[] = {{"bits of keys", bits != 0},
                                                   {"ascending values", configuration.ascends()},
                                                   {"bits of values", configuration.promises()},
                                                   {"largest count", most != 0},
                                                   {"always lent", configuration.always_lends}};
  const std::pair<const char*, bool> others[] = {{"in lent memory", in_memory && step.count > 128},
                                                 {"of a device count", configuration.count == vksort::Count::device},
                                                 {"of lists", lists},
                                                 {"coherent", configuration.coherent},
                                                 {"with a hook", configuration.hook},
                                                 {"by ranks", configuration.by_ranks && step.lends},
                                                 {"on the floor", configuration.path == vksort::Path::floor},
                                                 {"again", of.rounds > 1},
                                                 {"anew", step.renewal != Renewal::none}};
  for (const auto& [promise, made] : promises) {
    for (const auto& [other, is] : others) seen[std::string(promise) + ' ' + other] += made && is;
    for (const auto& [other, is] : promises) seen[std::string(promise) + " and " + other] += made && is;
  }
  seen["bits of keys from the middle"] += bits != 0 && first_bit != 0 && first_bit + bits != 32 && in_memory;
  seen["no bits of keys, from one on"] += bits == 0 && first_bit != 0;
  seen["as many as may be"] += step.count == most && most > 300;
  seen["as few as may be"] += step.count == most && most != 0 && most <= 300;
  seen["far less than may be"] += step.count < most / 2;
  seen["lists in more than one may have"] += lists && most != 0 && step.count > most;
}

// Of one step of a case, and with those before it.
void noteStep(const Case& of, const Layout& layout, std::size_t index, Seen& seen) {
  const Step& step = of.steps[index];
  const Configuration& configuration = of.of(step);
  const Place& keys = layout.keys[step.field];
  const bool device = configuration.count == vksort::Count::device, lists = configuration.count == vksort::Count::lists;
  seen["coherent"] += configuration.coherent && step.count > 512;
  seen["coherent of a device count"] += configuration.coherent && device;
  seen["hook of lists"] += configuration.hook && lists;
  seen["hook of a device count"] += configuration.hook && device;
  seen["more lists than are set up at once"] += step.lists.size() > 1024;
  seen["lists cut short"] += step.largest != 0 && step.largest < step.count && step.lists.size() > 1;
  seen["more found than there may be"] += step.found > step.count;
  seen["portable"] += configuration.portable && configuration.path == vksort::Path::automatic && step.count > 512;
  seen["floor"] += configuration.path == vksort::Path::floor;
  seen["several passes"] += step.count > 2048;
  seen["nothing"] += step.count == 0;
  seen["lent"] += step.lends;
  seen["not lent"] += !step.lends;
  seen["verified"] += step.verifies;
  seen["from the middle of a buffer"] += step.first_share == 1000 && keys.word > 0;
  for (const Place& other : layout.keys)
    seen["adjacent without a gap"] += other.buffer == keys.buffer && other.word == keys.word + keys.words;
  for (std::size_t k = 0; k < index; ++k) {
    const Step& earlier = of.steps[k];
    const bool same_frame = earlier.frame == step.frame;
    seen["several in one command buffer"] += same_frame;
    seen["chained on one range"] += same_frame && earlier.field == step.field;
    seen["a part of what was sorted"] += earlier.field == step.field && step.count < earlier.count;
    seen["one state"] += configuration.takesState() && of.of(earlier).takesState() && earlier.state == step.state;
    seen["one count"] += layout.counts[index].exists() && layout.counts[index].buffer == layout.counts[k].buffer &&
                         layout.counts[index].word == layout.counts[k].word;
  }
}

}  // namespace

TEST_CASE("cases_are_of_every_kind_and_keep_their_promises") {
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
    for (std::size_t i = 0; i < of.steps.size(); ++i) {
      orderings.insert(describe(of.of(of.steps[i]).ordering));
      noteStep(of, layout, i, seen);
      notePromises(of, of.steps[i], seen);
    }
    for (const Field& field : of.fields)
      if (field.count > 16) fields.insert({field.keys, field.arrangement});
  }
  checkSeen(seen);
  // Of four types of keys in two orders, with and without values in their layouts, with three kinds of ties.
  CHECK(orderings.size() > 100);
  CHECK(fields.size() ==
        (static_cast<std::size_t>(Content::specials) + 1) * (static_cast<std::size_t>(Arrangement::two_runs) + 1));
}

TEST_CASE("a_number_is_the_same_case_each_time_and_another_seed_another") {
  const Case of = drawCase(kPlan, 7);
  CHECK(describe(of) == describe(drawCase(kPlan, 7)));
  CHECK(expect(of, layOut(of)).after == expect(of, layOut(of)).after);
  Plan other = kPlan;
  other.seed = 21;
  CHECK(describe(of) != describe(drawCase(other, 7)));
}

TEST_CASE("a_promise_that_is_broken_is_told") {
  Seen told;
  for (uint64_t number = 0; number < 60; ++number) {
    const Case drawn = drawCase({.seed = 20, .largest = 500, .cases_per_pool = 20}, number);
    const auto breaks = [&](const char* promise, auto change) {
      Case of = drawn;
      for (Step& step : of.steps) {
        if (step.count < 2 || of.of(step).count != vksort::Count::host || of.of(step).hook) continue;
        step.edits.clear();
        change(of.fields[step.field], step, of.pool[step.configuration]);
      }
      const std::string broken = expect(of, layOut(of)).broken;
      told[promise] += broken.ends_with(std::string("keep to ") + promise);
    };
    breaks("key_bits", [](Field& field, Step& step, Configuration& sorts) {
      sorts.key_bits = {0, sorts.ordering.key_type == vksort::KeyType::u64 ? 0u : 31u};
      field.key_bits = {};
      step.edits = {{step.first, false, 0, {0}}, {step.first + 1, false, 0, {0x80000000}}};
    });
    breaks("ascending_values", [](Field& field, Step&, Configuration& sorts) {
      sorts.ascending_values = true;
      field.ascending = false;
    });
    breaks("value_bits", [](Field& field, Step&, Configuration& sorts) {
      sorts.value_bits = sorts.hasValues() ? 1 : 0;
      field.value_bits = 32;
    });
    breaks("max_count", [](Field&, Step& step, Configuration& sorts) { sorts.max_count = step.count - 1; });
    breaks("always_lends", [](Field&, Step& step, Configuration& sorts) {
      sorts.always_lends = true;
      step.lends = false;
    });
  }
  CHECK(told.size() == 5);
  checkSeen(told);
}

// But for words of states, and of values that change places between equal keys.
TEST_CASE("any_word_that_is_not_as_expected_is_reported") {
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
    for (const auto& [index, segment] : expected.loose) {
      const Step& step = of.steps[index];
      const bool wide = of.of(step).ordering.key_type == vksort::KeyType::u64;
      for (uint32_t i = segment.first; i + 1 < segment.first + segment.count; ++i) {
        Images after = expected.after;
        const uint32_t* one = keyWords(after, of, layout, step, i);
        const uint32_t* next = keyWords(after, of, layout, step, i + 1);
        const bool may = one[0] == next[0] && (!wide || one[1] == next[1]);
        uint32_t& value = *valueWord(after, of, layout, step, i);
        uint32_t& next_value = *valueWord(after, of, layout, step, i + 1);
        if (value == next_value) continue;
        std::swap(value, next_value);
        (may ? equal : different) += 1;
        REQUIRE(compare(of, layout, expected, after).empty() == may);
      }
    }
  }
  CHECK(undefined > 100);
  CHECK(equal > 50);
  CHECK(different > 50);
}

// As if three lists failed in the second round, or 20 elements whose values ascend.
TEST_CASE("a_failing_case_shrinks_to_what_fails_and_keeps_its_promises") {
  const auto fails = [](const Case& of) {
    return of.rounds > 1 && std::ranges::any_of(of.steps, [&of](const Step& step) {
             return step.lists.size() >= 3 || (of.of(step).ascends() && step.count >= 20);
           });
  };
  uint32_t lists = 0, ascending = 0;
  for (uint64_t number = 0; number < 250; ++number) {
    const Case of = drawCase({.seed = 6, .largest = 500, .cases_per_pool = 20}, number);
    if (!fails(of)) continue;
    const Case small = shrink(of, fails, 1000);
    REQUIRE(fails(small));
    REQUIRE(expect(small, layOut(small)).broken == "");
    REQUIRE(small.steps.size() == 1);
    REQUIRE(small.fields.size() == 1);
    const Step& step = small.steps.front();
    const bool is_ascending = small.of(step).ascends() && step.count >= 20;
    (is_ascending ? ascending : lists) += 1;
    CHECK((is_ascending ? step.count == 20 : step.lists.size() == 3 && small.fields[0].count == 1));
    CHECK((small.frames == 1 && !step.lends));
    CHECK(shrink(of, fails, 3).steps.size() + 3 >= of.steps.size());  // no more tries than it may
  }
  CHECK(lists > 5);
  CHECK(ascending > 5);
}

// Keys that ascend by each ordering, as the headers spell them out.
TEST_CASE("the_oracle_orders_keys_and_ties_as_the_header_says") {
  using vksort::KeyType, vksort::NanRule, vksort::Order, vksort::Ties, vksort::Values;
  constexpr uint64_t kSign = 0x80000000, kInfinity = 0x7f800000, kQuiet = 0x7fc00000, kSignaling = 0x7f800001;
  constexpr uint64_t kOne = 0x3f800000, kDenormal = 1;
  const std::vector<uint64_t> floats = {
      kSign | kQuiet | 1, kSign | kQuiet, kSign | kSignaling, kSign | kInfinity, kSign | kOne, kSign | 1,  kSign,     0,
      kDenormal,          kOne,           kInfinity,          kSignaling,        kQuiet,       kQuiet | 1, 0x7fffffff};
  const struct {
    vksort::Ordering ordering;
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
  const auto before = [](Values values, Ties ties, Order order) {
    const vksort::Ordering ordering{.order = order, .values = values, .ties = ties};
    return isBefore(ordering, {5, 1}, {5, 9}) ? -1 : isBefore(ordering, {5, 9}, {5, 1}) ? 1 : 0;
  };
  CHECK(before(Values::split, Ties::value, Order::ascending) == -1);
  CHECK(before(Values::split, Ties::value, Order::descending) == -1);
  CHECK(before(Values::interleaved, Ties::value_in_order, Order::ascending) == -1);
  CHECK(before(Values::interleaved, Ties::value_in_order, Order::descending) == 1);
  CHECK(before(Values::iota, Ties::any, Order::descending) == 0);
  CHECK(before(Values::none, Ties::value, Order::ascending) == 0);
}

TEST_CASE("a_changed_word_fails_and_the_command_that_is_printed_repeats_it") {
  const test::ChildResult run = test::run({VKSORT_FUZZ_PROGRAM, "--seed", "77", "--first", "5", "--cases", "3",
                                           "--largest", "30", "--pool", "1", "--falsify"});
  CAPTURE(run.output);
  REQUIRE(run.exit_code == 1);
  const std::string failure = lineAfter(run.output, "FAILED ");
  CHECK(failure.starts_with("case 5: "));
  std::string command = lineAfter(run.output, "to repeat: ");
  std::erase(command, '\'');
  std::istringstream stream(command);
  const test::ChildResult again = test::run({std::istream_iterator<std::string>(stream), {}});
  CAPTURE(again.output);
  CHECK(again.exit_code == 1);
  CHECK(lineAfter(again.output, "FAILED ") == failure);
  CHECK(lineAfter(again.output, "as small as it still fails: ") != "");
  for (const char* option : {"--cases=-1", "--width=5", "--largest=1", "--sead=1"})
    CHECK(test::run({VKSORT_FUZZ_PROGRAM, option}).exit_code == 2);
}

}  // namespace fuzz
