// What a sample prints is not lost without a word: output that is closed or full is an error, and files are not hurt.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <random>
#include <stdexcept>

#include "picture/picture.h"
#include "process.h"
#include "program/program.h"
#include "screen.h"
#include "support/child.h"

using test::Result;
using test::TemporaryDirectory;

namespace {

// `command` by a shell that does something before, and redirects.
Result redirected(std::vector<std::string> command, const std::string& redirection, const std::string& before = "") {
  command[0] = test::small(command[0]);
  command.insert(command.begin(), {"sh", "-c", before + "exec \"$0\" \"$@\" " + redirection});
  return test::Process(command).wait();
}

// The last line on stderr is from the program, and says what is wrong with stdout.
void checkSaysSo(const Result& result, const std::string& program) {
  CAPTURE(result.errors);
  CHECK(result.exit_code == 2);
  const std::vector<std::string> lines = test::splitLines(result.errors);
  REQUIRE_FALSE(lines.empty());
  CHECK(lines.back().starts_with(program + ": "));
  CHECK(lines.back().find("stdout") != std::string::npos);
}

std::vector<std::string> viewer(const std::filesystem::path& picture) {
  return {"vksort-particles", "--offscreen", "--frames", "1", "--size", "64x64", "--count", "100", "--output", picture};
}

}  // namespace

TEST_CASE("closed_output_is_refused_and_never_written_into_a_file") {
  const TemporaryDirectory directory;
  const std::vector<std::vector<std::string>> commands = {
      {"vksort-bench", "--count", "8", "--csv", directory.path() / "rows"},
      {"vksort-bench", "--json", "--count", "8", "--csv", directory.path() / "rows"},
      {"vksort-bench", "tune", "--count", "2", "--save-tuning", directory.path() / "tuning"},
      {"vksort-bench", "--help"},
      viewer(directory.path() / "picture.png"),
      {"vksort-particles", "--help"},
      {"vksort-embed"},
  };
  for (const std::vector<std::string>& command : commands) {
    CAPTURE(command);
    checkSaysSo(redirected(command, ">&-"), command[0]);
    CHECK(directory.empty());
  }
  checkSaysSo(redirected(commands[0], "<&- >&-"), "vksort-bench");
  CHECK(directory.empty());
}

TEST_CASE("no_file_takes_the_place_of_a_closed_stream") {
  for (const std::vector<int>& closed : {std::vector{0}, {2}, {0, 2}, {1}, {0, 1, 2}}) {
    CAPTURE(closed.front());
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      dup2(open("/dev/null", O_RDWR), 2);
      for (const int descriptor : closed) close(descriptor);
      _exit(samples::runProgram("test", [] { return open("/dev/null", O_RDWR) > 2 ? 40 : 41; }));
    }
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    const bool no_output = std::ranges::count(closed, 1) != 0;
    CHECK(WEXITSTATUS(status) == (no_output ? samples::kBadInput : 40));
  }
}

TEST_CASE("full_output_is_an_error_and_no_table_is_written") {
  const TemporaryDirectory directory;
  const std::vector<std::vector<std::string>> commands = {
      {"vksort-bench", "--help"},
      {"vksort-bench", "--count", "8", "--repeat", "1", "--csv", directory.path() / "rows"},
      {"vksort-bench", "growth", "--count", "8", "--repeat", "1", "--csv", directory.path() / "rows"},
      {"vksort-bench", "tune", "--count", "2", "--repeat", "1", "--save-tuning", directory.path() / "tuning"},
      {"vksort-particles", "--help"},
      {"vksort-embed"},
  };
  for (const std::vector<std::string>& command : commands) {
    CAPTURE(command);
    checkSaysSo(redirected(command, ">/dev/full"), command[0]);
    CHECK(directory.empty());
  }
}

TEST_CASE("a_stream_that_failed_once_stays_an_error") {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> full(std::fopen("/dev/full", "w"), std::fclose);
  REQUIRE(full);
  samples::requireWritten(full.get());  // nothing yet
  std::fputs("lost", full.get());
  CHECK(std::fflush(full.get()) != 0);  // by somebody who did not look
  CHECK_THROWS_AS(samples::requireWritten(full.get()), std::runtime_error);
}

// In this process: a driver may need larger files than a limit for its whole process leaves it.
TEST_CASE("a_picture_for_which_there_is_no_room_fails_the_run_and_leaves_the_old_one") {
  const TemporaryDirectory directory;
  const std::filesystem::path picture = directory.path() / "picture.png";
  test::writeFile(picture, "old");
  particles::Picture noise{64, 64, {}};
  std::mt19937 random(1);
  for (int i = 0; i < 64 * 64 * 4; ++i) noise.rgba.push_back(static_cast<uint8_t>(random()));
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const rlimit now{512, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_FSIZE, &now) == 0);
  std::string why;
  const int code = samples::runProgram("test", [&] {
    try {
      particles::writePng(picture, noise);
    } catch (const std::runtime_error& error) {
      why = error.what();
      throw;
    }
    return 0;
  });
  REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK(code == samples::kBadInput);
  CHECK(why == "--output: cannot write " + picture.string() + ": File too large");
  CHECK(test::readFile(picture) == "old");
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
}

TEST_CASE("an_interrupted_run_leaves_the_old_table_alone_and_is_not_in_the_way") {
  const TemporaryDirectory directory;
  const std::filesystem::path rows = directory.path() / "rows";
  const auto entries = [&] { return std::distance(std::filesystem::directory_iterator(directory.path()), {}); };
  test::writeFile(rows, "old");
  test::Process run({test::small("vksort-bench"), "--count", "262144", "--repeat", "1000", "--csv", rows});
  REQUIRE(test::eventually([&] { return entries() == 2 || !run.running(); }));
  run.send(SIGINT);
  CHECK(run.wait().signal == SIGINT);
  CHECK(test::readFile(rows) == "old");
  CHECK(entries() == 1);
}
