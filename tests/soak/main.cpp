#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "soak.h"

int main(int argc, char** argv) {
  constexpr int kCannotRun = 2;
  test::SoakOptions options;
  CLI::App app(
      "Sorts frame after frame in parallel with a graphics load, first with validation if the layer is installed.\n"
      "The exit status is 0 on success, 1 after a wrong sort, growth of memory or a validation message, and 2 on "
      "errors.");
  app.add_option("--minutes", options.minutes, "time limit (default: none)")->check(CLI::NonNegativeNumber);
  app.add_option("--frames", options.frames, "frame limit (default: 100000)");
  app.add_option("--device", options.device, "index or part of the name (default: the first GPU)");
  app.add_option("--seed", options.seed, "seed of the contents (default: 0)");
  CLI11_PARSE(app, argc, argv);
  try {
    return test::runSoak(options);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "vksort-soak: %s\n", error.what());
    return kCannotRun;
  }
}
