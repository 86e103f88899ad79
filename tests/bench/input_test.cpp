// Checks the input of the benchmark, and that its verification detects every kind of wrong result.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "bench/workload.h"

namespace test {
namespace {

using bench::Distribution;
using bench::Elements;
using bench::Input;
using bench::SegmentLengths;
using vksort::KeyType;

std::vector<std::uint64_t> ordersOf(const Input& input, const Elements& elements) {
  std::vector<std::uint64_t> orders;
  const bench::Keys keys(elements.keys, input.ordering.key_type);
  for (std::size_t i = 0; i < keys.size(); ++i)
    orders.push_back(bench::orderOf(keys[i], input.ordering.key_type, input.ordering.order));
  return orders;
}

std::vector<std::uint64_t> ordersOf(const Input& input, std::uint32_t count) {
  return ordersOf(input, bench::makeInput(input, count));
}

std::uint64_t orOf(const Elements& elements, KeyType type) {
  const bench::Keys keys(elements.keys, type);
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) all |= keys[i];
  return all;
}

void checkDistributions(Input input) {
  constexpr std::uint32_t kCount = 5000;
  const auto made = [&](Distribution distribution) {
    input.distribution = distribution;
    return ordersOf(input, kCount);
  };
  const auto differing = [](const std::vector<std::uint64_t>& keys) {
    return std::set(keys.begin(), keys.end()).size();
  };
  const std::vector<std::uint64_t> sorted = made(Distribution::sorted), nearly = made(Distribution::nearly);
  CHECK(std::ranges::is_sorted(sorted));
  CHECK(std::ranges::is_sorted(made(Distribution::reversed), std::greater<>()));
  CHECK_FALSE(std::ranges::is_sorted(made(Distribution::random)));
  std::size_t moved = 0;
  for (std::uint32_t i = 0; i < kCount; ++i) moved += nearly[i] != sorted[i];
  CHECK(moved > 0);
  CHECK(moved <= kCount / 50);
  if (input.key_bits != 0) {
    CHECK(orOf(bench::makeInput(input, kCount), input.ordering.key_type) == ~std::uint64_t{0} >> (64 - input.key_bits));
    return;
  }
  CHECK(differing(made(Distribution::random)) > kCount - 10);
  CHECK(differing(made(Distribution::equal)) == 1);
  CHECK(differing(made(Distribution::few)) == 16);
}

}  // namespace

TEST_CASE("distributions_match_their_names_for_every_kind_of_key") {
  for (const auto& [word, type] : bench::kKeyTypes) {
    CAPTURE(word);
    for (const auto& [name, order] : bench::kOrders) {
      for (const std::uint32_t bits : {0u, 1u, 9u, 16u, 31u, 32u, 33u, 48u, 63u, 64u}) {
        if (bits > 32 && type != KeyType::u64) continue;
        CAPTURE(bits);
        Input input;
        input.ordering.key_type = type;
        input.ordering.order = order;
        input.key_bits = bits;
        checkDistributions(input);
      }
    }
  }
  Input one;
  for (const auto& [word, distribution] : bench::kDistributions) {
    one.distribution = distribution;
    CHECK(bench::makeInput(one, 1).keys.size() == 1);
  }
}

TEST_CASE("seeds_determine_the_keys_on_every_machine") {
  Input input;
  CHECK(bench::makeInput(input, 3).keys == std::vector<std::uint32_t>{0x6d10ceefu, 0x9491bd8au, 0x6129d4b1u});
  input.seed = 2;
  CHECK(bench::makeInput(input, 3).keys == std::vector<std::uint32_t>{0xe87f0272u, 0xc95b9d6au, 0xe4a36647u});
}

namespace {

constexpr std::uint32_t kElements = 300;

Elements sorted(const Input& options, const Elements& input) {
  const std::vector<std::uint64_t> orders = ordersOf(options, input);
  const std::size_t words = bench::wordsPerKey(options.ordering.key_type);
  std::vector<std::uint32_t> order(orders.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return orders[i]; });
  Elements out;
  for (const std::uint32_t i : order) {
    for (std::size_t word = 0; word < words; ++word) out.keys.push_back(input.keys[i * words + word]);
    if (!input.payloads.empty()) out.payloads.push_back(input.payloads[i]);
  }
  return out;
}

// Returns true if the check accepts an output that it reads in pieces.
bool accepts(const Input& options, const Elements& input, const Elements& output, std::size_t piece = 100,
             const bench::Turn& turn = {}, const bench::RunStart& runStart = bench::oneRun) {
  const KeyType type = options.ordering.key_type;
  const std::size_t words = bench::wordsPerKey(type), elements = input.keys.size() / words;
  vksort::Ordering order = options.orderAfter();
  order.payloads_ascend |= options.hasPayload() && options.ties == vksort::Ties::stable;
  bench::Verifier verifier(order, runStart, turn);
  const std::span keys(output.keys), payloads(output.payloads);
  for (std::size_t first = 0; first < keys.size() / words; first += piece) {
    const std::size_t count = std::min(piece, keys.size() / words - first);
    verifier.feed(keys.subspan(first * words, count * words),
                  payloads.empty() ? payloads : payloads.subspan(first, count));
  }
  return verifier.accepts(elements, bench::checksum(type, input.keys, input.payloads, runStart));
}

struct Fault {
  const char* name;
  KeyType type;
  Distribution distribution;
  bool payloads;
  void (*apply)(Elements&);
  bool right_with_any_ties = false;
};

const Fault kFaults[] = {
    {"nothing sorted", KeyType::u32, Distribution::random, false,
     [](Elements& out) { out.keys = bench::makeInput({}, kElements).keys; }},
    {"first two swapped", KeyType::u32, Distribution::random, false,
     [](Elements& out) { std::swap(out.keys[0], out.keys[1]); }},
    {"lost", KeyType::u32, Distribution::random, false, [](Elements& out) { out.keys.pop_back(); }},
    {"lost of equal ones", KeyType::u32, Distribution::equal, false, [](Elements& out) { out.keys.pop_back(); }},
    {"other keys in order", KeyType::u32, Distribution::random, false,
     [](Elements& out) { out.keys.assign(kElements, 0); }},
    {"a payload that left its key", KeyType::u32, Distribution::random, true,
     [](Elements& out) { std::swap(out.payloads[10], out.payloads[200]); }},
    {"equal keys in another order of payloads", KeyType::u32, Distribution::few, true,
     [](Elements& out) { std::swap(out.payloads[10], out.payloads[11]); }, true},
    {"equal wide keys in another order of payloads", KeyType::u64, Distribution::few, true,
     [](Elements& out) { std::swap(out.payloads[10], out.payloads[11]); }, true},
    {"high words swapped", KeyType::u64, Distribution::random, true,
     [](Elements& out) { std::swap(out.keys[201], out.keys[203]); }},
    {"a bit of the last high word", KeyType::u64, Distribution::random, true,
     [](Elements& out) { out.keys[2 * kElements - 1] ^= 1; }},
};

}  // namespace

TEST_CASE("the_check_only_accepts_sorted_output") {
  for (const auto& [word, type] : bench::kKeyTypes) {
    for (const auto& [name, order] : bench::kOrders) {
      for (const auto payload : {vksort::Payload::none, vksort::Payload::index, vksort::Payload::u32}) {
        Input options;
        options.ordering = {.key_type = type, .order = order, .payload = payload};
        const Elements input = bench::makeInput(options, kElements);
        for (const std::size_t piece : {1, 7, 5000}) CHECK(accepts(options, input, sorted(options, input), piece));
      }
    }
  }
  for (const Fault& fault : kFaults) {
    CAPTURE(fault.name);
    Input options;
    options.ordering.key_type = fault.type;
    options.ordering.payload = fault.payloads ? vksort::Payload::u32 : vksort::Payload::none;
    options.distribution = fault.distribution;
    const Elements input = bench::makeInput(options, kElements);
    Elements output = sorted(options, input);
    fault.apply(output);
    for (const std::size_t piece : {1, 7, 5000}) CHECK_FALSE(accepts(options, input, output, piece));
    options.ties = vksort::Ties::by_value;
    CHECK_FALSE(accepts(options, input, output));
    options.ties = vksort::Ties::any;
    CHECK(accepts(options, input, output) == fault.right_with_any_ties);
  }
  const Elements zeros = {{3, 0, 0, 5}, {}};
  CHECK(accepts({}, zeros, {{0, 0, 3, 5}, {}}));
  for (const auto& wrong : {std::vector<std::uint32_t>{0, 3, 5}, {0, 3, 3, 5}})
    CHECK_FALSE(accepts({}, zeros, {wrong, {}}));
}

TEST_CASE("stable_payloads_follow_the_order_of_the_round") {
  Input options;
  options.ordering.payload = vksort::Payload::u32;
  const Elements input = {{7, 7, 7, 7, 3}, {0, 1, 2, 3, 4}};
  const auto accepted = [&](std::uint32_t first, const std::vector<std::uint32_t>& payloads) {
    return accepts(options, input, {{3, 7, 7, 7, 7}, payloads}, 2, {first, 5});
  };
  CHECK(accepted(0, {4, 0, 1, 2, 3}));
  CHECK(accepted(2, {4, 2, 3, 0, 1}));
  CHECK_FALSE(accepted(2, {4, 0, 1, 2, 3}));
  CHECK_FALSE(accepted(2, {4, 3, 2, 0, 1}));
  CHECK_FALSE(accepted(3, {4, 2, 3, 0, 1}));
}

TEST_CASE("the_check_requires_sorted_runs_with_their_own_elements") {
  const Elements input = {{4, 2, 3, 1, 9}, {}};
  const auto runStart = [](std::uint64_t place) { return place < 3 ? 0 : 3; };
  for (const std::size_t piece : {1, 2, 3, 5}) {
    CAPTURE(piece);
    CHECK(accepts({}, input, {{2, 3, 4, 1, 9}, {}}, piece, {}, runStart));
    for (const auto& wrong : {std::vector<std::uint32_t>{2, 4, 3, 1, 9}, {1, 9, 2, 3, 4}, {1, 3, 4, 2, 9}})
      CHECK_FALSE(accepts({}, input, {wrong, {}}, piece, {}, runStart));
  }
}

TEST_CASE("segment_lengths_add_up_and_match_their_names") {
  for (const auto& [word, shape] : bench::kSegmentLengths) {
    for (const auto& [count, segments] : {std::pair{1u << 22, 4080u}, {4100, 4080}, {5, 1000}, {7, 2}, {1, 1}}) {
      CAPTURE(word);
      CAPTURE(segments);
      std::vector<std::uint32_t> lengths = bench::segmentLengths(shape, count, segments);
      CHECK(lengths.size() == segments);
      CHECK(std::accumulate(lengths.begin(), lengths.end(), 0u) == count);
      std::ranges::sort(lengths, std::greater<>());
      if (shape == SegmentLengths::equal) CHECK(lengths.front() - lengths.back() <= 1);
      if (shape == SegmentLengths::half && segments > 1) CHECK(lengths[0] - count / 2 <= 1);
      if (shape == SegmentLengths::zipf && count >= segments) CHECK(lengths.back() >= 1);
      if (shape == SegmentLengths::zipf && count >> 22) CHECK(lengths[0] / lengths[99] == 99);
    }
  }
}

}  // namespace test
