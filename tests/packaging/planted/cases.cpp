// Only runner_test.cpp runs these cases.
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

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
  test::skip("this machine does not support it");
}
TEST_CASE("is_skipped_on_the_software_driver") {
  test::onDevice("llvmpipe (LLVM 15.0.6, 256 bits)");
  test::skip("this machine does not support it");
}
TEST_CASE("fails_and_skips") {
  CHECK(1 + 1 == 3);
  test::onDevice("Some GPU");
  test::skip("this machine does not support it");
}
TEST_CASE("waits_for_ever") {
  CHECK(true);
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}
