#include "options.h"

#include <cstdio>
#include <limits>

#include "common/command_line.h"
#include "common/program.h"
#include "list.h"

namespace conform {
namespace {

std::string seconds(const std::string& text) {
  constexpr double kDay = 86400;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  const bool valid = error == std::errc() && end == text.data() + text.size() && value >= 0 && value <= kDay;
  return valid ? "" : "must be a number of seconds from 0 to 86400, not '" + text + "'";
}

}  // namespace

std::optional<int> parseOptions(int argc, char** argv, Options& options) {
  using Command = Options::Command;
  const auto refuse = [](const std::string& why) {
    std::fprintf(stderr, "vksort-conform: %s; --help lists the options\n", why.c_str());
    return samples::kBadInput;
  };
  options.seed = kSeed;
  CLI::App app(
      "Tests on this device that vksort keeps its guarantees, and writes a report that you can send.\n"
      "Exit status: 0: all cases passed or are not supported, 1: a case failed or no case passed,\n"
      "2: the program cannot run.",
      "vksort-conform");
  app.formatter(std::make_shared<samples::PlainFormatter>());
  app.set_version_flag("--version", "vksort-conform " VKSORT_PROGRAM_VERSION ", list " + std::to_string(kListVersion));
  bool list = false, list_devices = false;
  app.add_flag("--list", list, "print the cases and their Sorters")->disable_flag_override();
  app.add_flag("--list-devices", list_devices, "print the Vulkan devices")->disable_flag_override();
  app.add_option("--case", options.cases, "run only this case; can be repeated, and * matches any text")
      ->take_all()
      ->expected(1)
      ->type_name("NAME");
  app.add_option("--device", options.device, "device index, or a part of its name (default: the first GPU)")
      ->type_name("NAME|INDEX");
  app.add_flag("--quick", options.quick,
               "run fewer cases, in under a minute on a GPU; only write a report with --output")
      ->disable_flag_override();
  app.add_option("--seed", options.seed, "seed of the contents (default: 1)")
      ->check(samples::wholeNumber(0, std::numeric_limits<std::uint64_t>::max()))
      ->type_name("N");
  app.add_option("--count", options.count, "only sort this count (up to 67108864), and write no report")
      ->check(samples::wholeNumber(0, 1u << 26))
      ->type_name("N");
  app.add_option("--output", options.output,
                 "report file (default: named after the device, but only complete runs write it)")
      ->type_name("FILE");
  app.add_option("--tune", options.tune,
                 "time limit for the tuning search (default: up to 300 on a GPU, or 0 on a software driver)")
      ->check(seconds)
      ->type_name("SECONDS");
  app.add_option("--jobs", options.jobs,
                 "number of parallel processes, 1 to 64 (default: 1 on a software driver, up to 8 on a GPU)")
      ->check(samples::wholeNumber(1, 64))
      ->type_name("N");
  app.add_option("--through", options.through, "program that starts the child processes, such as an emulator")
      ->type_name("PROGRAM");
  app.add_option("--child", options.child)->group("");  // internal options
  app.add_option("--identity", options.identity)->group("");
  CLI::App* check = app.add_subcommand("check", "check that reports are complete and unmodified");
  CLI::App* table = app.add_subcommand("table", "print a table of reports");
  CLI::App* row = app.add_subcommand("row", "print the tunings of reports for engine/vksort/sorts/sizes/rows.cpp");
  for (CLI::App* command : {check, table, row})
    command->add_option("REPORT", options.reports, "report files")->required()->type_name("");
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return refuse(samples::reasonOf(error));
  }
  if (options.count && !options.output.empty())
    return refuse("--count: cannot be used with --output, because a report covers the counts of all cases");
  if (list) options.command = Command::list;
  if (list_devices) options.command = Command::list_devices;
  if (check->parsed()) options.command = Command::check;
  if (table->parsed()) options.command = Command::table;
  if (row->parsed()) options.command = Command::row;
  if (!options.child.empty()) options.command = Command::child;
  return {};
}

}  // namespace conform
