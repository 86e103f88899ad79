// The script that measures all tables of sorts in lent memory, with a program in the place of the benchmark.
#include <doctest/doctest.h>

#include <filesystem>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

const std::string kTables = scratch("measured");
const std::string kStandIn = scratch("measured-program");
const std::string kCalls = scratch("measured-calls");

// Notes what it is called with, and writes one row of two fields; or fails where it is to sort keys of 64 bits.
ChildResult measure(std::vector<std::string> arguments, bool fails = false) {
  writeFile(kStandIn, "#!/usr/bin/env bash\nprintf '%s\\n' \"$*\" >>'" + kCalls + "'\n" +
                          (fails ? "[[ $* != *u64* ]] || exit 1\n" : "") +
                          "while (($# > 0)); do [[ $1 != --csv ]] || printf 'a,b\\n1,2\\n' >\"$2\"; shift; done\n");
  std::filesystem::permissions(kStandIn, std::filesystem::perms::owner_all);
  std::filesystem::remove(kCalls);
  arguments.insert(arguments.begin(), {kMeasure, "--bench", kStandIn, "--device", "some GPU"});
  return run(arguments);
}

std::ptrdiff_t filesIn(const std::string& directory) {
  return std::distance(std::filesystem::directory_iterator(directory), std::filesystem::directory_iterator());
}

bool isCalledWith(const std::string& text) { return readFile(kCalls).find(text) != std::string::npos; }

}  // namespace

TEST_CASE("tables_are_measured_that_were_asked_for_and_all_without") {
  std::filesystem::remove_all(kTables);
  REQUIRE(measure({"--out", kTables, "scratch", "runs"}).exit_code == 0);
  CHECK(filesIn(kTables) == 2);
  const std::vector<std::string> scratch_lines = splitLines(readFile(kTables + "/scratch.csv"));
  CHECK(scratch_lines[0] == "table,a,b");
  CHECK(scratch_lines[1] == "keys,1,2");
  const std::size_t rows_of_runs = splitLines(readFile(kTables + "/runs.csv")).size() - 1;
  CHECK(scratch_lines.size() - 1 + rows_of_runs == splitLines(readFile(kCalls)).size());  // a row of each
  CHECK(readFile(kTables + "/runs.csv").starts_with("a,b\n1,2\n1,2\n"));
  for (const char* const part :
       {" --device some GPU --csv ", "--scratch on --min-log2 8 --max-log2 25 --values iota --device",
        "--values u32 --ties any --key-bits 16 --use radix", "--count 257,320,384,513,", "--count 25165824 --device",
        "--keys u64 --distribution few"}) {
    CAPTURE(part);
    CHECK(isCalledWith(part));
  }
  CHECK_FALSE(isCalledWith("create"));
  REQUIRE(measure({"--out", kTables}).exit_code == 0);
  CHECK(filesIn(kTables) == 10);
  CHECK(splitLines(readFile(kTables + "/create.csv")).size() > 20);
  CHECK(isCalledWith("create --threads 16 --values u32 --max-count 4096 --always-lends"));
  for (const char* const degrees : {"0", "0.02", "0.05", "0.1", "0.5"})
    for (const char* const ties : {" --ties any", " --value-bits 20", ""})
      for (const char* const how : {" --scratch on --device", " --scratch on --coherent --device"}) {
        const std::string frame = std::string("--camera ") + degrees + ties + how;
        CAPTURE(frame);
        CHECK(isCalledWith(frame));
      }
}

// Creation takes longer in some processes than in others, as the host's cores are busy.
TEST_CASE("a_creation_is_measured_in_seven_processes_and_the_one_in_the_middle_is_told") {
  std::filesystem::remove_all(kTables);
  writeFile(kStandIn,
            "#!/usr/bin/env bash\necho >>'" + kCalls + "'\ncalls=$(wc -l <'" + kCalls +
                "')\nof_all=(900 50 40 1000 60 20 30)\nwhile (($# > 0)); do [[ $1 != --csv ]] || "
                "printf 'kernel,ms,x\\na,%s,5\\nall,%s,6\\n' $calls ${of_all[calls % 7]} >\"$2\"; shift; done\n");
  std::filesystem::permissions(kStandIn, std::filesystem::perms::owner_all);
  std::filesystem::remove(kCalls);
  REQUIRE(run({kMeasure, "--bench", kStandIn, "--out", kTables, "create"}).exit_code == 0);
  const std::vector<std::string> lines = splitLines(readFile(kTables + "/create.csv"));
  const std::size_t configurations = splitLines(readFile(kCalls)).size() / 8;  // once on one thread, seven times on 16
  REQUIRE(configurations > 10);
  REQUIRE(lines.size() == 1 + 2 * 2 * configurations);  // two rows of each process that is told, and one head
  CHECK(lines[0] == "kernel,ms,x");
  for (std::size_t i = 0; i < configurations; ++i) CHECK(lines[2 * configurations + 2 * i + 2] == "all,50,6");
}

TEST_CASE("a_table_that_cannot_be_measured_is_said") {
  const ChildResult unknown = measure({"--out", kTables, "scratches"});
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.output == "measure: no table is called 'scratches'; see --help\n");
  CHECK(measure({"scratch"}).output == "measure: --out: needs a directory\n");
  CHECK(measure({"--out"}).output == "measure: --out: needs a value\n");
  CHECK(measure({"--out", kTables, "--bench", kTables + "/none"}).output ==
        "measure: --bench: " + kTables + "/none is no program\n");
  writeFile(kCalls, "");
  CHECK(run({kMeasure, "--out", kCalls, "--bench", kStandIn}).output == "measure: --out: cannot make " + kCalls + "\n");
  // What is there stays, and nothing else is.
  std::filesystem::remove_all(kTables);
  REQUIRE(measure({"--out", kTables, "scratch"}).exit_code == 0);
  const std::string before = readFile(kTables + "/scratch.csv");
  const ChildResult failed = measure({"--out", kTables, "scratch"}, true);
  CHECK(failed.exit_code == 2);
  CHECK(readFile(kTables + "/scratch.csv") == before);
  CHECK(filesIn(kTables) == 1);
  CHECK(failed.output.find("--keys u64: exit status 1\n") != std::string::npos);
}

}  // namespace test
