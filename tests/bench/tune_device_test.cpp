// Tunings against each other on a device.
#include "tune/tune_device.h"

#include <doctest/doctest.h>

#include "bench/support.h"
#include "command_line/tuning_option.h"
#include "support/devices.h"
#include "tune/tune.h"

namespace test {
namespace {

// What is saved for 3 elements, which few tunings sort otherwise.
vksort::Tuning tuned(const gpu::Device& device) {
  const std::string saved = scratch("tuned.txt");
  bench::TuneOptions options;
  options.common.sizes.counts = {3};
  options.common.configuration.max_count = 3;
  options.common.repeat = 1;
  options.save_tuning = saved;
  std::filesystem::remove(saved);
  REQUIRE(bench::run(device, options) == 0);
  return bench::readTuning(saved);
}

const std::vector<std::uint64_t> kEqual = {1000, 1000}, kLess = {1000, 900};

}  // namespace

TEST_CASE("tune_keeps_what_is_faster_once_more_and_nothing_else") {
  gpu::Device& device = *devices().front().device;
  const auto tunedIn = [&](std::vector<std::uint64_t> ticks) {
    const ToldTimes told(device, std::move(ticks), true);
    return tuned(device);
  };
  const vksort::Tuning start = tunedIn(kEqual);
  vksort::Tuning less = tunedIn(kLess);
  CHECK(less.radix_from == 3);
  less.radix_from = start.radix_from;
  CHECK(bench::textOf(less) != bench::textOf(start));
  // Faster in the search, which times it once and then three times, and not at last.
  std::vector<std::uint64_t> luck;
  for (int pass = 0; pass < 1 + 3; ++pass) luck.insert(luck.end(), kLess.begin(), kLess.end());
  luck.insert(luck.end(), kEqual.begin(), kEqual.end());
  CHECK(bench::textOf(tunedIn(luck)) == bench::textOf(start));
  expectNoValidationMessages();
}

}  // namespace test
