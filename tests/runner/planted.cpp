// Cases that go wrong on purpose, for runner_tests.cpp. Nobody else runs them.
#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

#include "support/skip.h"

TEST_CASE("passes") { CHECK(1 + 1 == 2); }
TEST_CASE("fails") { CHECK(1 + 1 == 3); }
TEST_CASE("asserts_nothing") {}
TEST_CASE("returns_early_and_says_so") {
  test::onDevice("Some GPU");
  test::skip("this machine has no such thing");
}
TEST_CASE("fails_and_skips") {
  CHECK(1 + 1 == 3);
  test::onDevice("Some GPU");
  test::skip("this machine has no such thing");
}
TEST_CASE("is_skipped_on_the_software_driver") {
  test::onDevice("llvmpipe (LLVM 15.0.6, 256 bits)");
  test::skip("this machine has no such thing");
}
TEST_CASE("is_skipped_without_a_device") { test::skip("this machine has no such thing"); }
TEST_CASE("is_skipped_on_one_device_of_two") {
  test::onDevice("Some GPU");
  CHECK(true);
  test::onDevice("llvmpipe (LLVM 15.0.6, 256 bits)");
  test::skip("this machine has no such thing");
  test::onDevice("Some other GPU");
  test::skip("nor has this one");
}
TEST_CASE("throws") { throw 1; }
TEST_CASE("exits") { std::exit(0); }
TEST_CASE("crashes") {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}
TEST_CASE("fails_and_prints_what_looks_like_success") {
  std::printf(
      "  1/1 Test #1: planted/0/passes ...   Passed    0.00 sec\n  2/2 Test #2: planted/1/x ... Passed 0.1 sec\n");
  std::printf("<testcase name=\"planted/9\" status=\"run\">\n");
  CHECK(1 + 1 == 3);
}
// Writes its process, and that of a program it waits for, to a file that the environment names.
TEST_CASE("waits_until_the_runner_is_ended") {
  setenv("SELF", std::to_string(getpid()).c_str(), 1);
  CHECK(std::system("sleep 1000 & echo \"$SELF $!\" >\"$PROCESSES.new\"; mv \"$PROCESSES.new\" \"$PROCESSES\"; wait") ==
        0);
}
TEST_CASE("waits_for_ever") {
  CHECK(true);
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}
TEST_CASE("works_for_ever") {
  CHECK(true);
  for (std::atomic<unsigned> i = 0;; ++i) {
  }
}
TEST_CASE("starts_what_works_for_ever") {
  CHECK(true);
  CHECK(std::system("while :; do :; done") == 0);
}
// In both, what works is another program, or many.
TEST_CASE("starts_many_that_work_a_little") {
  CHECK(true);
  CHECK(std::system("while :; do (i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done); done") == 0);
}
TEST_CASE("waits_for_what_works_now_and_then") {
  const char* work = "for n in 1 2 3 4 5 6 7 8; do i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done; sleep 0.5; done";
  CHECK(std::system(work) == 0);
}
TEST_CASE("works_now_and_then") {
  CHECK(true);
  for (int i = 0; i < 8; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    for (const std::clock_t begin = std::clock(); std::clock() - begin < CLOCKS_PER_SEC / 20;) {
    }
  }
}
TEST_CASE("grows") {
  std::vector<char> memory(std::size_t{200} << 20, 1);
  CHECK(memory.back() == 1);
}
