// Checks that each subcommand works, and that invalid input is rejected without losing or overwriting a file.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "bench/support.h"

namespace test {
namespace {

struct BadInput {
  const char* arguments;
  const char* named;
};

const BadInput kBadInputs[] = {
    {"--system v7", "--system"},
    {"--count many", "--count"},
    {"--count 010", "--count"},  // not octal
    {"--count --json", "--count"},
    {"--count 1073741824", "1073741824"},
    {"--count 1000 --system v0", "v0"},
    {"--repeat 1 --repeat 2", "--repeat"},
    {"--values u32", "--values"},
    {"--payload u32", "--payload"},  // stable sorts in place
    {"--payload index --layout interleaved", "--layout"},
    {"--key-bits 33", "--key-bits"},
    {"--segments 3 --scratch required", "--segments"},
    {"--segment-lengths half", "--segment-lengths"},
    {"--vksort-algorithm radix --count 8", "--scratch"},  // would sort in place
    {"--distribution few --against $ANCHORS", "--distribution"},
    {"--list-devices --json", "--list-devices"},
    {"--device nonesuch", "nonesuch"},
    {"--csv /nonexistent/rows.csv", "/nonexistent/rows.csv"},
    {"--against /dev/zero", "/dev/zero"},
    {"--key-bits 8 --count 1024 --against $ANCHORS", "--against"},
    {"paper --keys f32", "--keys"},
    {"paper --against $ANCHORS", "--against"},
    {"create --threads 0", "--threads"},
    {"--frobnicate", "--frobnicate"},
    {"--seed 3 paper", "paper"},
};

}  // namespace

TEST_CASE("bad_input_is_rejected_by_name_without_output_files") {
  for (const BadInput& bad : kBadInputs) {
    CAPTURE(bad.arguments);
    const std::string arguments = bad.arguments;
    const bool has_csv = arguments.find("--csv") != std::string::npos;
    const ChildResult result = bench(arguments + (has_csv ? "" : " --csv $CSV"));
    CAPTURE(result.output);
    CHECK(result.exit_code == 2);
    CHECK(splitLines(result.output).size() == 1);
    CHECK(result.output.starts_with("vksort-bench: "));
    CHECK(result.output.find(bad.named) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(kCsv));
  }
  const ChildResult none = run({"env", "VK_ICD_FILENAMES=/none", "VK_DRIVER_FILES=/none", BENCH_SMALL});
  CHECK(none.exit_code == 2);
  CHECK(splitLines(none.output).size() == 1);
}

TEST_CASE("help_only_explains_the_columns_of_its_subcommand") {
  const std::pair<const char*, const char*> kOwn[] = {
      {"paper", "step speed-up"}, {"create", "SPIR-V bytes:"}, {"toolkit", "runs, cells:"}};
  for (const auto& [command, own] : kOwn) {
    const ChildResult result = bench(std::string(command) + " --help");
    CHECK(result.exit_code == 0);
    for (const auto& [other, text] : kOwn) {
      INFO(std::string(command) << ": " << std::string(text));
      CHECK((result.output.find(text) != std::string::npos) == (text == own));
    }
    const bool sorts = command != std::string("create") && command != std::string("toolkit");
    CHECK((result.output.find("few: 16 distinct keys") != std::string::npos) == sorts);
  }
}

TEST_CASE("input_files_are_not_overwritten") {
  const std::string link = scratch("read-anchors.link");
  std::filesystem::remove(link);
  std::filesystem::create_symlink(kAnchors, link);
  CHECK(bench("sort --count 8 --against $ANCHORS --csv '" + link + "'").exit_code == 2);
  CHECK(bench("sort --count 8 --against $ANCHORS --csv $ANCHORS").exit_code == 2);
  CHECK(readFile(kAnchors).ends_with("keys,10,2,some GPU\n"));
}

TEST_CASE("sort_times_and_verifies_every_mode") {
  struct Mode {
    const char* arguments;
    std::size_t rows;
    const char* column;
    const char* field;
  };
  const Mode modes[] = {
      {"--system all --min-log2 10 --max-log2 10", bench::allSystems().size(), "keys", "u32"},
      {"--keys u64 --payload u32 --layout interleaved --scratch on --key-bits 40 --order descending --distribution few "
       "--system cpu,vksort,verify",
       9, "key_bits", "40"},
      {"--payload index --scratch on --vksort-algorithm radix", 3, "payload", "index"},
      {"--count-on gpu --capacity 20000 --payload u32 --ties any --system all", 3, "count_on", "gpu"},
      {"--segments 7 --payload u32 --layout interleaved --ties value", 3, "segments", "7"},
      {"--segments 7 --segment-lengths zipf --payload index --discard-keys", 3, "segment_lengths", "zipf"},
      {"--segments 3 --segment-lengths half --payload u32 --scratch on --vksort-algorithm radix", 3, "used", "radix"},
      {"--baseline --distribution nearly", 3, "distribution", "nearly"},
      {"--keys f32 --payload u32 --scratch required --vksort-algorithm radix", 3, "used", "radix"},
  };
  for (const Mode& mode : modes) {
    std::string arguments = mode.arguments;
    CAPTURE(arguments);
    if (arguments.find("--min-log2") == std::string::npos) arguments += " --count 1,700,9000";
    const ChildResult result = bench(arguments + " --json --repeat 2 --csv $CSV", "2>/dev/null");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    const nlohmann::json json = nlohmann::json::parse(result.output);
    CHECK(json.size() == mode.rows);
    for (const auto& row : json) CHECK(row["verified"] == true);
    auto rows = namedRows(readFile(kCsv));
    REQUIRE(rows.size() == mode.rows);
    for (auto& row : rows) CHECK(row["verified"] == "yes");
    CHECK(rows.back()[mode.column] == mode.field);
    CHECK(json[0]["version"] == "vksort-bench 0.1.0");
    for (const char* origin : {"device", "driver", "version", "date"})
      CHECK(rows[0][origin] == json[0][origin].get<std::string>());
  }
}

TEST_CASE("paper_and_toolkit_write_verified_rows") {
  const std::pair<const char*, std::size_t> commands[] = {
      {"paper --min-log2 12 --max-log2 12 --keys i32 --order descending", 7},
      {"toolkit --count 1,5000 --element-words 3", 26},
      {"toolkit --count 1,5000 --only cull", 2}};
  for (const auto& [command, least] : commands) {
    CAPTURE(command);
    const ChildResult result = bench(std::string(command) + " --repeat 1 --csv $CSV");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    auto rows = namedRows(readFile(kCsv));
    CHECK(rows.size() >= least);
    for (auto& row : rows) CHECK(row["verified"] == "yes");
  }
}

TEST_CASE("create_reports_when_a_staged_sorter_first_sorts") {
  const std::string common = "create --payload index --vksort-algorithm bitonic --max-count 2000 --csv $CSV";
  REQUIRE(bench(common).exit_code == 0);
  const std::size_t pipelines = namedRows(readFile(kCsv)).size() - 1;
  const ChildResult result = bench(common + " --staged");
  CAPTURE(result.output);
  REQUIRE(result.exit_code == 0);
  auto rows = namedRows(readFile(kCsv));
  CHECK(rows.size() - 1 == pipelines + 4);  // pipelines of the baseline
  CHECK(std::stod(rows.back()["first_sort_ms"]) < std::stod(rows.back()["ms"]));
}

TEST_CASE("create_reports_the_same_pipelines_on_any_threads") {
  std::set<std::string> kernels[2];
  for (const bool threads : {false, true}) {
    const ChildResult result =
        bench(std::string("create --payload index --vksort-algorithm bitonic --max-count 64 --threads ") +
              (threads ? "3" : "1") + " --csv $CSV");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    auto rows = namedRows(readFile(kCsv));
    REQUIRE(rows.size() > 2);
    CHECK(rows.back()["kernel"] == "all");
    const std::string sum = rows.back()["spirv_bytes"], all_ms = rows.back()["ms"];
    rows.pop_back();
    std::uint64_t bytes = 0;
    double ms = 0;
    for (auto& row : rows) {
      CHECK(row["threads"] == (threads ? "3" : "1"));
      CHECK(row["pipelines"] == std::to_string(rows.size()));
      CHECK(row["first_sort_ms"] == all_ms);
      CHECK(std::stod(row["ms"]) > 0);
      ms += std::stod(row["ms"]);
      bytes += std::stoull(row["spirv_bytes"]);
      kernels[threads].insert(row["kernel"]);
    }
    CHECK(std::to_string(bytes) == sum);
    if (!threads) CHECK(ms == doctest::Approx(std::stod(all_ms)).epsilon(0.3));  // only the pipelines take long
    CHECK(result.output.find("\n" + std::to_string(rows.size()) + " pipelines, ") != std::string::npos);
    CHECK(kernels[threads].size() == rows.size());
  }
  CHECK(kernels[0] == kernels[1]);
}

TEST_CASE("the_plot_script_draws_the_committed_results") {
  const std::string script = BENCH_PLOT, out = scratch("plots");
  std::filesystem::remove_all(out);
  std::filesystem::copy(std::filesystem::path(script).parent_path() / "results/h200", out);
  for (const auto& file : std::filesystem::directory_iterator(out))
    if (file.path().extension() == ".png") std::filesystem::remove(file);
  const ChildResult result = run({"sh", "-c", "cd '" + out + "' && gnuplot '" + script + "'"});
  CHECK(result.exit_code == 0);
  CHECK(result.output == "");
  for (const std::string name : {"time-keys", "time-pairs", "lead"})
    CHECK(readFile(out + "/" + name + ".png").starts_with("\x89PNG"));
}

}  // namespace test
