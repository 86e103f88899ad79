#include "options.h"

#include <CLI/CLI.hpp>

#include "list.h"

namespace conform {

std::optional<int> parseOptions(int argc, char** argv, Options& options) {
  using Command = Options::Command;
  constexpr int kCannotRun = 2;
  options.seed = kSeed;
  CLI::App app(
      "Tests on this device that vksort keeps its guarantees, and writes a report that you can send.\n"
      "Exit status: 0: all cases passed or are not supported, 1: a case failed or no case passed,\n"
      "2: the program cannot run.");
  app.set_version_flag("--version", "vksort-conform " VKSORT_PROGRAM_VERSION ", list " + std::to_string(kListVersion));
  bool list = false, list_devices = false;
  app.add_flag("--list", list, "print the cases and their Sorters");
  app.add_flag("--list-devices", list_devices, "print the Vulkan devices");
  app.add_option("--case", options.cases, "run only this case; can be repeated, and * matches any text")
      ->take_all()
      ->expected(1);
  app.add_option("--device", options.device, "device index, or a part of its name (default: the first GPU)");
  app.add_flag("--quick", options.quick,
               "run fewer cases, in under a minute on a GPU; only write a report with --output");
  app.add_option("--seed", options.seed, "seed of the contents (default: 1)");
  CLI::Option* count = app.add_option("--count", options.count, "only sort this count, and write no report")
                           ->check(CLI::Range(0u, 1u << 26));
  app.add_option("--output", options.output,
                 "report file (default: named after the device, but only complete runs write it)")
      ->excludes(count);
  app.add_option("--tune", options.tune,
                 "time limit for the tuning search, in seconds (default: up to 300 on a GPU, for a total of ten "
                 "minutes; 0 on a software driver)")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--jobs", options.jobs,
                 "number of parallel processes (default: 1 on a software driver, up to 8 on a GPU)")
      ->check(CLI::Range(1u, 64u));
  app.add_option("--through", options.through, "program that starts the child processes, such as an emulator");
  app.add_option("--child", options.child)->group("");  // internal options
  app.add_option("--identity", options.identity)->group("");
  CLI::App* check = app.add_subcommand("check", "check that reports are complete and unmodified");
  CLI::App* table = app.add_subcommand("table", "print a table of reports");
  CLI::App* row = app.add_subcommand("row", "print the tunings of reports for engine/vksort/sorts/sizes/rows.cpp");
  for (CLI::App* command : {check, table, row})
    command->add_option("REPORT", options.reports, "report files")->required();
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kCannotRun;
  }
  if (list) options.command = Command::list;
  if (list_devices) options.command = Command::list_devices;
  if (check->parsed()) options.command = Command::check;
  if (table->parsed()) options.command = Command::table;
  if (row->parsed()) options.command = Command::row;
  if (!options.child.empty()) options.command = Command::child;
  return {};
}

}  // namespace conform
