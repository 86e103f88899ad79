// The verifier: no planted fault gets by.
#include <doctest/doctest.h>

#include <span>

#include "support/check/verify_check.h"
#include "support/driver.h"
#include "support/mutants/mutants.h"
#include "support/oracle/inputs.h"

namespace test {
namespace {

using vksort::Order;
using vksort::Ties;
using vksort::Values;
using vksort::VerifyResult;

const Trial kVerifierTrial({Tag::verifier});

// Each two neighbours have one key, with values in order: sorted by either tie rule.
Elements sortedTwins(const Config& config, uint32_t n) {
  const bool descends = config.order == Order::descending && config.ties == Ties::value_in_order;
  Elements elements;
  for (uint32_t i = 0; i < n; ++i) {
    elements.keys.push_back(keyAt(config, i / 2 * (0xffffffffu / n)));
    if (config.values != Values::none) elements.values.push_back(descends ? i ^ 1u : i);
  }
  return elements;
}

struct Fault {
  const char* name;
  bool of_values;        // needs them
  bool changes_content;  // so that the checksum must tell
  uint32_t parity;       // of the positions where it can be
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
    {"one bit of a value changed", true, true, 1,
     [](Elements& elements, std::size_t at) { elements.values[at] ^= 0x80000000u; }},
    {"values swapped between different keys", true, true, 1,
     [](Elements& elements, std::size_t at) { std::swap(elements.values[at], elements.values[at + 1]); }},
    {"values swapped between equal keys", true, false, 0,
     [](Elements& elements, std::size_t at) { std::swap(elements.values[at], elements.values[at + 1]); }},
};

}  // namespace

TEST_CASE("the_verifier_finds_every_planted_fault") {
  constexpr uint32_t kCount = 3 * kVerifiedTile + 77;
  // Inside a workgroup's elements, and across their borders; at further widths one of either kind.
  constexpr std::size_t kPlaces[] = {127, kVerifiedTile - 2, 0, kVerifiedTile, 2 * kVerifiedTile + 1000, kCount - 3};
  const auto places = std::span(kPlaces).first(wantedWidth() == kMainWidth ? std::size(kPlaces) : 2);
  onEveryDevice([&](Rig& rig) {
    for (const Config& config : allOrderings()) {
      const Elements sorted = sortedTwins(config, kCount);
      const VerifyResult good = verifyOnHost(config, sorted);
      CHECK(good.inversions == 0);
      std::vector<const Fault*> planted;
      std::vector<Elements> list;
      for (const Fault& fault : kFaults) {
        if (fault.of_values && config.values == Values::none) continue;
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
        // Without a rule for ties, equal keys may swap their values.
        const bool no_fault = !planted[i]->changes_content && planted[i]->parity == 0 && config.ties == Ties::any;
        if (!planted[i]->changes_content) CHECK(seen.inversions == (no_fault ? 0 : 1));
      }
    }
  });
}

TEST_CASE("notices_every_mutant_of_the_verifier" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    uint32_t mutants = 0;
    for (const Mutant& mutant : kVerifierTrial.mutants()) {
      const std::string name = describe(mutant);
      INFO(name);
      ++mutants;
      vksort::Verifier broken;
      {
        const HookScope hooks(planted(mutant));
        broken = rig.makeVerifier();
      }
      const Config config{.values = Values::interleaved};
      Elements elements = generate(config, {kVerifiedTile + 5, Keys::last, Payload::all_ones, nextSeed()});
      const Verification verification{&config, &elements};
      const Verified verified = verifyOnDevice(rig, broken, {&verification, 1});
      CHECK_FALSE((verified.results[0] == verifyOnHost(config, elements)));
    }
    CHECK(mutants == kVerifierTrial.rows());
  });
}

}  // namespace test
