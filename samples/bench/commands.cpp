#include "commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>

#include "breakdown/breakdown.h"
#include "command_line/common.h"
#include "command_line/refuse.h"
#include "create/create.h"
#include "devices/devices.h"
#include "gpu/select.h"
#include "growth/growth.h"
#include "paper/paper.h"
#include "program/program.h"
#include "sort/sort.h"
#include "tune/tune.h"

namespace bench {
namespace {

bool isCommand(const CLI::App& app, const std::string& word) {
  return !app.get_subcommands([&](const CLI::App* command) { return command->get_name() == word; }).empty();
}

// Whether the device that a subcommand runs on must tell statistics of pipelines.
template <typename Options>
bool wantsStatistics(const Options&) {
  return false;
}
bool wantsStatistics(const CreateOptions& options) { return options.statistics; }

template <typename Options>
int runOnDevice(const Options& options) {
  const gpu::Instance instance({.name = "vksort-bench"});
  const std::string& wanted = options.common.device;
  const gpu::PhysicalDevice chosen =
      gpu::selectDevice(instance, wanted.empty() ? std::nullopt : std::optional<std::string>(wanted));
  const gpu::Device device(instance, {.physical = chosen.handle, .want_pipeline_statistics = wantsStatistics(options)});
  return run(device, options);
}

// Parsing it sets `task`.
template <typename Options>
void addCommand(CLI::App& app, std::function<int()>& task, const char* name, const std::string& help) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(name, help);
  command->get_help_ptr()->group("Information");
  addOptions(*command, *options);
  command->allow_extras();  // for refuseUnknown(), whose message says more
  command->callback([&app, command, options, &task] {
    for (const std::string& word : command->remaining()) {
      if (isCommand(app, word)) refuse(word + ": must come first: vksort-bench " + word);
    }
    refuseUnknown(*command);
    finish(*command, *options);
    task = [options] { return runOnDevice(*options); };
  });
}

// The subcommand or option that was meant, if a word is neither.
void refuseMistyped(const CLI::App& app, const std::string& word) {
  if (word.empty() || word.starts_with("-")) return;
  std::string commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands += (commands.empty() ? "" : ", ") + command->get_name();
  refuse(word + ": is no subcommand; there are " + commands);
}

// The words after the program's name, with the subcommand that is meant where none is named.
std::vector<std::string> wordsOf(const CLI::App& app, int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  for (const std::string& word : words) {
    if (!word.starts_with("--") || !isCommand(app, word.substr(2))) continue;
    refuse(word + ": is a subcommand now: vksort-bench " + word.substr(2));
  }
  if (!words.empty() && !isCommand(app, words[0])) refuseMistyped(app, words[0]);
  const bool help = words.size() == 1 && (words[0] == "--help" || words[0] == "-h");
  if (!help && (words.empty() || !isCommand(app, words[0]))) words.insert(words.begin(), "sort");
  return words;
}

// What is wrong, in one line. CLI11 may add lines, names a flag that got a value without its dashes, and counts values.
std::string lineOf(const CLI::ParseError& error) {
  const std::string text = error.what();
  const std::string option = text.substr(0, text.find(':'));
  if (text.starts_with(option + ": At Most") || text.starts_with(option + ": At most"))
    return option + ": must be given once";
  if (text.ends_with(" missing")) return option + ": must be given a value; see --help";
  const std::size_t flag = text.find(" was given a disallowed flag override");
  return flag == std::string::npos ? text.substr(0, text.find('\n')) : "--" + text.substr(0, flag) + ": takes no value";
}

}  // namespace

int runCommand(int argc, const char* const* argv) {
  const std::string only = argc == 2 ? argv[1] : "";
  if (only == "--version" || only == "--list-devices") {
    std::fputs(
        only == "--version" ? (samples::versionLine("vksort-bench") + "\n").c_str() : samples::deviceLines().c_str(),
        stdout);
    return 0;
  }
  CLI::App app(
      "Times vksort, and the published sorts that led to it, on a GPU, with every result verified.\n"
      "Without a subcommand it is sort. vksort-bench SUBCOMMAND --help prints the options of each.\n"
      "Alone, --version prints the version, and --list-devices the Vulkan devices.",
      "vksort-bench");
  app.require_subcommand(1);
  app.get_help_ptr()->group("Information");
  app.get_formatter()->column_width(24);
  app.footer(kExitCodes);
  std::function<int()> task;
  addCommand<SortOptions>(app, task, "sort", "time of sorts by size, beside times of other sorts");
  addCommand<PaperOptions>(app, task, "paper",
                           "a Markdown table of std::sort, the steps v0 to v5 of the paper, and vksort");
  addCommand<TuneOptions>(app, task, "tune", "the fastest sizes of the kernels on the device, as a row of the table");
  addCommand<GrowthOptions>(app, task, "growth", "dispatches and bytes that vksort plans, beside the measured time");
  addCommand<BreakdownOptions>(app, task, "breakdown", "GPU time of each pass, and the shares of launches and memory");
  addCommand<CreateOptions>(app, task, "create", "time to create a Sorter and each of its pipelines");
  std::vector<std::string> words = wordsOf(app, argc, argv);
  std::ranges::reverse(words);  // as CLI11 takes them
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    refuse(lineOf(error));
  }
  return task();
}

}  // namespace bench
