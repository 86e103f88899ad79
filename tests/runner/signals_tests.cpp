// What a script has started ends with it, whichever signal ends it and whatever runs then.
#include <doctest/doctest.h>

#include <csignal>

#include "paths.h"
#include "tree.h"

namespace test {
namespace {

struct Signal {
  const char* name;
  int number;
};

constexpr Signal kSignals[] = {{"INT", SIGINT}, {"TERM", SIGTERM}, {"HUP", SIGHUP}, {"QUIT", SIGQUIT}};

// A step of a script, and the stand-in that hangs there: with a process of its own, or ignoring all that it can.
constexpr const char* kHangs = "sleep 1000 & echo $$ $! >$CALLS.new; mv $CALLS.new $CALLS.ids; wait";
constexpr const char* kIgnores =
    "trap '' INT TERM HUP QUIT; echo $$ >$CALLS.new; mv $CALLS.new $CALLS.ids; while :; do sleep 0.2; done";

std::string hangingAt(const std::string& program, const std::string& argument, const char* how) {
  return "AT_" + program + "=case \" $* \" in *\" " + argument + " \"*) " + how + " ;; esac";
}

// Starts the script, sends the signal once the stand-in hangs, and waits for what it wrote of itself to be gone. Says
// "STATUS ended", or what is left.
std::string endedBy(const Tree& tree, const std::string& script, const std::string& signal,
                    const std::vector<std::string>& variables) {
  std::string words;
  const std::vector<std::string> arguments =
      script == "third_party/setup" ? std::vector<std::string>{"all"} : std::vector<std::string>{};
  for (std::string word : tree.command(script, arguments, variables)) {
    for (std::size_t at = 0; (at = word.find('\'', at)) != std::string::npos; at += 4) word.replace(at, 1, "'\\''");
    words += "'" + word + "' ";
  }
  const std::string ids = tree.file("calls.ids").string();
  std::filesystem::remove(ids);
  return run({"bash", "-c",
              "ulimit -c 0; " + words +  // QUIT leaves no file
                  ">/dev/null 2>&1 & script=$!\n"
                  "for i in {1..600}; do [ -e " +
                  ids +
                  " ] && break; sleep 0.05; done\n"
                  "[ -e " +
                  ids +
                  " ] || { kill -KILL $script; echo never started; exit; }\n"
                  "kill -" +
                  signal +
                  " $script; { for i in {1..600}; do kill -0 $script || break; sleep 0.05; done\n"
                  "kill -KILL $script; wait $script; } 2>/dev/null; echo -n \"$? \"\n"
                  "for i in {1..100}; do left=; for each in $(<" +
                  ids +
                  "); do\n"
                  "  { read -r stat </proc/$each/stat; } 2>/dev/null && [[ $stat != *') Z'* ]] && left+=\" $each\"; "
                  "done; [ \"$left\" ] || break; sleep 0.1; done\n"
                  "[ -z \"$left\" ] || { kill -KILL $left; echo \"left running$left\"; exit; }; echo ended"})
      .output;
}

struct Step {
  const char* script;
  std::string hangs;
  const char* next;  // what must not be started any more
};

}  // namespace

TEST_CASE("a_signal_ends_all_that_a_script_has_started") {
  const Tree tree("signals");
  const Step steps[] = {
      {"third_party/setup", hangingAt("APTGET", "update", kHangs), "apt-get install"},
      {"samples/run", hangingAt("APTGET", "update", kHangs), "cmake"},
      {"samples/run", hangingAt("APTGET", "install", kHangs), "cmake"},
      {"samples/run", hangingAt("CMAKE", "--preset", kHangs), "cmake --build"},
      {"samples/run", hangingAt("CMAKE", "--build", kHangs), "viewer"},
      {"samples/run", std::string("AT_VIEWER=exec sh -c 'echo $$ >$CALLS.ids; exec sleep 1000'"), "-"},
      {"tests/run", hangingAt("APTGET", "update", kHangs), "cmake"},
      {"tests/run", hangingAt("CMAKE", "--build", kHangs), "ctest"},
      {"tests/run", hangingAt("CTEST", "--test-dir", kHangs), "-"}};
  int number = 0;
  for (const Step& step : steps) {
    for (const Signal& signal : kSignals) {
      const bool all_signals = step.next == std::string("viewer") || step.next == std::string("ctest");
      if (++number % 5 != 1 && !all_signals) continue;  // at another step another signal
      CAPTURE(step.script);
      CAPTURE(step.hangs);
      CAPTURE(signal.name);
      const std::filesystem::path temporary = tree.file("temporary");
      std::filesystem::create_directories(temporary);
      const std::string ended =
          endedBy(tree, step.script, signal.name, {step.hangs, "MISSING=cmake", "TMPDIR=" + temporary.string()});
      CHECK(std::filesystem::is_empty(temporary));
      CHECK(ended == std::to_string(128 + signal.number) + " ended\n");
      CHECK(tree.calls(step.next).empty());
    }
  }
}

TEST_CASE("what_ignores_a_signal_is_killed") {
  const Tree tree("signals-ignored");
  CHECK(endedBy(tree, "samples/run", "TERM", {hangingAt("APTGET", "update", kIgnores), "MISSING=cmake"}) ==
        "143 ended\n");
  CHECK(endedBy(tree, "tests/run", "TERM", {hangingAt("CTEST", "--test-dir", kIgnores)}) == "143 ended\n");
}

}  // namespace test
