// tests/run, samples/run and .ci/run as whole scripts: what they start, in which order, and what they make of it.
#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "tree.h"

namespace test {
namespace {

namespace fs = std::filesystem;

std::string lastLine(const ChildResult& result) {
  const std::vector<std::string> lines = splitLines(result.output);
  return lines.empty() ? "" : lines.back();
}

// Words of the one call of ctest.
std::string ctestCall(const Tree& tree) {
  const std::vector<std::string> calls = tree.calls("ctest");
  return calls.size() == 1 ? calls[0] + " " : std::to_string(calls.size()) + " calls of ctest";
}

const char* const kScripts[] = {"samples/run", "tests/run"};

}  // namespace

TEST_CASE("a_checkout_that_cannot_be_written_is_refused_in_one_line") {
  struct Obstacle {
    const char* what;
    void (*put)(const Tree& tree);
    bool root;  // stops root too
  };
  const Obstacle obstacles[] = {
      {"a folder where nobody can make anything",
       [](const Tree& tree) { fs::create_symlink("/proc", tree.file("build")); }, true},
      {"a file in place of the folder", [](const Tree& tree) { writeFile(tree.file("build"), ""); }, true},
      {"a file in place of the build",
       [](const Tree& tree) {
         fs::create_directories(tree.file("build"));
         writeFile(tree.file("build/release"), "");
       },
       true},
      {"a link to nowhere", [](const Tree& tree) { fs::create_symlink("/nowhere/at/all", tree.file("build")); }, true},
      {"folders in place of the logs",
       [](const Tree& tree) {
         fs::create_directories(tree.file("build/samples-run.log"));
         fs::create_directories(tree.file("build/test-logs/build-release.log"));
       },
       true},
      {"the permissions of the checkout",
       [](const Tree& tree) { fs::permissions(tree.path(), fs::perms::owner_read | fs::perms::owner_exec); }, false},
  };
  for (const Obstacle& obstacle : obstacles) {
    if (!obstacle.root && geteuid() == 0) continue;
    for (const char* script : kScripts) {
      CAPTURE(obstacle.what);
      CAPTURE(script);
      const Tree tree("unwritable");
      obstacle.put(tree);
      const ChildResult result = tree.run(script, {}, {"MISSING=cmake", "AT_APTGET=echo >/dev/null"});
      fs::permissions(tree.path(), fs::perms::owner_all);
      CAPTURE(result.output);
      CHECK(result.exit_code == 2);
      CHECK(has(lastLine(result), std::string(script) + ": cannot write " + tree.path().string() + "/build"));
      CHECK(tree.calls("cmake").empty());
      if (std::string(obstacle.what) == "folders in place of the logs") continue;
      CHECK(splitLines(result.output).size() == 1);
      CHECK(tree.calls().empty());
    }
  }
}

TEST_CASE("samples_run_builds_the_viewer_and_ends_as_it_does") {
  const Tree tree("samples");
  const ChildResult built = tree.run("samples/run", {"--count", "3 4"}, {"AT_VIEWER=echo seen; exit 3"});
  CHECK(built.exit_code == 3);
  CHECK(built.output == "building\nseen\n");
  std::vector<std::string> calls = tree.calls();
  const std::string picture = tree.file("build/particles.png").string();
  std::erase_if(calls, [](const std::string& call) { return call.starts_with("dpkg"); });
  for (const std::string& call : calls) INFO(call);
  CHECK(calls == std::vector<std::string>{"cmake --preset release",
                                          "cmake --build --preset release --target vksort-particles",
                                          "viewer --output " + picture + " --count 3 4"});
  for (const std::vector<std::string>& own : {std::vector<std::string>{"--output", "a.png"}, {"--output=a.png"}}) {
    CHECK(tree.run("samples/run", own).exit_code == 0);
    CHECK(tree.calls("viewer").at(0).find(picture) == std::string::npos);
  }
}

TEST_CASE("samples_run_says_why_the_viewer_does_not_build") {
  const Tree tree("samples-fails");
  for (const std::string step : {"--preset", "--build"}) {
    const ChildResult result =
        tree.run("samples/run", {}, {"AT_CMAKE=[ $1 != " + step + " ] || { echo no compiler; exit 1; }"});
    CHECK(result.exit_code == 2);
    CHECK(has(result.output, "no compiler\n"));
    CHECK(lastLine(result) == "samples/run: the viewer does not build");
    CHECK(tree.calls("viewer").empty());
  }
}

TEST_CASE("tests_run_tests_one_build_by_default_and_three_in_full") {
  const Tree tree("presets");
  const std::vector<std::string> variables = {
      "AT_CTEST=echo \"full ${VKSORT_TEST_FULL:-} ${VKSORT_TEST_CPU_SECONDS:-}\" >>\"$CALLS\"",
      "VKSORT_TEST_FULL=1",  // an earlier one means nothing
      "VKSORT_TEST_CPU_SECONDS="};
  ChildResult result = tree.run("tests/run", {"sort/.*"}, variables);
  CHECK(result.exit_code == 0);
  CHECK(lastLine(result) == "1 passed, 0 failed");
  CHECK(tree.calls("full") == std::vector<std::string>{"full  "});
  CHECK(tree.run("tests/run", {"sort/.*"}, variables).exit_code == 0);
  const std::string call = ctestCall(tree);
  CHECK(has(call, " --test-dir " + tree.file("build/release").string() + " "));
  CHECK(has(call, " -R sort/.* "));
  CHECK(has(call, " -LE ^(full|faults)$ "));
  const auto configured = [&tree] {
    std::vector<std::string> calls = tree.calls("cmake");
    std::erase_if(calls, [](const std::string& each) { return !each.starts_with("cmake --preset"); });
    return calls;
  };
  CHECK(tree.run("tests/run", {"sort/.*"}, variables).exit_code == 0);
  CHECK(configured() == std::vector<std::string>{"cmake --preset release -DVKSORT_TEST_EVERY_VARIANT=OFF"});

  result = tree.run("tests/run", {"--full"}, variables);
  CHECK(result.exit_code == 0);
  CHECK(lastLine(result) == "3 passed, 0 failed");
  CHECK(tree.calls("full") == std::vector<std::string>{"full 1 7200", "full  7200", "full  7200"});
  CHECK(tree.run("tests/run", {"--full"}, variables).exit_code == 0);
  CHECK(configured() == std::vector<std::string>{"cmake --preset release -DVKSORT_TEST_EVERY_VARIANT=ON",
                                                 "cmake --preset debug -DVKSORT_TEST_EVERY_VARIANT=OFF",
                                                 "cmake --preset asan -DVKSORT_TEST_EVERY_VARIANT=OFF"});
  CHECK(tree.run("tests/run", {"--full"}, variables).exit_code == 0);
  const std::vector<std::string> calls = tree.calls("ctest");
  REQUIRE(calls.size() == 3);
  for (int i = 0; i < 3; ++i) {
    const char* preset[] = {"release", "debug", "asan"};
    CHECK(has(calls[i], " --test-dir " + tree.file("build").string() + "/" + preset[i] + " "));
    CHECK((calls[i] + " ").ends_with(i == 0 ? " -LE ^faults$ " : " -LE ^(full|faults)$ "));
  }
}

TEST_CASE("tests_run_plants_faults_and_does_nothing_else_where_it_is_told_to") {
  const Tree tree("faults");
  fs::create_directories(tree.file("build/faults/passed"));
  const ChildResult result = tree.run("tests/run", {"--faults", "radix_"});
  CHECK(result.exit_code == 0);
  CHECK(lastLine(result) == "1 passed, 0 failed");
  CHECK(!fs::exists(tree.file("build/faults/passed")));
  const std::vector<std::string> calls = tree.calls();
  CHECK(std::ranges::count(calls, "cmake --preset release -DVKSORT_TEST_EVERY_VARIANT=OFF") == 1);
  CHECK(std::ranges::count_if(calls, [](const std::string& call) { return call.starts_with("cmake "); }) == 1);
  CHECK(tree.run("tests/run", {"--faults", "radix_"}).exit_code == 0);
  std::string call = ctestCall(tree);
  CHECK(has(call, " --test-dir " + tree.file("build/release").string() + " "));
  CHECK(has(call, " -R radix_ -L ^faults$ "));
  CHECK(!has(call, "-LE"));
  CHECK(tree.run("tests/run", {"--faults"}).exit_code == 0);
  CHECK(has(ctestCall(tree), " -R . -L ^faults$ "));

  const ChildResult unconfigured = tree.run("tests/run", {"--faults"}, {"AT_CMAKE=exit 1"});
  CHECK(unconfigured.exit_code == 1);
  CHECK(tree.calls("ctest").empty());
  CHECK(tree.run("tests/run", {"--faults"}, {"AT_CTEST=exit 8"}).exit_code == 1);
}

TEST_CASE("tests_run_refuses_options_that_do_not_go_together") {
  const Tree tree("options");
  fs::create_directories(tree.file("given"));
  writeFile(tree.file("given/CTestTestfile.cmake"), "");
  const std::string given = tree.file("given").string();
  for (const std::vector<std::string>& words : {std::vector<std::string>{"--faults", "--full"},
                                                {"--full", "--faults"},
                                                {"--faults", "--in", given},
                                                {"--in", given, "--faults", "radix_"},
                                                {"--faults", "a", "b"},
                                                {"a", "b"},
                                                {""},
                                                {"--fault"}}) {
    std::string said;
    for (const std::string& word : words) said += "'" + word + "' ";
    CAPTURE(said);
    const ChildResult result = tree.run("tests/run", words);
    CAPTURE(result.output);
    CHECK(result.exit_code == 2);
    CHECK(splitLines(result.output).size() == 1);
    CHECK(tree.calls().empty());
  }
  const ChildResult help = tree.run("tests/run", {"--help"});
  CHECK(help.exit_code == 0);
  for (const std::string option : {"--full", "--in BUILD", "--faults [PATTERN]", "--help"}) {
    CAPTURE(option);
    CHECK(has(help.output, option));
  }
}

TEST_CASE("tests_run_fails_where_any_build_or_test_fails") {
  const Tree tree("builds-fail");
  ChildResult result = tree.run("tests/run", {}, {"AT_CMAKE=[ $1 != --build ] || { echo no compiler; exit 1; }"});
  CHECK(result.exit_code == 1);
  CHECK(has(result.output, "no compiler\n"));
  CHECK(lastLine(result) == "0 passed, 1 failed");
  CHECK(tree.calls("ctest").empty());  // an earlier build is not tested in its place
  for (const std::string preset : {"release", "debug", "asan"}) {
    CAPTURE(preset);
    result = tree.run("tests/run", {"--full"}, {"AT_CMAKE=[ \"$*\" != '--build --preset " + preset + "' ] || exit 1"});
    CHECK(result.exit_code == 1);
    CHECK(lastLine(result) == "2 passed, 1 failed");
    result = tree.run("tests/run", {"--full"}, {"AT_CTEST=case $2 in */" + preset + ") exit 8 ;; esac"});
    CHECK(result.exit_code == 1);
    CHECK(lastLine(result) == "2 passed, 1 failed");
  }
}

TEST_CASE("tests_run_believes_neither_an_old_report_nor_half_a_one") {
  const Tree tree("reports");
  CHECK(tree.run("tests/run").exit_code == 0);  // leaves a report of one passed case
  const std::string passes = "<testcase name=\"a/case\" status=\"run\">";
  const std::string report = "while [ $1 != --output-junit ]; do shift; done; echo '" + passes + "' >$2; exit ";
  for (const std::string ctest : {"exit 0", "exit 8", "kill -SEGV $$"}) {
    CAPTURE(ctest);
    const ChildResult result = tree.run("tests/run", {}, {"AT_CTEST=" + ctest});
    CHECK(result.exit_code == 1);
    CHECK(lastLine(result) == "0 passed, 1 failed");
  }
  const ChildResult failed = tree.run("tests/run", {}, {"AT_CTEST=" + report + "8"});
  CHECK(failed.exit_code == 1);
  CHECK(lastLine(failed) == "1 passed, 1 failed");
}

TEST_CASE("tests_run_takes_each_verdict_of_a_case_for_what_it_is") {
  const Tree tree("verdicts");
  struct Verdict {
    const char* report;  // a line of it beside a passed case
    int exit_code;
    const char* last;
  };
  const std::string begin =
      "while [ $1 != --output-junit ]; do shift; done; printf '%s\\n' '<testcase name=\"a/case\" "
      "status=\"run\">' ";
  for (const Verdict& each :
       {Verdict{"'<testcase name=\"b\" status=\"run\">'", 0, "2 passed, 0 failed"},
        {"'<testcase name=\"b\" status=\"fail\">' '<failure message=\"\"/>'", 1, "1 passed, 1 failed"},
        {"'<testcase name=\"b\" status=\"disabled\">'", 1, "1 passed, 1 failed"},
        {"'<testcase name=\"b\" status=\"notrun\">' '<skipped message=\"\"/>'", 1, "1 passed, 1 failed"},
        {"'<testcase name=\"b\" status=\"notrun\">' '<skipped message=\"SKIP_REGULAR_EXPRESSION_MATCHED\"/>'", 1,
         "1 passed, 1 failed"},
        {"'<testcase name=\"b\" status=\"notrun\">' '<skipped message=\"SKIP_RETURN_CODE=77\"/>'", 0,
         "1 passed, 0 failed, 1 skipped"},
        // What a case prints.
        {"'<testcase name=\"b\" status=\"fail\">' 'message=\"SKIP_RETURN_CODE=77\"'", 1, "1 passed, 1 failed"},
        {"'<testcase name=\"b\" status=\"fail\">' '&lt;testcase name=\"c\" status=\"run\"&gt;'", 1,
         "1 passed, 1 failed"},
        {"'<testcase name=\"b\" status=\"fail\">' 'status=\"run\"'", 1, "1 passed, 1 failed"}}) {
    CAPTURE(each.report);
    const ChildResult result = tree.run("tests/run", {}, {"AT_CTEST=" + begin + each.report + " >$2; exit 0"});
    CAPTURE(result.output);
    CHECK(result.exit_code == each.exit_code);
    CHECK(lastLine(result) == each.last);
  }
}

TEST_CASE("continuous_integration_runs_the_tests_and_ends_as_they_do") {
  const Tree tree("ci");
  CHECK(tree.run(".ci/run", {"--full"}).exit_code == 0);
  CHECK(tree.calls("ctest").size() == 3);
  CHECK(tree.run(".ci/run", {}, {"AT_CTEST=exit 8"}).exit_code == 1);
}

TEST_CASE("scripts_find_their_checkout_by_a_relative_path_whatever_cd_looks_through") {
  const Tree tree("cdpath");
  const auto here = [&tree](const std::string& script, const std::vector<std::string>& arguments) {
    std::vector<std::string> words = tree.command(script, arguments, {"CDPATH=.", "AT_VIEWER=echo seen; exit 1"});
    words[words.size() - 1 - arguments.size()] = script;
    words.insert(words.begin(), {"env", "--chdir=" + tree.path().string()});
    return run(words);
  };
  const std::string help = tree.run("tests/run", {"--help"}).output;
  for (const std::string script : {"tests/run", ".ci/run"}) {
    CAPTURE(script);
    const ChildResult result = here(script, {"--help"});
    CHECK(result.exit_code == 0);
    CHECK(result.output == help);
  }
  const ChildResult viewed = here("samples/run", {"--help"});
  CHECK(viewed.exit_code == 1);
  CHECK(viewed.output == "building\nseen\n");
  CHECK(here("third_party/setup", {"all"}).output.empty());
  CHECK(here("samples/particles/measure", {"table.csv"}).output == "measure: smoke 65536 in place: seen\n");

  fs::create_directories(tree.file("given"));
  writeFile(tree.file("given/CTestTestfile.cmake"), "");
  (void)tree.calls();
  CHECK(here("tests/run", {"--in", "given"}).exit_code == 0);
  CHECK(has(ctestCall(tree), " --test-dir " + tree.file("given").string() + " "));
}

TEST_CASE("a_table_that_cannot_be_kept_meanwhile_is_not_measured") {
  const Tree tree("measure");
  const ChildResult result =
      tree.run("samples/particles/measure", {tree.file("table.csv").string()}, {"VIEWER=/bin/false", "TMPDIR=/none"});
  CHECK(result.exit_code == 2);
  CHECK(lastLine(result) == "measure: cannot make a temporary folder");
  CHECK(!has(result.output, "smoke"));
  CHECK(!fs::exists(tree.file("table.csv")));
}

TEST_CASE("a_result_that_cannot_be_printed_is_no_success") {
  const Tree tree("closed");
  std::string words;
  for (const std::string& word : tree.command("tests/run")) words += "'" + word + "' ";
  for (const char* output : {">&-", ">/dev/full"}) {
    CAPTURE(output);
    CHECK(run({"bash", "-c", words + output + " 2>/dev/null"}).exit_code == 2);
  }
}

}  // namespace test
