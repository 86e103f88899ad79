#include "options.h"

#include <CLI/CLI.hpp>

#include "list.h"

namespace conform {

std::optional<int> parseOptions(int argc, char** argv, Options& options) {
  using Command = Options::Command;
  constexpr int kCannotRun = 2;
  options.seed = kSeed;
  CLI::App app(
      "Shows on this device that vksort keeps what it promises, and writes a report that can be sent.\n"
      "Exit status 0: all cases passed or are not supported, 1: a case did not, 2: cannot run.");
  app.set_version_flag("--version", "vksort-conform " VKSORT_PROGRAM_VERSION ", list " + std::to_string(kListVersion));
  bool list = false, list_devices = false;
  app.add_flag("--list", list, "print the cases and their Sorters");
  app.add_flag("--list-devices", list_devices, "print the Vulkan devices");
  app.add_option("--case", options.cases, "run these cases; * stands for any text")->take_all()->expected(1);
  app.add_option("--device", options.device, "index, or a part of the name; default: the first GPU");
  app.add_flag("--quick", options.quick, "fewer cases: under a minute; a report only with --output");
  app.add_option("--seed", options.seed, "other contents");
  CLI::Option* count = app.add_option("--count", options.count, "sort this count alone, without a report")
                           ->check(CLI::Range(0u, 1u << 26));
  app.add_option("--output", options.output, "file of the report; default: a name of the device, for whole runs")
      ->excludes(count);
  app.add_option("--tune", options.tune,
                 "search for a faster tuning for at most so many seconds; default: up to 300 on a GPU, so that all "
                 "takes ten minutes; 0 on a software driver")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--jobs", options.jobs, "processes at once; default: 1 on a software driver, up to 8 on a GPU")
      ->check(CLI::Range(1u, 64u));
  app.add_option("--through", options.through, "start child processes through this program, an emulator");
  app.add_option("--child", options.child)->group("");  // internal options
  app.add_option("--identity", options.identity)->group("");
  CLI::App* check = app.add_subcommand("check", "says whether reports are whole and unaltered");
  CLI::App* table = app.add_subcommand("table", "prints a table of reports");
  CLI::App* row = app.add_subcommand("row", "prints the tunings of reports for engine/vksort/sorts/sizes/rows.cpp");
  for (CLI::App* command : {check, table, row}) command->add_option("REPORT", options.reports, "files")->required();
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
