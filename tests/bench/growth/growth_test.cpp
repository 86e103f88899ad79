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
  return row;
}

}  // namespace

TEST_CASE("growth_rows_hold_the_plan_and_the_measurement") {
  CHECK(bench::growthCsv({}, exampleRow()) ==
        "u32,none,split,value,1000,3,3,24.000,24.00000,24.00,1e+09,0.2500,0.50,yes");
  CHECK(fieldsOf(bench::growthHeader()).size() == fieldsOf(bench::growthCsv({}, exampleRow())).size());
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
  CHECK(bench::growthCsv({}, row).ends_with(",no"));
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
    REQUIRE(row.size() == 14);
    CHECK(row[5] == row[6]);
    CHECK(row[13] == "yes");
  }
  CHECK(fieldsOf(lines[1])[7] == "16.000");
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
    CHECK(lines[2].ends_with(",yes"));
  }
}

}  // namespace test
