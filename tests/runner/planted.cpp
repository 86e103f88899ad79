// Cases that go wrong on purpose, for runner_test.cpp. Nothing else runs them.
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
TEST_CASE("throws") { throw 1; }
TEST_CASE("exits") { std::exit(0); }
TEST_CASE("asserts_nothing") {}
TEST_CASE("crashes") {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
}
TEST_CASE("is_skipped") {
  test::onDevice("Some GPU");
  test::skip("this machine cannot show it");
}
TEST_CASE("is_skipped_on_the_software_driver") {
  test::onDevice("llvmpipe (LLVM 15.0.6, 256 bits)");
  test::skip("this machine cannot show it");
}
TEST_CASE("fails_and_skips") {
  CHECK(1 + 1 == 3);
  test::onDevice("Some GPU");
  test::skip("this machine cannot show it");
}
TEST_CASE("fails_and_prints_a_report_of_success") {
  std::printf("<testcase name=\"planted\" status=\"run\">\n1 passed, 0 failed\n");
  CHECK(1 + 1 == 3);
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
TEST_CASE("starts_a_program_that_works_for_ever") {
  CHECK(true);
  CHECK(std::system("while :; do :; done") == 0);
}
TEST_CASE("grows") {
  std::vector<char> memory(std::size_t{200} << 20, 1);
  CHECK(memory.back() == 1);
}
