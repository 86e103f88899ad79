// The verifier matches the CPU and finds every planted fault, and its checksum depends on each bit.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "support/check/verify_check.h"
#include "support/driver.h"
#include "support/oracle/inputs.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Ties;
using vksort::VerifyResult;

}  // namespace

TEST_CASE("verifier_and_cpu_agree_in_every_ordering" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : allOrderings()) {
      std::vector<Elements> list;
      for (const Keys keys :
           {Keys::random, Keys::sorted, Keys::entropy_7, Keys::float_specials, Keys::last, Keys::low_word})
        for (const uint32_t n : {1u, 2u, 129u, kVerifiedTile + 1})
          list.push_back(generate(config, {n, keys, Payload::random, nextSeed()}));
      expectAgreement(rig, rig.verifier(), config, list);
    }
  });
}

TEST_CASE("verifier_and_cpu_agree_at_every_size" * doctest::test_suite("one width")) {
  constexpr uint32_t kTile = kVerifiedTile;
  constexpr uint32_t kSizes[] = {0,   1,         2,     3,         4,         127,       128,           129,    512,
                                 513, kTile - 1, kTile, kTile + 1, kTile + 2, 3 * kTile, 5 * kTile + 1, 100'003};
  onEveryDevice([&](Rig& rig) {
    for (const auto payload : {vksort::Payload::none, vksort::Payload::u32, vksort::Payload::interleaved}) {
      for (const bool push : {true, false}) {
        const Config config{.key_type = kF32, .order = kDown, .payload = payload, .ties = kByValue};
        std::vector<Elements> list;
        for (const uint32_t n : kSizes) list.push_back(generate(config, {n, Keys::random, Payload::index, nextSeed()}));
        expectAgreement(rig, rig.verifier(push), config, list);
      }
    }
  });
}

namespace {

struct Fault {
  const char* name;
  bool of_values;
  bool changes_content;
  uint32_t parity;       // parity of possible positions
  void (*plant)(Elements& elements, std::size_t at);
};
constexpr Fault kFaults[] = {
    {"two neighbours swapped", false, false, 1,
     [](Elements& elements, std::size_t at) {
       std::swap(elements.keys[at], elements.keys[at + 1]);
       if (!elements.values.empty()) std::swap(elements.values[at], elements.values[at + 1]);
     }},
    {"a key duplicated over its neighbour", false, true, 1,
     [](Elements& elements, std::size_t at) { elements.keys[at] = elements.keys[at + 1]; }},
    {"an element lost and the last one repeated", false, true, 0,
     [](Elements& elements, std::size_t at) {
       const auto offset = static_cast<std::ptrdiff_t>(at);
       elements.keys.erase(elements.keys.begin() + offset);
       elements.keys.push_back(elements.keys.back());
       if (elements.values.empty()) return;
       elements.values.erase(elements.values.begin() + offset);
       elements.values.push_back(elements.values.back());
     }},
    {"one bit of a key changed", false, true, 0, [](Elements& elements, std::size_t at) { elements.keys[at] ^= 1u; }},
    {"one bit of a payload changed", true, true, 1,
     [](Elements& elements, std::size_t at) { elements.values[at] ^= 0x80000000u; }},
    {"payloads swapped between different keys", true, true, 1,
     [](Elements& elements, std::size_t at) { std::swap(elements.values[at], elements.values[at + 1]); }},
    {"payloads swapped between equal keys", true, false, 0,
     [](Elements& elements, std::size_t at) { std::swap(elements.values[at], elements.values[at + 1]); }},
};

}  // namespace

TEST_CASE("the_verifier_finds_every_planted_fault" * doctest::test_suite("one width")) {
  constexpr uint32_t kCount = 3 * kVerifiedTile + 77;
  // Inside workgroups and across their borders. Widths other than the main one use one of each.
  constexpr std::size_t kPlaces[] = {127, kVerifiedTile - 2, 0, kVerifiedTile, 2 * kVerifiedTile + 1000, kCount - 3};
  const auto places = std::span(kPlaces).first(wantedWidth() == kMainWidth ? std::size(kPlaces) : 2);
  onEveryDevice([&](Rig& rig) {
    for (const Config& config : allOrderings()) {
      // Pairs of neighbors have equal keys, and payloads ascend.
      const Elements sorted = generate(config, {kCount, Keys::runs, Payload::index, nextSeed(), 2});
      const VerifyResult good = verifyOnHost(config, sorted);
      CHECK(good.inversions == 0);
      std::vector<const Fault*> planted;
      std::vector<Elements> list;
      for (const Fault& fault : kFaults) {
        if (fault.of_values && config.payload == vksort::Payload::none) continue;
        for (const std::size_t place : places) {
          list.push_back(sorted);
          fault.plant(list.back(), place / 2 * 2 + fault.parity);
          planted.push_back(&fault);
        }
      }
      expectAgreement(rig, rig.verifier(), config, list);
      for (std::size_t i = 0; i < list.size(); ++i) {
        INFO(describe(config) << ", " << planted[i]->name);
        const VerifyResult seen = verifyOnHost(config, list[i]);
        const bool same = seen.checksum[0] == good.checksum[0] && seen.checksum[1] == good.checksum[1];
        CHECK(seen.elements == kCount);
        CHECK(same != planted[i]->changes_content);
        // Swapping equal keys is valid unless payloads must ascend.
        const bool no_fault = planted[i]->parity == 0 && !orderingOf(config).payloads_ascend;
        if (!planted[i]->changes_content) CHECK(seen.inversions == (no_fault ? 0 : 1));
      }
    }
  });
}

TEST_CASE("ordering_follows_from_sorter_and_recording" * doctest::test_suite("one width")) {
  for (const auto payload :
       {vksort::Payload::none, vksort::Payload::index, vksort::Payload::u32, vksort::Payload::interleaved}) {
    for (const Ties ties : {Ties::stable, Ties::by_value, Ties::any}) {
      vksort::SorterInfo sorter{};
      sorter.payload = payload;
      sorter.ties = ties;
      vksort::SortInfo sort{};
      sort.key_type = kF32;
      sort.order = kDown;
      sort.nan_rule = kNanLast;
      const vksort::Ordering ordering = vksort::orderingOf(sorter, sort);
      CHECK(ordering.key_type == sort.key_type);
      CHECK(ordering.order == sort.order);
      CHECK(ordering.nan_rule == sort.nan_rule);
      CHECK(ordering.payload == payload);
      const bool indices = payload == vksort::Payload::index && ties == Ties::stable;
      CHECK(ordering.payloads_ascend == (indices || (payload != vksort::Payload::none && ties == Ties::by_value)));
    }
  }
}

TEST_CASE("the_checksum_ignores_the_order_of_elements" * doctest::test_suite("one width")) {
  for (const Config& config : allOrderings()) {
    Elements elements = generate(config, {5003, Keys::entropy_3, Payload::random, nextSeed()});
    const Elements given = elements;
    const VerifyResult before = verifyOnHost(config, elements);
    Random random{nextSeed()};
    for (std::size_t i = elements.keys.size() - 1; i > 0; --i) {
      const std::size_t j = random.word() % (i + 1);
      std::swap(elements.keys[i], elements.keys[j]);
      if (!elements.values.empty()) std::swap(elements.values[i], elements.values[j]);
    }
    const VerifyResult after = verifyOnHost(config, elements);
    CHECK(elements.keys != given.keys);
    CHECK(after.checksum[0] == before.checksum[0]);
    CHECK(after.checksum[1] == before.checksum[1]);
  }
}

// The digest is one to one, so each change of one element changes it.
TEST_CASE("the_checksum_depends_on_each_bit_of_an_element" * doctest::test_suite("one width")) {
  constexpr uint32_t kSamples = 2000;
  for (const KeyType type : {KeyType::u32, KeyType::u64}) {
    const Config config{.key_type = type, .payload = kU32};
    const uint32_t key_bits = wideKeys(config) ? 64 : 32;
    Random random{nextSeed()};
    std::vector<uint32_t> flips((key_bits + 32) * 64);
    for (uint32_t sample = 0; sample < kSamples; ++sample) {
      // The first samples are small, like real values.
      const bool small = sample < 1000;
      const uint64_t key = wideKeys(config) ? random.bits() : random.word();
      const Elements plain{{small ? sample / 32 : key}, {small ? sample % 32 : random.word()}};
      const VerifyResult before = verifyOnHost(config, plain);
      for (uint32_t bit = 0; bit < key_bits + 32; ++bit) {
        Elements altered = plain;
        if (bit < key_bits) altered.keys[0] ^= uint64_t{1} << bit;
        if (bit >= key_bits) altered.values[0] ^= 1u << (bit - key_bits);
        const VerifyResult after = verifyOnHost(config, altered);
        const uint64_t changed =
            uint64_t{after.checksum[0] ^ before.checksum[0]} << 32 | (after.checksum[1] ^ before.checksum[1]);
        REQUIRE(changed != 0);
        for (uint32_t out = 0; out < 64; ++out) flips[bit * 64 + out] += static_cast<uint32_t>(changed >> out & 1);
      }
    }
    const auto [min, max] = std::ranges::minmax(flips);
    CHECK(min > kSamples * 2 / 5);
    CHECK(max < kSamples * 3 / 5);
  }
}

}  // namespace test
