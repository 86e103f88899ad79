// Tunings against each other on a device.
#include "tune/tune_device.h"

#include <doctest/doctest.h>

#include "support/devices.h"

namespace test {

TEST_CASE("tune_times_others_and_radix_in_lent_memory") {
  constexpr std::uint32_t kCount = 3000;
  TestDevice& device = devices().front();
  bench::Configuration configuration;
  configuration.max_count = kCount;
  bench::TuneDevice timed(*device.device, configuration, 1, {});
  REQUIRE(timed.isSortedByRadix(timed.start(), kCount));
  const std::optional<bench::TuneTimes> lent = timed.lent(timed.start(), kCount);
  REQUIRE(lent);
  CHECK(lent->count == kCount);
  CHECK(std::string(lent->a_used) == "rank");
  CHECK(std::string(lent->b_used) == "radix");
  CHECK(lent->a_us > 0);
  CHECK(lent->b_us > 0);
  const std::vector<bench::TuneTimes> in_place = timed.times(timed.start(), timed.start());
  CHECK(in_place.empty());
  CHECK(timed.allVerified());
  expectNoValidationMessages();
}

}  // namespace test
