// What plants faults (tests/faults/plant.cmake), on sources of its own: it takes nothing but a case that fails with the
// fault, and passes without, for a fault that is noticed.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;

// Sources whose cases look at files, and note that they ran.
class Sources {
 public:
  explicit Sources(const std::string& name) : path_(fs::path(kScratchDir) / "faults" / name) {
    fs::remove_all(path_);
    fs::create_directories(path_ / "source/engine");
    write("CMakeLists.txt",
          "cmake_minimum_required(VERSION 3.25)\nproject(sources LANGUAGES NONE)\nenable_testing()\n"
          "add_custom_target(program COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/engine/builds.cmake)\n"
          "foreach(name IN ITEMS case full_case)\n"
          "  add_test(NAME ${name} COMMAND sh -c [[echo ran >>\"$0\" && grep -q right engine/text]] " +
              runs().string() +
              "\n    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})\nendforeach()\n"
              "set_tests_properties(full_case PROPERTIES LABELS full)\n"
              "add_test(NAME broken_case COMMAND false)\n");
    write("engine/builds.cmake", "message(\"it builds\")\n");
    write("engine/text", "what is right, and twice twice\n");
    write("engine/other", "anything\n");
  }

  // What plants a row. `more`: CMake code of it.
  std::vector<std::string> command(const std::string& file, const std::string& from, const std::string& to,
                                   const std::string& noticed_by = "case", const std::string& more = "") const {
    const fs::path row = path_ / "row.cmake";
    writeFile(row, "set(what nothing)\nset(file " + file + ")\nset(from [==[" + from + "]==])\nset(to [==[" + to +
                       "]==])\nset(case " + noticed_by + ")\nset(targets program)\n" + more);
    const auto define = [](const char* name, const fs::path& value) {
      return std::string(name) + "=" + value.string();
    };
    return {kCmake,
            "-D",
            define("row", row),
            "-D",
            define("source", path_ / "source"),
            "-D",
            define("tree", tree()),
            "-D",
            "spirv_cache=",
            "-P",
            std::string(kSourceDir) + "/tests/faults/plant.cmake"};
  }

  // What came of it.
  ChildResult plant(const std::string& file, const std::string& from, const std::string& to,
                    const std::string& noticed_by = "case", const std::string& more = "") const {
    return run(command(file, from, to, noticed_by, more));
  }

  void write(const std::string& file, const std::string& text) const { writeFile(path_ / "source" / file, text); }
  fs::path copy(const std::string& file) const { return path_ / "tree/source" / file; }
  fs::path tree() const { return path_ / "tree"; }

  // Runs of the cases since the last call.
  long casesRun() const {
    const std::string text = fs::exists(runs()) ? readFile(runs()) : "";
    fs::remove(runs());
    return std::ranges::count(text, '\n');
  }

 private:
  fs::path runs() const { return path_ / "runs"; }

  fs::path path_;
};

void expect(const ChildResult& result, bool noticed, const std::string& said) {
  INFO(result.output);
  CHECK((result.exit_code == 0) == noticed);
  std::string words = result.output;  // CMake breaks lines
  std::ranges::replace(words, '\n', ' ');
  for (std::size_t at = 0; (at = words.find("  ", at)) != std::string::npos;) words.erase(at, 1);
  CHECK(words.find(said) != std::string::npos);
}

}  // namespace

TEST_CASE("a_planted_fault_is_noticed_by_a_case_that_fails_with_it_alone") {
  const Sources sources("noticed");
  expect(sources.plant("engine/text", "right", "wrong"), true, "noticed by case");
  CHECK(readFile(sources.copy("engine/text")) == "what is wrong, and twice twice\n");
  CHECK(sources.casesRun() == 2);  // without it, and with it
  // The next one finds the sources as they were, and the case known to pass.
  expect(sources.plant("engine/other", "anything", "any thing"), false, "went unnoticed");
  CHECK(readFile(sources.copy("engine/text")) == "what is right, and twice twice\n");
  CHECK(sources.casesRun() == 1);
  // Of other sources it is not known.
  sources.write("engine/more", "more");
  writeFile(sources.copy("engine/less"), "less");
  expect(sources.plant("engine/text", "right", "wrong"), true, "noticed by case");
  CHECK(sources.casesRun() == 2);
  CHECK(fs::exists(sources.copy("engine/more")));
  CHECK(!fs::exists(sources.copy("engine/less")));
}

TEST_CASE("a_planted_fault_that_nothing_can_notice_is_a_failure_that_says_why") {
  const Sources sources("failures");
  expect(sources.plant("engine/text", "right", "right and proper"), false,
         "went unnoticed: nothing (engine/text: right and");
  expect(sources.plant("engine/text", "left", "wrong"), false, "not in engine/text: left");
  expect(sources.plant("engine/text", "twice", "wrong"), false, "more than once in engine/text: twice");
  expect(sources.plant("engine/text", "right", "right"), false, "changes nothing in engine/text: right");
  expect(sources.plant("engine/nowhere", "right", "wrong"), false, "there is no engine/nowhere");
  expect(sources.plant("engine/builds.cmake", "\"it builds\"", "FATAL_ERROR \"it does not\""), false,
         "does not build with the fault (engine/builds.cmake: ");
  expect(sources.plant("engine/text", "right", "wrong", "no_case"), false, "no case ran that could notice it: no_case");
  expect(sources.plant("engine/text", "right", "wrong", "broken_case"), false, "fails without the fault: broken_case");
  expect(sources.plant("engine/text", "right", "wrong", "ca"), false, "no case ran");  // a part of its name
  // Cases of --full, where the row says so.
  expect(sources.plant("engine/text", "right", "wrong", "full_case"), false, "no case ran");
  expect(sources.plant("engine/text", "right", "wrong", "full_case", "set(full TRUE)\n"), true, "noticed by full_case");
  sources.write("engine/builds.cmake", "message(FATAL_ERROR \"it does not\")\n");
  expect(sources.plant("engine/text", "right", "wrong"), false, "does not build without the fault");
}

TEST_CASE("two_faults_are_not_planted_at_once") {
  const Sources sources("locked");
  fs::create_directories(sources.tree());
  std::string script =
      "file(LOCK \"" + (sources.tree() / "lock").string() + "\" GUARD PROCESS)\nexecute_process(COMMAND";
  for (const std::string& word : sources.command("engine/text", "right", "wrong")) script += " [==[" + word + "]==]";
  const fs::path holder = sources.tree() / "holder.cmake";
  writeFile(holder, script + " COMMAND_ERROR_IS_FATAL ANY)\n");
  expect(run({kCmake, "-P", holder.string()}), false, "another fault is being planted");
  CHECK(sources.casesRun() == 0);
}

}  // namespace test
