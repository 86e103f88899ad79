// What is timed, how often, and what comes of it; the rate of a copy.
#include "measure/measure.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <chrono>

#include "bench/idle.h"
#include "bench/told_times.h"
#include "measure/bandwidth.h"
#include "measure/std_sort.h"
#include "support/devices.h"

namespace test {
namespace {

std::uint64_t groups = 0;
void VKAPI_CALL countGroups(VkCommandBuffer, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  groups += std::uint64_t{x} * y * z;
}

std::uint32_t submissions = 0;
PFN_vkQueueSubmit submit = nullptr;
VkResult VKAPI_CALL countSubmission(VkQueue queue, std::uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
  submissions += count;
  return submit(queue, count, infos, fence);
}

}  // namespace

TEST_CASE("a_measurement_is_the_median_of_the_timed_rounds_in_microseconds") {
  TestDevice& device = devices().front();
  const double period = device.device->properties().core.limits.timestampPeriod;
  const bench::Input input;
  const bench::Workload workload(*device.device, input, bench::makeInput(input, 1000), 1000);
  Idle idle;
  const ToldTimes told(*device.device, {9'000'000, 100, 5000, 1000, 9000, 2000, 7000});
  idle.recording = std::chrono::milliseconds(2);
  const auto start = std::chrono::steady_clock::now();
  const bench::Measurement measured = bench::measureDevice(*device.device, idle, workload, {2, 5});
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
  CHECK(measured.median_us == doctest::Approx(5 * period));
  CHECK(measured.min_us == doctest::Approx(1 * period));
  CHECK(measured.max_us == doctest::Approx(9 * period));
  CHECK_FALSE(measured.verified);
  CHECK(measured.record_us >= 2000);
  CHECK(4 * measured.record_us <= passed.count());  // four of seven take the median or longer
}

TEST_CASE("large_inputs_have_fewer_rounds_but_those_that_are_asked_for") {
  const auto rounds = [](std::optional<std::uint32_t> repeat, std::uint32_t count) {
    const bench::Rounds found = bench::roundsFor(repeat, count);
    return std::pair(found.warm_ups, found.timed);
  };
  constexpr std::uint32_t kLarge = 1u << 26;
  CHECK(rounds({}, kLarge - 1) == std::pair(3u, 15u));
  CHECK(rounds({}, kLarge) == std::pair(1u, 5u));
  CHECK(rounds(2, kLarge - 1) == std::pair(2u, 2u));
  CHECK(rounds(2, kLarge) == std::pair(1u, 2u));
  CHECK(rounds(40, kLarge) == std::pair(1u, 40u));
}

TEST_CASE("sorts_of_few_elements_are_submitted_together") {
  CHECK(bench::sortsPerSubmission((1u << 22) - 1) == bench::Algorithm::kSlots);
  CHECK(bench::sortsPerSubmission(1u << 22) == 1);
  TestDevice& device = devices().front();
  const bench::Input input;
  const bench::Workload workload(*device.device, input, bench::makeInput(input, 1000), 1000);
  Idle idle;
  submit = std::exchange(device.device->vk.vkQueueSubmit, countSubmission);
  submissions = 0;
  bench::measureDevice(*device.device, idle, workload, {1, bench::Algorithm::kSlots});
  device.device->vk.vkQueueSubmit = submit;
  CHECK(submissions == 2 + 1);  // and the result is read
}

TEST_CASE("std_sort_is_verified_too") {
  for (const auto type : {vksort::KeyType::u32, vksort::KeyType::u64}) {
    for (const auto order : {vksort::Order::ascending, vksort::Order::descending}) {
      for (const auto values : {vksort::Values::none, vksort::Values::split}) {
        bench::Input input;
        input.ordering = {.key_type = type, .order = order, .values = values};
        CHECK(bench::measureCpu(input.ordering, 1, bench::makeInput(input, 1000)).verified);
      }
    }
  }
}

TEST_CASE("std_sort_is_timed_as_often_as_is_asked_for_and_five_times_at_most") {
  constexpr std::size_t kLarge = 1u << 20;
  CHECK(bench::stdSortRounds({}, 1000) == 5);
  CHECK(bench::stdSortRounds(2, kLarge - 1) == 2);
  CHECK(bench::stdSortRounds(40, kLarge - 1) == 5);
  CHECK(bench::stdSortRounds({}, kLarge) == 1);
  CHECK(bench::stdSortRounds(40, kLarge) == 1);
  // One time is all three.
  const bench::Measurement once = bench::measureCpu({}, 1, bench::makeInput({}, 10000));
  CHECK(once.min_us == once.median_us);
  CHECK(once.max_us == once.median_us);
}

// As many comparisons as the first round: it is of the same input, and not of what is sorted already.
TEST_CASE("std_sort_has_fresh_input_in_each_round") {
  static std::uint64_t comparisons;
  struct Counted {
    std::uint32_t rank;
    bool operator<(const Counted& other) const { return ++comparisons, rank < other.rank; }
  };
  constexpr std::size_t kCount = 1000;
  const std::vector<std::uint32_t> keys = bench::makeInput({}, kCount).keys;
  const auto spent = [&](std::uint32_t rounds) {
    comparisons = 0;
    CHECK(bench::timeStdSort<Counted>(kCount, rounds, [&](std::size_t i) { return Counted{keys[i]}; }).verified);
    return comparisons - (kCount - 1);  // without those of the check
  };
  CHECK_FALSE(std::ranges::is_sorted(keys));
  CHECK(spent(3) == 3 * spent(1));
}

TEST_CASE("the_copy_rate_is_measured") {
  for (TestDevice& device : devices()) {
    const gpu::DeviceProperties& properties = device.device->properties();
    const bool software = properties.core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    const double bytes =
        std::min<double>(software ? 32 << 20 : 256 << 20, std::bit_floor(properties.core.limits.maxStorageBufferRange));
    // All of it is copied, each time.
    const auto dispatch = std::exchange(device.device->vk.vkCmdDispatch, countGroups);
    groups = 0;
    bench::copyBandwidth(*device.device);
    device.device->vk.vkCmdDispatch = dispatch;
    CHECK(groups * 128 * 64 == 9 * static_cast<std::uint64_t>(bytes));  // 128 threads with four words of 16 bytes each
    {
      const ToldTimes told(*device.device, {9'000'000, 1, 8'000'000, 2, 5'000'000, 3, 7'000'000, 4, 6'000'000});
      const double median = 5'000'000 * properties.timestamp_period * 1e-9;
      CHECK(bench::copyBandwidth(*device.device) == doctest::Approx(2 * bytes / median));
    }
    // Five of nine rounds take the median or longer, and all of them no longer than passed here.
    const auto start = std::chrono::steady_clock::now();
    const double rate = bench::copyBandwidth(*device.device);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    REQUIRE(rate > 0);
    CHECK(5 * 2 * bytes / rate <= passed.count());
  }
  expectNoValidationMessages();
}

}  // namespace test
