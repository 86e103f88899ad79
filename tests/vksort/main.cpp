#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>

#include "inputs.h"
#include "rig.h"

int main(int argc, char** argv) {
  if (!test::validationWanted()) {
    std::fprintf(stderr,
                 "*****************************************************************\n"
                 "* VKSORT_TEST_VALIDATION=off: NOTHING IS CHECKED BY VALIDATION. *\n"
                 "*****************************************************************\n");
  }
  std::fprintf(stderr, "VKSORT_TEST_SEED=%llu\n", static_cast<unsigned long long>(test::runSeed()));
  doctest::Context context(argc, argv);
  return context.run();
}
