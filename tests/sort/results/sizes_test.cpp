// Sorts are correct for every relevant count, and for every input of few elements.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/conform.h"
#include "support/driver.h"
#include "support/skip.h"

namespace test {
namespace {

constexpr Config kMain[] = {
    {},
    {.baseline = true},
    {.payload = kU32, .ties = kByValue},
    {.payload = kU32, .ties = kByValue, .baseline = true},
    {.key_type = kU64},
    {.key_type = kU64, .payload = kInterleaved, .ties = kByValue, .baseline = true},
};

// Zero-one principle: a comparator network that sorts every sequence of zeros and ones sorts everything (D. Knuth, The
// Art of Computer Programming 3, 5.3.4, theorem Z).
constexpr uint32_t kProved = 16;

// A permutation covers n + 1 zero-one inputs, one for each threshold. The binomial(n, n / 2) permutations of a
// symmetric chain decomposition cover all 2^n (Knuth, 5.3.4, exercise 56). If ones and zeros are matched like brackets,
// only unmatched bits change along a chain (C. Greene and D. Kleitman, 1976).
std::vector<uint64_t> chainsOf(uint32_t n) {
  std::vector<uint64_t> chains;
  for (uint64_t bits = 0; bits < uint64_t{1} << n; ++bits) {
    // The lowest set of a chain contains no unmatched ones.
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

// Elements of the lowest set are greatest, and the others follow as the chain adds them.
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

TEST_CASE("runs_at_the_requested_width") {
  onEveryDevice([](Rig& rig) {
    const uint32_t size = rig.device().properties().subgroup.subgroupSize;
    const bool software = rig.name().find("llvmpipe") != std::string::npos;
    CHECK((software ? size == static_cast<uint32_t>(wantedWidth()) : size > 0));
  });
  for (const int width : {4, 8, 16}) {
    const std::string complaint = widthComplaint("llvmpipe (LLVM 15.0.6)", static_cast<unsigned>(width));
    CHECK(complaint.empty() == (width == wantedWidth()));
  }
  CHECK(widthComplaint("NVIDIA H200", 32) == "");
}

TEST_CASE("sorts_every_size_up_to_two_tiles") {
  for (const Config& config : kMain) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const uint32_t two_tiles = 2u << rig.tuning(config).tile_log2;
        std::vector<Input> inputs;
        for (uint32_t n = 0; n <= two_tiles; ++n) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        expectSorts(rig, config, inputs);
      });
    }
  }
}

// Both sides of each, and a size in between.
TEST_CASE("sorts_around_every_power_of_two" * doctest::test_suite("one width")) {
  const uint32_t most_log2 = everythingWanted() ? 20 : 16;
  for (const Config& config : kMain) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        std::vector<Input> inputs;
        for (uint32_t k = 1; k <= most_log2; ++k)
          for (const uint32_t n : {(1u << k) - 1, 1u << k, (1u << k) + 1})
            inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        inputs.push_back({(3u << (most_log2 - 1)) + 1, Keys::random, Payload::index, nextSeed()});
        expectSorts(rig, config, inputs);
      });
    }
  }
}

TEST_CASE("chains_cover_every_zero_one_input" * doctest::test_suite("one width")) {
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
  for (const Config& config : std::span(kMain).first(4)) {
    if (!wanted(config)) continue;
    SUBCASE(describe(config).c_str()) {
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

}  // namespace test
