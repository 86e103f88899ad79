// The verifier's checksum: whatever the order, and with each bit.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/verify_check.h"
#include "support/oracle/inputs.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Values;
using vksort::VerifyResult;

}  // namespace

TEST_CASE("the_checksum_is_that_of_the_elements_in_any_order" * doctest::test_suite("one width")) {
  for (const Config& config : allOrderings()) {
    Elements elements = generate(config, {5003, Keys::entropy_3, Payload::random, nextSeed()});
    const Elements given = elements;
    const VerifyResult before = verifyOnHost(config, elements);
    Random random(nextSeed());
    for (std::size_t i = elements.keys.size() - 1; i > 0; --i) {
      const std::size_t j = random.next() % (i + 1);
      std::swap(elements.keys[i], elements.keys[j]);
      if (!elements.values.empty()) std::swap(elements.values[i], elements.values[j]);
    }
    const VerifyResult after = verifyOnHost(config, elements);
    CHECK(elements.keys != given.keys);
    CHECK(after.checksum[0] == before.checksum[0]);
    CHECK(after.checksum[1] == before.checksum[1]);
  }
}

// One to one: no alteration of one element can hide.
TEST_CASE("the_checksum_changes_with_each_bit_of_an_element_and_avalanches" * doctest::test_suite("one width")) {
  constexpr uint32_t kSamples = 2000;
  for (const KeyType type : {KeyType::u32, KeyType::u64}) {
    const Config config{.key_type = type, .values = Values::split};
    const uint32_t key_bits = wideKeys(config) ? 64 : 32;
    Random random(nextSeed());
    std::vector<uint32_t> flips((key_bits + 32) * 64);
    for (uint32_t sample = 0; sample < kSamples; ++sample) {
      // The first samples are close to 0, as real values are.
      const bool small = sample < 1000;
      const uint64_t key = wideKeys(config) ? random.next64() : random.next();
      const Elements plain{{small ? sample / 32 : key}, {small ? sample % 32 : random.next()}};
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
    const auto [least, most] = std::ranges::minmax(flips);
    CHECK(least > kSamples * 2 / 5);
    CHECK(most < kSamples * 3 / 5);
  }
}

}  // namespace test
