// `vksort-bench breakdown`: the time by pass and by cause.
#include <doctest/doctest.h>

#include "algorithms/algorithms.h"
#include "algorithms/vksort_algorithm.h"
#include "bench/program.h"
#include "bench/told_times.h"
#include "breakdown/breakdown_report.h"
#include "breakdown/empty_pass.h"
#include "measure/bandwidth.h"
#include "support/devices.h"

namespace test {
namespace {

bench::Breakdown exampleBreakdown() {
  bench::Breakdown breakdown;
  breakdown.count = 1000;
  breakdown.untimed = {3, 24.0, 20.0, 30.0, 0.5, true};
  breakdown.passes = {{{"tile_sort", 9, 2, 4000, 4000}, 12.0},
                      {{"global_short", 10, 1, 4000, 4000}, 6.0},
                      {{"merge_half", 10, 4, 4000, 4000}, 8.0},
                      {{"global_short", 11, 1, 4000, 4000}, 4.0}};
  breakdown.used = "radix";
  breakdown.scratch_bytes = 4096;
  return breakdown;
}

}  // namespace

TEST_CASE("time_is_attributed_to_launches_memory_and_the_rest") {
  bench::Breakdown breakdown = exampleBreakdown();
  bench::attribute(breakdown, {2.0, 8e9});
  CHECK(breakdown.launch_us == doctest::Approx(8.0));
  CHECK(breakdown.memory_us == doctest::Approx(4.0));
  CHECK(breakdown.rest_us == doctest::Approx(12.0));
  CHECK(bench::timedTotal(breakdown) == doctest::Approx(30.0));
  const std::vector<bench::KernelTime> kernels = bench::byKernel(breakdown);
  REQUIRE(kernels.size() == 3);
  CHECK(kernels[1].name == "global_short");
  CHECK(kernels[1].passes == 2);
  CHECK(kernels[1].us == doctest::Approx(10.0));
  CHECK(kernels[1].bytes == doctest::Approx(16000));
  const std::string text = bench::breakdownText(breakdown, {2.0, 8e9});
  CHECK(text.find("sum of the timed passes 30.00 us (+25.0 %)") != std::string::npos);
  CHECK(text.find("launches       8.00 us  33.3 %") != std::string::npos);
}

TEST_CASE("breakdown_rows_hold_a_pass_each") {
  bench::Breakdown breakdown = exampleBreakdown();
  bench::attribute(breakdown, {2.0, 8e9});
  const std::vector<std::string> lines = splitLines(bench::breakdownCsv({}, breakdown, {2.0, 8e9}));
  REQUIRE(lines.size() == 4);
  CHECK(lines[2] ==
        "u32,none,split,value,1000,24.00,30.00,2.000,8e+09,8.00,4.00,12.00,yes,2,merge_half,10,4,8000,8.000,"
        "ascending,random,cpu,no,no,radix,4096,32,0,1");
  CHECK(std::string(bench::breakdownHeader()) ==
        "keys,values,layout,ties,n,total_us,timed_us,empty_pass_us,copy_bytes_per_s,launch_us,memory_us,rest_us,"
        "verified,pass,kernel,stage,workgroups,bytes,median_us,order,distribution,count_on,coherent,hook,used,"
        "scratch_bytes,key_bits,value_bits,lists");
  bench::Configuration configuration;
  configuration.lists = 7;
  CHECK(splitLines(bench::breakdownCsv(configuration, breakdown, {2.0, 8e9}))[2].ends_with(",radix,4096,32,0,7"));
  breakdown.untimed.verified = false;
  for (const std::string& line : splitLines(bench::breakdownCsv({}, breakdown, {2.0, 8e9})))
    CHECK(fieldsOf(line)[12] == "no");
}

TEST_CASE("every_pass_is_timed_and_every_result_verified") {
  for (TestDevice& device : devices()) {
    CAPTURE(device.name);
    bench::Configuration configuration;
    configuration.scratch = true;
    configuration.algorithm = vksort::Algorithm::rank;  // the second of these is lent memory
    bench::Vksort sort(*device.device, configuration);
    for (const std::uint32_t count : {1u, 3000u, 100'000u}) {
      const bench::Workload workload(*device.device, configuration.input, bench::makeInput(configuration.input, count),
                                     count);
      CHECK(workload.bytes() == count * 4);
      const bench::Breakdown breakdown = bench::measureBreakdown(*device.device, sort, workload, {1, 10});
      const vksort::Plan plan = sort.plan();
      CHECK(breakdown.untimed.verified);
      REQUIRE(breakdown.passes.size() == plan.dispatches);
      std::uint64_t bytes = 0;
      for (const bench::PassTime& pass : breakdown.passes) {
        CHECK(pass.median_us > 0);
        bytes += pass.plan.bytes_read + pass.plan.bytes_written;
      }
      CHECK(bytes == plan.bytes_read + plan.bytes_written);
      CHECK(breakdown.used == sort.used());
      CHECK(breakdown.scratch_bytes == sort.scratchBytes());
      if (count != 3000) continue;
      CHECK(breakdown.used == "rank");
      CHECK(breakdown.scratch_bytes > 12'000);
      REQUIRE(plan.dispatches > 1);
      // The medians of three rounds after two.
      std::vector<std::uint64_t> ticks;
      for (const std::uint64_t round : {9'000'000u, 9'000'000u, 9'000u, 1'000u, 3'000u}) {
        for (std::uint32_t i = 0; i < plan.dispatches; ++i) ticks.push_back(round + i);
      }
      ticks.resize(std::max<std::size_t>(ticks.size(), 5), 1000);  // and those of whole sorts
      const ToldTimes told(*device.device, ticks);
      const bench::Breakdown exact = bench::measureBreakdown(*device.device, sort, workload, {2, 3});
      const double period = device.device->properties().timestamp_period;
      for (std::size_t i = 0; i < exact.passes.size(); ++i)
        CHECK(exact.passes[i].median_us == doctest::Approx((3000 + static_cast<double>(i)) * period / 1000));
    }
    // Lists have what they had in the last round.
    configuration = {};
    configuration.lists = 7;
    bench::Vksort lists(*device.device, configuration);
    const bench::Workload workload(*device.device, configuration.input, bench::makeInput(configuration.input, 500),
                                   500);
    CHECK(bench::measureBreakdown(*device.device, lists, workload, {0, 3}).untimed.verified);
  }
  expectNoValidationMessages();
}

TEST_CASE("bytes_moved_are_the_plan_s_and_the_ladder_s_whole_passes") {
  for (TestDevice& device : devices()) {
    const bench::Configuration configuration;
    const bench::Workload workload(*device.device, configuration.input, bench::makeInput(configuration.input, 4096),
                                   4096);
    for (const char* name : {"v0", "step", "vksort"}) {
      const auto algorithm = bench::makeAlgorithm(*device.device, configuration, name);
      algorithm->prepare(workload.buffers(), 4096);
      CHECK(algorithm->bytesMoved() == std::uint64_t{8} * 4096 * algorithm->dispatchCount());
    }
  }
}

TEST_CASE("the_costs_of_the_device_are_measured") {
  for (TestDevice& device : devices()) {
    CHECK(bench::emptyPassTime(*device.device) > 0);
    const double ns = device.device->properties().timestamp_period;
    {
      // The median of 15 rounds of 64 passes.
      const ToldTimes told(*device.device,
                           {1, 2, 3, 4, 5, 6, 7, 64'000, 99'000, 99'000, 99'000, 99'000, 99'000, 99'000, 99'000});
      CHECK(bench::emptyPassTime(*device.device) == doctest::Approx(ns));
    }
    {
      // As much is copied as in large buffers, only over and over.
      const ToldTimes told(*device.device, std::vector<std::uint64_t>(9, 2'000'000));
      const double rate = bench::copyBandwidth(*device.device);
      CHECK(bench::cachedBandwidth(*device.device, 1 << 16, 1.0) == doctest::Approx(rate));
      CHECK(bench::cachedBandwidth(*device.device, 1 << 16, 2 * rate) == 2 * rate);
    }
    CHECK(bench::cachedBandwidth(*device.device, 1 << 16, 1e15) == 1e15);
    CHECK(bench::cachedBandwidth(*device.device, VkDeviceSize{1} << 40, 5.0) == 5.0);
  }
  expectNoValidationMessages();
}

TEST_CASE("breakdown_prints_and_writes_each_size") {
  const ChildResult result = shippedBench("breakdown --count 1000,20000 --repeat 2 --csv '" + kCsv + "'");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  CHECK(result.output.find("1000 elements: ") != std::string::npos);
  CHECK(result.output.find("  tile_sort ") != std::string::npos);
  const std::vector<std::string> lines = splitLines(readFile(kCsv));
  REQUIRE(lines.size() > 3);
  CHECK(lines[0] == bench::breakdownHeader());
  CHECK(fieldsOf(lines[1])[4] == "1000");
  CHECK(fieldsOf(lines.back())[4] == "20000");
}

}  // namespace test
