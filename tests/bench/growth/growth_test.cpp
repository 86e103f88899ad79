// `vksort-bench growth`: the plan beside what is recorded and measured.
#include <doctest/doctest.h>

#include "algorithms/vksort_algorithm.h"
#include "bench/program.h"
#include "growth/counted_dispatches.h"
#include "growth/growth_report.h"
#include "support/devices.h"

namespace test {
namespace {

bench::GrowthRow exampleRow() {
  bench::GrowthRow row;
  row.count = 1000;
  row.planned = {3, 2, 4, 12000, 12000};
  row.recorded = 3;
  row.measured = {3, 24.0, 20.0, 30.0, 0.5, true};
  row.copy_rate = 4e9;
  row.used = "radix";
  row.scratch_bytes = 4096;
  return row;
}

}  // namespace

TEST_CASE("growth_rows_hold_the_plan_and_the_measurement") {
  CHECK(bench::growthCsv({}, exampleRow()) ==
        "u32,none,split,value,1000,3,3,24.000,24.00000,24.00,1e+09,0.2500,0.50,yes,"
        "ascending,random,cpu,no,no,radix,4096,32,0");
  CHECK(std::string(bench::growthHeader()) ==
        "keys,values,layout,ties,n,dispatches_planned,dispatches_recorded,bytes_per_key,ns_per_key,median_us,"
        "bytes_per_s,copy_share,cpu_record_us,verified,order,distribution,count_on,coherent,hook,used,scratch_bytes,"
        "key_bits,value_bits");
  bench::Configuration configuration;
  configuration.input.ordering = {.order = vksort::Order::descending, .values = vksort::Values::split};
  configuration.input.distribution = bench::Distribution::few;
  configuration.input.key_bits = 9;
  configuration.input.value_bits = 20;
  configuration.count_on_gpu = configuration.coherent = true;
  CHECK(bench::growthCsv(configuration, exampleRow()).ends_with(",yes,descending,few,gpu,yes,no,radix,4096,9,20"));
}

TEST_CASE("growth_has_a_rate_in_gigabytes_per_second_and_none_where_no_time_passed") {
  bench::GrowthRow row = exampleRow();
  CHECK(bench::growthText(row) ==
        "      1000        3         3       24.0    24.0000      24.00      1.0   25.0%       0.50 yes\n");
  row.measured.median_us = 0;
  CHECK(bench::growthText(row) ==
        "      1000        3         3       24.0     0.0000       0.00      0.0    0.0%       0.50 yes\n");
  CHECK(bench::growthCsv({}, row).starts_with("u32,none,split,value,1000,3,3,24.000,0.00000,0.00,0,0.0000,"));
}

TEST_CASE("growth_notices_a_plan_that_is_off_by_one") {
  bench::GrowthRow row = exampleRow();
  CHECK(bench::agrees(row));
  row.planned.dispatches += 1;
  CHECK_FALSE(bench::agrees(row));
  CHECK_FALSE(bench::isRight(row));
  row = exampleRow();
  CHECK(bench::isRight(row));
  row.measured.verified = false;
  CHECK(bench::agrees(row));
  CHECK_FALSE(bench::isRight(row));
  CHECK(fieldsOf(bench::growthCsv({}, row))[13] == "no");
}

TEST_CASE("growth_plans_what_it_records") {
  const ChildResult result = bench("growth --count 2,1000,5000,70000 --values u32 --repeat 2 --csv '" + kCsv + "'");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  const std::vector<std::string> lines = splitLines(readFile(kCsv));
  REQUIRE(lines.size() == 5);
  CHECK(lines[0] == bench::growthHeader());
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> row = fieldsOf(lines[i]);
    REQUIRE(row.size() == 23);
    CHECK(row[5] == row[6]);
    CHECK(row[13] == "yes");
    CHECK(row[19] == "bitonic");
    CHECK(row[20] == "0");
  }
  CHECK(fieldsOf(lines[1])[7] == "16.000");
  // In lent memory it is another plan.
  const ChildResult lent = bench("growth --scratch on --use radix --count 9000 --repeat 1 --csv '" + kCsv + "'");
  CAPTURE(lent.output);
  REQUIRE(lent.exit_code == 0);
  const std::vector<std::string> row = fieldsOf(splitLines(readFile(kCsv)).back());
  REQUIRE(row.size() == 23);
  CHECK(row[5] == row[6]);
  CHECK(row[19] == "radix");
  CHECK(std::stoull(row[20]) > 36'000);
}

TEST_CASE("dispatches_are_counted_as_they_are_recorded") {
  for (TestDevice& device : devices()) {
    const bench::Configuration configuration;
    bench::Vksort sort(*device.device, configuration, VK_NULL_HANDLE, bench::countingInstanceProcAddr);
    for (const std::uint32_t count : {1u, 100u, 100'000u}) {
      const bench::Workload workload(*device.device, configuration.input, bench::makeInput(configuration.input, count),
                                     count);
      const std::uint64_t before = bench::countedDispatches();
      CHECK(bench::measureDevice(*device.device, sort, workload, {1, 2}).verified);
      CHECK(bench::countedDispatches() - before == 3 * sort.sorter().plan(count).dispatches);
    }
  }
  expectNoValidationMessages();
}

TEST_CASE("growth_plans_keys_of_64_bits_as_well" * doctest::test_suite("full")) {
  for (const std::string values : {"none", "u32"}) {
    const ChildResult result =
        bench("growth --keys u64 --count 2,5000 --repeat 2 --values " + values + " --csv '" + kCsv + "'");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    const std::vector<std::string> lines = splitLines(readFile(kCsv));
    REQUIRE(lines.size() == 3);
    CHECK(lines[1].starts_with("u64," + values + ",split,value,2,1,1," + (values == "none" ? "16" : "24") + ".000,"));
    CHECK(fieldsOf(lines[2])[13] == "yes");
  }
}

}  // namespace test
