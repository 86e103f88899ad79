// Tunings against each other on a device.
#include "tune/tune_device.h"

#include <doctest/doctest.h>

#include "command_line/tuning_option.h"
#include "paths.h"
#include "support/child.h"
#include "support/devices.h"
#include "tune/tune.h"

namespace test {
namespace {

// While it lives, the sorts that are timed take `ticks` on the device, one after another, and those past the end the
// last two of them in turn. One at a time, and of one timed round each.
class TurnTimes {
 public:
  TurnTimes(gpu::Device& device, std::vector<std::uint64_t> ticks)
      : device_(device), before_(device.vk.vkGetQueryPoolResults) {
    told = std::move(ticks);
    next = 0;
    device.vk.vkGetQueryPoolResults = tell;
  }
  ~TurnTimes() { device_.vk.vkGetQueryPoolResults = before_; }
  TurnTimes(const TurnTimes&) = delete;
  TurnTimes& operator=(const TurnTimes&) = delete;

  std::size_t asked() const { return next; }

 private:
  static VkResult VKAPI_CALL tell(VkDevice, VkQueryPool, std::uint32_t, std::uint32_t count, std::size_t, void* out,
                                  VkDeviceSize, VkQueryResultFlags) {
    CHECK(count == 2);
    const std::size_t i = next++;
    auto* const times = static_cast<std::uint64_t*>(out);
    times[0] = 1000;
    times[1] = 1000 + told[i < told.size() ? i : told.size() - 2 + (i - told.size()) % 2];
    return VK_SUCCESS;
  }

  static inline std::vector<std::uint64_t> told;
  static inline std::size_t next = 0;
  gpu::Device& device_;
  PFN_vkGetQueryPoolResults before_;
};

// While it lives, the first so many allocations succeed and no other. One at a time.
class FewAllocations {
 public:
  FewAllocations(gpu::Device& device, std::size_t most) : device_(device) {
    real = device.vk.vkAllocateMemory;
    asked_for = 0;
    allowed = most;
    device.vk.vkAllocateMemory = allocate;
  }
  ~FewAllocations() { device_.vk.vkAllocateMemory = real; }
  FewAllocations(const FewAllocations&) = delete;
  FewAllocations& operator=(const FewAllocations&) = delete;

  std::size_t asked() const { return asked_for; }

 private:
  static VkResult VKAPI_CALL allocate(VkDevice device, const VkMemoryAllocateInfo* info,
                                      const VkAllocationCallbacks* callbacks, VkDeviceMemory* out) {
    return asked_for++ < allowed ? real(device, info, callbacks, out) : VK_ERROR_OUT_OF_DEVICE_MEMORY;
  }

  static inline PFN_vkAllocateMemory real = nullptr;
  static inline std::size_t asked_for = 0, allowed = 0;
  gpu::Device& device_;
};

const std::string kSaved = scratch("tuned.txt");

// What is saved of 3 elements, which few tunings sort otherwise.
vksort::Tuning tuned(const gpu::Device& device) {
  bench::TuneOptions options;
  options.common.sizes.counts = {3};
  options.common.configuration.max_count = 3;
  options.common.repeat = 1;
  options.save_tuning = kSaved;
  std::filesystem::remove(kSaved);
  REQUIRE(bench::run(device, options) == 0);
  return bench::readTuning(kSaved);
}

const std::vector<std::uint64_t> kEqual = {1000, 1000}, kLess = {1000, 900};

}  // namespace

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
  {
    const TurnTimes told(*device.device, {1000, 2000, 3000, 5000, 8000, 11'000});
    const std::optional<bench::TuneTimes> three = timed.lent(timed.start(), kCount);
    const double period = device.device->properties().timestamp_period;
    REQUIRE(three);
    CHECK(three->a_us == doctest::Approx(4 * period));
    CHECK(three->b_us == doctest::Approx(6 * period));
  }
  expectNoValidationMessages();
}

TEST_CASE("tune_keeps_what_is_faster_once_more_and_nothing_else") {
  gpu::Device& device = *devices().front().device;
  const auto tunedIn = [&](std::vector<std::uint64_t> ticks) {
    const TurnTimes told(device, std::move(ticks));
    const vksort::Tuning found = tuned(device);
    CHECK(told.asked() >= 6 + 6);  // at last, and radix
    return found;
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

TEST_CASE("tune_keeps_what_it_found_where_memory_for_radix_runs_out") {
  gpu::Device& device = *devices().front().device;
  const auto tunedIn = [&](std::size_t allocations, std::size_t& asked) {
    const TurnTimes told(device, kLess);
    const FewAllocations few(device, allocations);
    const vksort::Tuning found = tuned(device);
    asked = few.asked();
    return found;
  };
  std::size_t all = 0, until = 0;
  vksort::Tuning less = tunedIn(~std::size_t{0}, all);
  CHECK(less.radix_from == 3);
  less.radix_from = 0;
  CHECK(bench::textOf(tunedIn(all - 1, until)) == bench::textOf(less));
  CHECK(until == all);
  expectNoValidationMessages();
}

}  // namespace test
