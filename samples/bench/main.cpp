// The only file that includes CLI11, because compiling CLI11 is slow.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "bench/commands.h"
#include "common/devices.h"
#include "common/program.h"
#include "gpu/instance.h"

namespace bench {
namespace {

// `why` must be one line that names the option and the allowed values.
[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument(why); }

std::string notEmpty(const std::string& text) { return text.empty() ? "must not be empty" : ""; }

struct Command {
  const char* name;
  const char* help;
  const char* columns;  // lines of --help
  int (*run)(const gpu::Device&, const Options&);
  CLI::App* app = nullptr;
  Options options{};
  bool is_interleaved = false;  // --layout

  bool is(std::initializer_list<const char*> names) const {
    return std::ranges::any_of(names, [this](std::string_view each) { return each == name; });
  }
  bool has(const char* option) const {
    const CLI::Option* found = app->get_option_no_throw(option);
    return found != nullptr && !found->empty();
  }
  void refuseTogether(const char* option, std::initializer_list<const char*> others) const {
    if (!has(option)) return;
    for (const char* other : others) {
      if (has(other)) refuse(std::string(option) + ": does not go with " + other);
    }
  }

  void beginGroup(const char* heading) const { app->option_defaults()->group(heading); }

  // `words` must outlive the parser. `value` is the default.
  template <typename T>
  void addWord(const char* option, T& value, const Words<T>& words, const std::string& text) const {
    std::string choices;
    std::vector<std::string> allowed;
    for (const auto& [word, candidate] : words) {
      allowed.push_back(word);
      choices += (choices.empty() ? "" : ", ") + word;
    }
    app->add_option_function<std::string>(
           option, [&value, &words](const std::string& word) { value = words.at(word); },
           text + ": " + choices + "; default " + wordOf(words, value))
        ->check(CLI::IsMember(allowed).description(""))
        ->type_name("WORD");
  }
  void addFlag(const char* option, bool& value, const char* text) const {
    app->add_flag(option, value, text)->disable_flag_override();
  }
  void addNumber(const char* option, auto& value, std::uint64_t low, std::uint64_t high, const std::string& text) {
    app->add_option(option, value, text)->check(wholeNumber(low, high));
  }
  void addText(const char* option, auto& value, const char* text) const {
    app->add_option(option, value, text)->check(notEmpty);
  }

  void addInput();
  void addSizes();
  void addModes();
  void addOptions();
  void finishPayload();
  void finish();
};

const Words<vksort::KeyType> kPaperKeyTypes = {{"u32", vksort::KeyType::u32}, {"i32", vksort::KeyType::i32}};
const Words<bool> kCountOn = {{"cpu", false}, {"gpu", true}};
const Words<bool> kLayouts = {{"split", false}, {"interleaved", true}};

void Command::addInput() {
  Input& input = options.configuration.input;
  beginGroup("What is sorted");
  addWord("--keys", input.ordering.key_type, is({"paper"}) ? kPaperKeyTypes : kKeyTypes, "key type");
  if (!is({"paper"})) {
    addWord("--payload", input.ordering.payload, kPayloads, "written by the sort (index), or of the input (u32)");
    addWord("--layout", is_interleaved, kLayouts, "keys and payloads");
    addWord("--ties", input.ties, kTies, "order of equal keys");
  }
  if (is({"create"})) return;
  addWord("--order", input.ordering.order, kOrders, "order of keys");
  if (!is({"paper"}))
    addNumber("--key-bits", input.key_bits, 1, 64, "only the lowest UINT bits differ; sets significant_bits");
  addWord("--distribution", input.distribution, kDistributions, "keys");
}

void Command::addModes() {
  Configuration& configuration = options.configuration;
  beginGroup("How vksort sorts");
  if (is({"sort", "create"})) {
    addWord("--scratch", configuration.scratch, kScratch, "scratch memory");
    addWord("--vksort-algorithm", configuration.algorithm, kAlgorithms, "algorithm");
  }
  addFlag("--baseline", configuration.baseline, "vksort uses only what every Vulkan 1.1 device has");
  if (is({"sort"})) {
    addWord("--count-on", configuration.count_on_gpu, kCountOn, "the count is on the host or in a buffer");
    addNumber("--capacity", configuration.capacity, 1, 1u << 30, "largest count of --count-on gpu; default: the count");
    addNumber("--segments", configuration.segments, 1, 1u << 22, "segments of equal size, each sorted by itself");
  }
}

void Command::addSizes() {
  Sizes& sizes = options.sizes;
  beginGroup("Sizes and repetitions");
  std::string highest = std::to_string(sizes.max_log2);
  if (sizes.software_max_log2 != sizes.max_log2)
    highest += ", on a software device " + std::to_string(sizes.software_max_log2);
  addNumber("--min-log2", sizes.given_min, 1, 30,
            "smallest size, as a power of two; default " + std::to_string(sizes.min_log2));
  addNumber("--max-log2", sizes.given_max, 1, 30, "largest size, as a power of two; default " + highest);
  if (!is({"paper"}))
    app->add_option("--count", sizes.counts, "sizes in elements, instead of powers of two: N,N,...")
        ->check(wholeNumber(1, 1u << 30))
        ->delimiter(',');
  addNumber("--repeat", options.repeat, 1, 1000, "timed sorts per size; the median counts; default 15, from 2^26 on 5");
  addNumber("--seed", options.configuration.input.seed, 0, std::numeric_limits<std::int64_t>::max(),
            "seed of the input; default 1");
}

void Command::addOptions() {
  Configuration& configuration = options.configuration;
  if (is({"sort"})) {
    std::vector<std::string> names = allAlgorithms();
    names.emplace_back("all");
    beginGroup("What is timed");
    app->add_option("--algorithm", options.algorithms,
                    "vksort, verify, v0 to v5, step, padded, block, cpu, or all; default vksort")
        ->check(CLI::IsMember(names).description(""))
        ->type_name("WORD")
        ->delimiter(',');
  }
  beginGroup("Device");
  addText("--device", options.device, "index, or part of the name; default: a GPU before a software driver");
  if (is({"toolkit"})) {
    beginGroup("What is timed");
    addText("--only", options.only, "a tool, as its row names it, such as select; default: all");
    addNumber("--element-words", options.element_words, 1, 64, "words of a structure that is gathered; default 4");
    addNumber("--threads", configuration.threads, 1, 1024, "threads that create pipelines; default one for each core");
  } else {
    addInput();
    addModes();
  }
  if (is({"create"})) {
    beginGroup("Creation");
    addNumber("--max-count", configuration.max_count, 1, 0xffffffff,
              "elements of the largest sort; default any number");
    addNumber("--threads", configuration.threads, 1, 1024, "threads that create pipelines; default 1");
    addFlag("--staged", configuration.staged, "create the baseline first, then the other pipelines");
    addFlag("--statistics", options.statistics, "the driver's statistics of each pipeline, such as registers");
  } else {
    addSizes();
  }
  beginGroup("Output");
  addText("--csv", options.csv, "also write the rows to this file");
  if (!is({"sort"})) return;
  addFlag("--json", options.json, "rows as a JSON array on stdout");
  addText("--against", options.against, "table to compare with: system,mode,log2_n,gpu_us");
}

void Command::finishPayload() {
  Configuration& configuration = options.configuration;
  vksort::Payload& payload = configuration.input.ordering.payload;
  if (has("--layout") && payload != vksort::Payload::u32) refuse("--layout: needs --payload u32");
  if (is_interleaved) payload = vksort::Payload::interleaved;
  if (!configuration.input.hasCallersPayload() || configuration.input.ties != vksort::Ties::stable) return;
  if (!configuration.usesScratch() && configuration.max_count == 0)
    refuse("--payload u32: needs --scratch on for stable ties; --ties value and any do not");
}

void Command::finish() {
  const Configuration& configuration = options.configuration;
  const Sizes& sizes = options.sizes;
  finishPayload();
  if (configuration.input.key_bits > 32 && !configuration.input.isWide())
    refuse("--key-bits: must be at most 32, but with --keys u64");
  refuseTogether("--count", {"--min-log2", "--max-log2"});
  if (sizes.given_min.value_or(sizes.min_log2) > sizes.given_max.value_or(sizes.max_log2))
    refuse("--min-log2: must not exceed --max-log2");
  refuseTogether("--segments", {"--count-on"});
  if (configuration.segments != 0 && configuration.scratch == vksort::Scratch::required)
    refuse("--segments: does not go with --scratch required");
  if (has("--capacity") && !configuration.count_on_gpu) refuse("--capacity: needs --count-on gpu");
  // Anchors only exist for sorts of whole ranges of random 32-bit keys.
  refuseTogether("--against", {"--segments", "--key-bits"});
  if (has("--against") && configuration.input.isWide()) refuse("--against: compares keys of 32 bits, not --keys u64");
  if (has("--csv") && has("--against") && samples::sameFile(options.csv, options.against))
    refuse("--csv: cannot write " + options.csv + ": --against reads it");
  if (std::ranges::count(options.algorithms, "all") > 0) options.algorithms = {"all"};
}

constexpr const char* kExitCodes =
    "Exit codes:\n"
    "  0: done   1: a result was not sorted   2: bad input, no device, or output that is lost\n";

std::string footerOf(const Command& command) {
  std::string text = std::string("Columns:\n") + command.columns;
  if (!command.is({"create", "toolkit"})) text += "Rules:\n";
  if (command.is({"sort", "paper"}))
    text += "  v0 to v5 and step sort powers of two; they sort i32 keys with the sign bit flipped\n";
  if (!command.is({"create", "toolkit"}))
    text +=
        "  few has 16 different keys; nearly moves 1 key in 100, by less than 1000 places\n"
        "  a result is checked after the last sort of its row\n";
  return text + kExitCodes;
}

std::vector<Command> makeCommands() {
  std::vector<Command> commands = {
      {"sort", "time of sorts by size, beside times of other sorts", "", runSort},
      {"paper", "a Markdown table of std::sort, the steps v0 to v5 of the paper, and vksort",
       "  step speed-up: over the row before\n", runPaper},
      {"create", "time to create a Sorter and each of its pipelines",
       "  SPIR-V bytes: of the module that the driver gets\n"
       "  ms: time of the module and the pipeline; of the sum, on one thread\n",
       runCreate},
      {"toolkit", "time of what surrounds a sort: runs, cells, culls, gathered structures, selects",
       "  runs, cells: of 37 equal keys   cull: keys and indices, half kept   gather: at random indices\n"
       "  select: the 1,000 smallest keys, or from 2^22 on 1 in 256, of random, equal, sorted and 16 different keys\n",
       runToolkit}};
  for (Command& command : commands) {
    Options& options = command.options;
    if (command.is({"paper"})) options.sizes = {15, 29, 18, {}, {}, {}};
    if (command.is({"toolkit"})) options.sizes = {16, 24, 16, {}, {}, {}};
    if (!command.is({"create"})) continue;
    options.configuration.scratch = vksort::Scratch::optional;
    options.configuration.threads = 1;
  }
  return commands;
}

int runOnDevice(const Command& command) {
  const Options& options = command.options;
  const gpu::Instance instance({.name = "vksort-bench"});
  const gpu::PhysicalDevice chosen = gpu::selectDevice(instance, options.device);
  const gpu::Device device(instance, {.physical = chosen.handle, .want_pipeline_statistics = options.statistics});
  return command.run(device, options);
}

// Returns the exit code. Throws std::exception with one line that names the invalid option.
int runWords(std::vector<std::string> words) {
  std::vector<Command> commands = makeCommands();
  const std::string alone = words.size() == 1 ? words[0] : "";
  if (alone == "--version" || alone == "--list-devices") {
    std::fputs((alone == "--version" ? samples::versionLine("vksort-bench") + "\n" : samples::deviceLines()).c_str(),
               stdout);
    return 0;
  }
  CLI::App app(
      "Times vksort, and the published sorts that led to it, on a GPU, and verifies the last result of each row.\n"
      "Without a subcommand it is sort. vksort-bench SUBCOMMAND --help prints the options of each.\n"
      "Alone, --version prints the version, and --list-devices the Vulkan devices.",
      "vksort-bench");
  app.require_subcommand(1);
  app.get_help_ptr()->group("Information");
  app.get_formatter()->column_width(24);
  app.footer(kExitCodes);
  std::string names;
  for (Command& command : commands) {
    command.app = app.add_subcommand(command.name, command.help);
    command.app->get_help_ptr()->group("Information");
    command.app->footer(footerOf(command));
    command.addOptions();
    names += (names.empty() ? "" : ", ") + std::string(command.name);
  }
  const bool is_named = !words.empty() && std::ranges::find(commands, words[0], &Command::name) != commands.end();
  if (!is_named && !words.empty() && !words[0].starts_with("-"))
    refuse(words[0] + ": is no subcommand; there are " + names);
  if (!is_named && alone != "--help" && alone != "-h") words.insert(words.begin(), "sort");
  std::ranges::reverse(words);  // CLI11 expects the last word first
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    const std::string text = error.what();
    refuse(text.substr(0, text.find('\n')));
  }
  Command& chosen = *std::ranges::find_if(commands, [](const Command& each) { return each.app->parsed(); });
  chosen.finish();
  return runOnDevice(chosen);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return samples::runProgram("vksort-bench", [&] { return bench::runWords({argv + 1, argv + argc}); });
}
