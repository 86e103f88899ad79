// The comparison, on made-up numbers.
#include <doctest/doctest.h>

#include <sstream>

#include "check.h"
#include "gpu/error.h"

namespace {

constexpr std::size_t kInstructions = gate::countIndex("instructions");

gate::Row row(const std::string& kernel, std::uint64_t instructions = 1000) {
  gate::Row made{"navi21", 64, "keys", kernel, {}};
  made.counts[kInstructions] = instructions;
  return made;
}

gate::Table table(std::vector<gate::Row> rows) { return {"a driver", std::move(rows)}; }

}  // namespace

TEST_CASE("growth_within_five_per_cent_passes") {
  for (const std::uint64_t instructions : {1000, 1040, 1050, 960}) {
    const gate::Verdict verdict = gate::check(table({row("sort")}), table({row("sort", instructions)}));
    CHECK(verdict.failures.empty());
    CHECK(verdict.hints.empty());
  }
}

TEST_CASE("growth_beyond_five_per_cent_of_any_count_fails_and_is_named") {
  const gate::Verdict verdict = gate::check(table({row("sort")}), table({row("sort", 1060)}));
  REQUIRE(verdict.failures.size() == 1);
  CHECK(verdict.failures[0] == "navi21 wave64 keys sort: instructions grew from 1000 to 1060, at most 1050 allowed");
  for (std::size_t i = 0; i < gate::kCounts.size(); ++i) {
    gate::Row before = row("sort"), after = row("sort");
    before.counts[i] = gate::kCounts[i].must_be_zero ? 0 : 100;
    after.counts[i] = 106;
    const std::string column = gate::kCounts[i].column;
    CAPTURE(column);
    CHECK(gate::check(table({before}), table({after})).failures.size() == 1);
  }
}

TEST_CASE("registers_that_do_not_fit_fail_even_if_recorded") {
  for (const char* column : {"spilled_vgprs", "spilled_sgprs", "scratch_bytes"}) {
    gate::Row spilling = row("sort");
    for (std::size_t i = 0; i < gate::kCounts.size(); ++i) {
      if (column == std::string(gate::kCounts[i].column)) spilling.counts[i] = 1;
    }
    const gate::Verdict verdict = gate::check(table({spilling}), table({spilling}));
    REQUIRE(verdict.failures.size() == 1);
    CHECK(verdict.failures[0] == "navi21 wave64 keys sort: " + std::string(column) + " is 1, must be 0");
  }
}

TEST_CASE("a_pipeline_of_one_table_alone_fails") {
  const gate::Verdict verdict = gate::check(table({row("old"), row("sort")}), table({row("sort"), row("new")}));
  REQUIRE(verdict.failures.size() == 2);
  CHECK(verdict.failures[0] == "navi21 wave64 keys new: is not in the recorded table");
  CHECK(verdict.failures[1] == "navi21 wave64 keys old: is recorded, but there is no such pipeline now");
}

TEST_CASE("lower_cost_and_another_driver_are_hints") {
  gate::Table now = table({row("sort", 940)});
  now.driver = "another";
  const gate::Verdict verdict = gate::check(table({row("sort")}), now);
  CHECK(verdict.failures.empty());
  CHECK(verdict.hints.size() == 2);
}

TEST_CASE("a_table_reads_back_as_written") {
  gate::Row full = row("sort");
  for (std::size_t i = 0; i < full.counts.size(); ++i) full.counts[i] = i + 1;
  std::stringstream text;
  gate::write(text, table({full, row("merge")}));
  const gate::Table back = gate::read(text);
  CHECK(back.driver == "a driver");
  REQUIRE(back.rows.size() == 2);
  CHECK(back.rows[0].name() == full.name());
  CHECK(back.rows[0].counts == full.counts);
}

TEST_CASE("a_broken_table_is_an_error") {
  std::stringstream good;
  gate::write(good, table({row("sort")}));
  for (const std::string& text : {std::string(), std::string("# driver\nother,columns\n"), good.str() + "short,64\n",
                                  good.str() + "navi21,x,keys,sort,1,1,1,1,1,1,1,1,1\n"}) {
    std::istringstream stream(text);
    CHECK_THROWS_AS((void)gate::read(stream), gpu::Error);
  }
}
