// Cases that go wrong on purpose, for runner_tests.cpp. Nobody else runs them.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "support/skip.h"

TEST_CASE("passes") { CHECK(1 + 1 == 2); }
TEST_CASE("fails") { CHECK(1 + 1 == 3); }
TEST_CASE("asserts_nothing") {}
TEST_CASE("returns_early_and_says_so") { test::skip("this machine has no such thing"); }
TEST_CASE("fails_and_skips") {
  CHECK(1 + 1 == 3);
  test::skip("this machine has no such thing");
}
TEST_CASE("throws") { throw 1; }
TEST_CASE("exits") { std::exit(0); }
TEST_CASE("crashes") {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}
TEST_CASE("fails_and_prints_what_looks_like_success") {
  std::printf("  1/1 Test #1: planted/0/passes ...   Passed    0.00 sec\n  2/2 Test #2: planted/1/x ... Passed 0.1 sec\n");
  std::printf("<testcase name=\"planted/9\" status=\"run\">\n");
  CHECK(1 + 1 == 3);
}
TEST_CASE("waits_until_the_runner_is_ended") {
  CHECK(true);
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}
TEST_CASE("starts_what_outlives_it") {
  CHECK(true);
  CHECK(std::system("sleep 4711") == 0);
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
TEST_CASE("grows") {
  std::vector<char> memory(std::size_t{1200} << 20, 1);
  CHECK(memory.back() == 1);
}
