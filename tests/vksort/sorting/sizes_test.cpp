// Every element count that could matter.
#include <doctest/doctest.h>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Values;

constexpr Config kMain[] = {
    {.values = Values::none, .path = Path::automatic},
    {.values = Values::none, .path = Path::floor},
    {.values = Values::split, .path = Path::automatic},
    {.values = Values::split, .path = Path::floor},
    {.key_type = vksort::KeyType::u64, .path = Path::automatic},
    {.key_type = vksort::KeyType::u64, .path = Path::floor},
    {.key_type = vksort::KeyType::u64, .values = Values::split, .path = Path::automatic},
    {.key_type = vksort::KeyType::u64, .values = Values::split, .path = Path::floor},
};

void sortEverySizeUpToTwoTiles(const Config& config) {
  onEveryDeviceUnvalidated([&](Rig& rig) {
    const uint32_t two_tiles = 2u << rig.tuning(config).tile_log2;
    std::vector<Input> inputs;
    for (uint32_t n = 0; n <= two_tiles; ++n) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
    expectSorts(rig, config, inputs);
  });
}

}  // namespace

TEST_CASE("sorts_every_size_up_to_two_tiles") {
  for (const Config& config : kMain) {
    if (!wanted(config)) continue;
    const std::string name = describe(config);
    SUBCASE(name.c_str()) { sortEverySizeUpToTwoTiles(config); }
  }
}

// Both sides of 2^1 .. 2^most_log2, and a size in between.
void sortAroundPowersOfTwo(uint32_t most_log2) {
  for (const Config& config : kMain) {
    if (!wanted(config)) continue;
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
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

TEST_CASE("sorts_around_every_power_of_two" * doctest::test_suite("one width")) { sortAroundPowersOfTwo(16); }

TEST_CASE("sorts_around_every_large_power_of_two" * doctest::test_suite("full")) { sortAroundPowersOfTwo(20); }

}  // namespace test
