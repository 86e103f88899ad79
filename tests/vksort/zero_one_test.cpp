// The zero-one principle: a comparator network that sorts every sequence of zeros and ones sorts everything (D. Knuth,
// The Art of Computer Programming 3, 5.3.4, theorem Z). All 2^n inputs prove a network of n elements.
#include <doctest/doctest.h>

#include "conform.h"

namespace test {

using vksort::Path;
using vksort::Values;

TEST_CASE("sorts_every_zero_one_input_of_up_to_16_elements") {
  constexpr Config kProved[] = {
      {.values = Values::none, .path = Path::automatic},
      {.values = Values::none, .path = Path::floor},
      {.values = Values::split, .path = Path::automatic},
      {.values = Values::split, .path = Path::floor},
  };
  for (const Config& config : kProved) {
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDevice([&](Rig& rig) {
        std::vector<Input> inputs;
        for (uint32_t n = 1; n <= 16; ++n)
          for (uint64_t bits = 0; bits < uint64_t{1} << n; ++bits)
            inputs.push_back({n, Keys::zero_one, Payload::index, bits});
        expectSorts(rig, config, inputs);
      });
    }
  }
}

}  // namespace test
