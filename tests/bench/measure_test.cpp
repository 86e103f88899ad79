// What is timed, how often, what is made of the times, and that a result which is not sorted fails the run.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "bench/breakdown.h"
#include "bench/support.h"
#include "support/devices.h"

namespace test {
namespace {

gpu::Device& anyDevice() { return *devices().front().device; }

bench::Workload workloadOf(const bench::Input& input, std::uint32_t count) {
  return {anyDevice(), input, bench::makeInput(input, count), count};
}

double copiedBytes(const gpu::Device& device) {
  const VkPhysicalDeviceProperties& properties = device.properties().core;
  const bool software = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  return std::min<double>(software ? 32 << 20 : 256 << 20, std::bit_floor(properties.limits.maxStorageBufferRange));
}

struct KeptRows : bench::Output {
  explicit KeptRows(std::vector<bench::Row>& to) : rows(to) {}
  void row(const bench::Row& row) override { rows.push_back(row); }
  std::vector<bench::Row>& rows;
};

}  // namespace

TEST_CASE("a_measurement_is_the_median_of_the_timed_rounds_in_microseconds") {
  gpu::Device& device = anyDevice();
  const double period = device.properties().core.limits.timestampPeriod;
  const bench::Workload workload = workloadOf({}, 1000);
  Idle idle;
  const ToldTimes told(device, {9'000'000, 100, 5000, 1000, 9000, 2000, 7000});
  idle.recording = std::chrono::milliseconds(2);
  const auto start = std::chrono::steady_clock::now();
  const bench::Measurement measured = bench::measureDevice(device, idle, workload, {2, 5});
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - start;
  CHECK(measured.median_us == doctest::Approx(5 * period));
  CHECK(measured.min_us == doctest::Approx(1 * period));
  CHECK(measured.max_us == doctest::Approx(9 * period));
  CHECK_FALSE(measured.verified);
  CHECK(measured.record_us >= 2000);
  CHECK(4 * measured.record_us <= passed.count());  // four of seven take the median or longer
}

TEST_CASE("large_inputs_have_fewer_rounds") {
  constexpr std::uint32_t kLarge = 1u << 26;
  CHECK((bench::roundsFor({}, kLarge - 1) == bench::Rounds{3, 15}));
  CHECK((bench::roundsFor({}, kLarge) == bench::Rounds{1, 5}));
  CHECK((bench::roundsFor(2, kLarge - 1) == bench::Rounds{2, 2}));
  CHECK((bench::roundsFor(40, kLarge) == bench::Rounds{1, 40}));
  CHECK(bench::sortsPerSubmission((1u << 22) - 1) == bench::Algorithm::kSlots);
  CHECK(bench::sortsPerSubmission(1u << 22) == 1);
}

// Each round takes as many comparisons as the first: its input is not sorted already.
TEST_CASE("std_sort_has_fresh_input_in_each_round_and_is_verified") {
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
  CHECK(bench::measureCpu({}, 1, bench::makeInput({}, kCount)).verified);
}

TEST_CASE("the_copy_rate_and_the_cost_of_an_empty_pass_are_medians") {
  gpu::Device& device = anyDevice();
  const double bytes = copiedBytes(device), ns = device.properties().timestamp_period;
  {
    const ToldTimes told(device, {9'000'000, 1, 8'000'000, 2, 5'000'000, 3, 7'000'000, 4, 6'000'000});
    CHECK(bench::copyBandwidth(device) == doctest::Approx(2 * bytes / (5'000'000 * ns * 1e-9)));
  }
  {
    // The median of 15 rounds of 64 passes.
    const ToldTimes told(device, {1, 2, 3, 4, 5, 6, 7, 64'000, 99'000, 99'000, 99'000, 99'000, 99'000, 99'000, 99'000});
    CHECK(bench::emptyPassTime(device) == doctest::Approx(ns));
  }
  CHECK(bench::copyBandwidth(device) > 0);
  CHECK(bench::emptyPassTime(device) > 0);
  expectNoValidationMessages();
}

TEST_CASE("every_pass_of_a_breakdown_is_timed_and_its_result_verified") {
  gpu::Device& device = anyDevice();
  bench::Configuration configuration;
  configuration.scratch = vksort::Scratch::optional;
  configuration.algorithm = vksort::Algorithm::rank;
  bench::Vksort sort(device, configuration);
  const bench::Workload workload = workloadOf(configuration.input, 3000);
  const bench::Breakdown breakdown = bench::measureBreakdown(device, sort, workload, {1, 3});
  CHECK(breakdown.untimed.verified);
  CHECK(breakdown.used == "rank");
  CHECK(breakdown.scratch_bytes == sort.scratchBytes());
  REQUIRE(sort.passes().size() > 1);
  REQUIRE(breakdown.passes.size() == sort.passes().size());
  std::uint64_t bytes = 0;
  for (const bench::PassTime& pass : breakdown.passes) {
    CHECK(pass.median_us > 0);
    bytes += pass.plan.bytes_read + pass.plan.bytes_written;
  }
  CHECK(bytes == sort.bytesMoved());
  // The medians of three rounds after two.
  std::vector<std::uint64_t> ticks;
  for (const std::uint64_t round : {9'000'000u, 9'000'000u, 9'000u, 1'000u, 3'000u})
    for (std::uint32_t i = 0; i < sort.dispatchCount(); ++i) ticks.push_back(round + i);
  ticks.resize(std::max<std::size_t>(ticks.size(), 5), 1000);  // for whole sorts, too
  {
    const ToldTimes told(device, ticks);
    const bench::Breakdown exact = bench::measureBreakdown(device, sort, workload, {2, 3});
    for (std::size_t i = 0; i < exact.passes.size(); ++i)
      CHECK(exact.passes[i].median_us ==
            doctest::Approx((3000 + static_cast<double>(i)) * device.properties().timestamp_period / 1000));
  }
  expectNoValidationMessages();
}

TEST_CASE("rows_have_their_share_of_the_copy_rate_their_memory_and_the_anchors_of_their_mode") {
  constexpr std::uint32_t kCount = 1024;
  gpu::Device& device = anyDevice();
  bench::Options options;
  options.repeat = 1;
  options.against = scratch("session-anchors.csv");
  writeFile(options.against, "system,mode,log2_n,gpu_us\na,keys,10,2\nb,pairs,10,3\n");
  options.configuration.max_count = kCount;
  for (const bool scratch : {false, true}) {
    options.configuration.scratch = scratch ? vksort::Scratch::required : vksort::Scratch::never;
    options.configuration.algorithm = scratch ? vksort::Algorithm::radix : vksort::Algorithm::bitonic;
    options.configuration.input.ordering.payload = scratch ? vksort::Payload::u32 : vksort::Payload::none;
    std::vector<bench::Row> rows;
    const bench::Plan plan = {{{kCount, {"cpu", "vksort", "verify"}}}, {}};
    const ToldTimes told(device, {2000, 1000, 2000, 2000, 2000, 2000, 2000, 2000, 2000});  // a copy takes two sorts
    CHECK(bench::measurePlan(device, options, plan, std::make_unique<KeptRows>(rows)) == 0);
    REQUIRE(rows.size() == 3);
    for (const bench::Row& row : rows) {
      CAPTURE(row.algorithm);
      CHECK((row.scratch_bytes > kCount * 8) == (scratch && row.algorithm == "vksort"));
      CHECK(row.copy_share == doctest::Approx(2 * row.bytes_moved / (2 * copiedBytes(device))));
      CHECK((row.copy_share > 0) == (row.algorithm != "cpu"));
      REQUIRE(row.anchors.size() == (row.algorithm == "verify" ? 0 : 1));
      if (!row.anchors.empty()) CHECK(row.anchors[0].system == (scratch ? "b" : "a"));
    }
    CHECK(rows[1].used == (scratch ? "radix" : "bitonic"));
  }
  expectNoValidationMessages();
}

TEST_CASE("a_result_that_is_not_sorted_fails_every_subcommand_that_sorts") {
  bench::Options options;
  options.sizes.counts = {16};
  options.configuration.max_count = 16;
  options.repeat = 1;
  for (const auto run : {bench::runSort, bench::runBreakdown}) CHECK(run(anyDevice(), options) == 0);
  // Nothing is copied to the buffers that are sorted, nor from them.
  gpu::Device& device = anyDevice();
  const auto copy = std::exchange(device.vk.vkCmdCopyBuffer, [](auto...) {});
  for (const auto run : {bench::runSort, bench::runBreakdown}) CHECK(run(device, options) == 1);
  device.vk.vkCmdCopyBuffer = copy;
}

}  // namespace test
