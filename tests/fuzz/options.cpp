#include "options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <random>

namespace fuzz {

Options parse(int argc, char** argv) {
  constexpr int kBadInput = 2;
  Options options;
  options.program = argv[0];
  options.plan.seed = std::random_device{}();
  CLI::App app(
      "Random sorts on a device, against std::stable_sort. Exit status 0: all were right, 1: one was not, "
      "2: cannot run here.");
  app.add_option("--seed", options.plan.seed, "what all cases are drawn from; without, another one for each run")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--case", options.number, "run the case of this number alone")->check(CLI::NonNegativeNumber);
  app.add_option("--first", options.first, "number of the first case")->check(CLI::NonNegativeNumber);
  app.add_option("--cases", options.cases, "end after so many cases")->check(CLI::NonNegativeNumber);
  app.add_option("--seconds", options.seconds, "end after so many seconds; without either: after 30")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--largest", options.plan.largest, "most elements of one sort")->check(CLI::Range(8u, 1u << 26));
  app.add_option("--pool", options.plan.pool, "configurations that cases share")->check(CLI::Range(1u, 1000u));
  app.add_option("--pool-from", options.plan.pool_from, "configurations to leave to other runs of the seed")
      ->check(CLI::Range(0u, 1000u));
  app.add_option("--cases-per-pool", options.plan.cases_per_pool, "cases until others are drawn")
      ->check(CLI::PositiveNumber);
  app.add_option("--validate-every", options.plan.validate_every, "validate the first of so many cases; 0: none")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--width", options.width, "of the software driver's subgroups")->check(CLI::IsMember({4, 8, 16}));
  app.add_option("--device", options.device, "index, or part of the name");
  app.add_flag("--falsify", options.falsify, "change a word of each result, to see that it is reported");
  app.add_flag("--verbose", options.verbose, "say what each case is");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) == 0 ? 0 : kBadInput);
  }
  if (options.cases == 0 && options.seconds == 0) options.seconds = 30;
  return options;
}

std::string commandFor(const Options& options, uint64_t number) {
  const Plan& plan = options.plan;
  std::string text = options.program + " --seed " + std::to_string(plan.seed) + " --case " + std::to_string(number) +
                     " --width " + std::to_string(options.width);
  const Plan usual;
  const auto add = [&text](const char* name, uint32_t value, uint32_t otherwise) {
    if (value != otherwise) text += std::string(" ") + name + " " + std::to_string(value);
  };
  add("--largest", plan.largest, usual.largest);
  add("--pool", plan.pool, usual.pool);
  add("--pool-from", plan.pool_from, usual.pool_from);
  add("--cases-per-pool", plan.cases_per_pool, usual.cases_per_pool);
  add("--validate-every", plan.validate_every, usual.validate_every);
  if (!options.device.empty()) text += " --device '" + options.device + "'";
  if (options.falsify) text += " --falsify";
  return text;
}

}  // namespace fuzz
