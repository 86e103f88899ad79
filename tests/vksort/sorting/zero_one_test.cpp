// The zero-one principle: a comparator network that sorts every sequence of zeros and ones sorts everything (D. Knuth,
// The Art of Computer Programming 3, 5.3.4, theorem Z). All 2^n inputs prove a network of n elements.
#include <doctest/doctest.h>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Values;

constexpr uint32_t kProved = 16;
constexpr Config kZeroOneConfigs[] = {
    {.values = Values::none, .path = Path::automatic},
    {.values = Values::none, .path = Path::floor},
    {.values = Values::split, .path = Path::automatic},
    {.values = Values::split, .path = Path::floor},
};

// A permutation stands for n + 1 zero-one inputs, one for each threshold; the permutations of a symmetric chain
// decomposition, binomial(n, n / 2) of them, stand for all 2^n (Knuth, 5.3.4, exercise 56).
// A set of bits is in the middle of the chain that its bracketing gives: ones open, zeros close; unmatched ones and
// zeros, which look like 0..01..1, are what changes along the chain (C. Greene and D. Kleitman, 1976).
std::vector<uint64_t> chainsOf(uint32_t n) {
  std::vector<uint64_t> chains;
  for (uint64_t bits = 0; bits < uint64_t{1} << n; ++bits) {
    // The lowest set of a chain has no unmatched ones.
    uint32_t open = 0;
    for (uint32_t i = 0; i < n; ++i) {
      if (bits >> i & 1) {
        ++open;
      } else if (open > 0) {
        --open;
      }
    }
    if (open == 0) chains.push_back(bits);
  }
  return chains;
}

// Places of the elements: those of the chain's lowest set are greatest, then each unmatched one as the chain adds it.
std::vector<uint32_t> permutationOf(uint32_t n, uint64_t lowest) {
  std::vector<uint32_t> unmatched;
  uint32_t open = 0;
  for (uint32_t i = 0; i < n; ++i) {
    if (lowest >> i & 1) {
      ++open;
    } else if (open > 0) {
      --open;
    } else {
      unmatched.push_back(i);
    }
  }
  std::vector<uint32_t> places(n, 0);
  uint32_t next = n;
  for (uint32_t i = 0; i < n; ++i)
    if (lowest >> i & 1) places[i] = --next;
  for (auto i = unmatched.rbegin(); i != unmatched.rend(); ++i) places[*i] = --next;
  for (uint32_t i = 0; i < n; ++i)
    if (places[i] == 0 && next > 0) places[i] = --next;
  return places;
}

}  // namespace

TEST_CASE("chains_stand_for_every_zero_one_input") {
  for (uint32_t n = 1; n <= kProved; ++n) {
    std::vector<bool> covered(std::size_t{1} << n);
    for (const uint64_t lowest : chainsOf(n)) {
      const std::vector<uint32_t> places = permutationOf(n, lowest);
      for (uint32_t threshold = 0; threshold <= n; ++threshold) {
        std::size_t bits = 0;
        for (uint32_t i = 0; i < n; ++i) bits |= std::size_t{places[i] >= threshold} << i;
        covered[bits] = true;
      }
    }
    CHECK(std::count(covered.begin(), covered.end(), false) == 0);
  }
}

TEST_CASE("sorts_every_zero_one_chain_of_up_to_16_elements") {
  for (const Config& config : kZeroOneConfigs) {
    if (!wanted(config)) continue;
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        std::vector<Input> inputs;
        for (uint32_t n = 1; n <= kProved; ++n) {
          for (const uint64_t lowest : chainsOf(n)) {
            uint64_t nibbles = 0;
            const std::vector<uint32_t> places = permutationOf(n, lowest);
            for (uint32_t i = 0; i < n; ++i) nibbles |= uint64_t{places[i]} << 4 * i;
            inputs.push_back({n, Keys::nibbles, Payload::index, nibbles});
          }
        }
        expectSorts(rig, config, inputs);
      });
    }
  }
}

// The same without the theory of chains.
void sortEveryZeroOneInput(const Config& config) {
  onEveryDeviceUnvalidated([&](Rig& rig) {
    std::vector<Input> inputs;
    for (uint32_t n = 1; n <= kProved; ++n)
      for (uint64_t bits = 0; bits < uint64_t{1} << n; ++bits)
        inputs.push_back({n, Keys::zero_one, Payload::index, bits});
    expectSorts(rig, config, inputs);
  });
}

TEST_CASE("sorts_every_zero_one_input_of_up_to_16_keys" * doctest::test_suite("full")) {
  sortEveryZeroOneInput(kZeroOneConfigs[0]);
}

TEST_CASE("sorts_every_zero_one_input_of_up_to_16_elements_on_every_path" * doctest::test_suite("full")) {
  for (const Config& config : kZeroOneConfigs) {
    const std::string name = describe(config);
    SUBCASE(name.c_str()) { sortEveryZeroOneInput(config); }
  }
}

}  // namespace test
