// Every element count that could matter.
#include <doctest/doctest.h>

#include "conform.h"

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
  onEveryDevice([&](Rig& rig) {
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

TEST_CASE("sorts_around_every_power_of_two" * doctest::test_suite("one width")) {
  for (const Config& config : kMain) {
    if (!wanted(config)) continue;
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDevice([&](Rig& rig) {
        std::vector<Input> inputs;
        for (uint32_t k = 1; k <= 20; ++k)
          for (const uint32_t n : {(1u << k) - 1, 1u << k, (1u << k) + 1})
            inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        inputs.push_back({1'500'001, Keys::random, Payload::index, nextSeed()});
        expectSorts(rig, config, inputs);
      });
    }
  }
}

}  // namespace test
