// The only file that includes CLI11, because compiling CLI11 is slow.
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "bench/commands.h"
#include "common/command_line.h"
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
      if (has(other)) refuse(std::string(option) + ": cannot be used with " + other);
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
           text + ": " + choices + " (default: " + wordOf(words, value) + ")")
        ->check(samples::oneOf(allowed))
        ->type_name("WORD");
  }
  void addFlag(const char* option, bool& value, const char* text) const {
    app->add_flag(option, value, text)->disable_flag_override();
  }
  void addNumber(const char* option, auto& value, std::uint64_t low, std::uint64_t high, const std::string& text) {
    app->add_option(option, value, text)->check(samples::wholeNumber(low, high))->type_name("N");
  }
  void addText(const char* option, const char* type, auto& value, const char* text) const {
    app->add_option(option, value, text)->check(notEmpty)->type_name(type);
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
  beginGroup("Input");
  addWord("--keys", input.ordering.key_type, is({"paper"}) ? kPaperKeyTypes : kKeyTypes, "key type");
  if (!is({"paper"})) {
    addWord("--payload", input.ordering.payload, kPayloads, "payloads, which the sort writes (index) or moves (u32)");
    addWord("--layout", is_interleaved, kLayouts, "layout of keys and payloads");
    addWord("--ties", input.ties, kTies, "order of equal keys");
  }
  if (!is({"paper"})) {
    addFlag("--discard-keys", input.discard_keys, "leave the keys undefined after the sort; needs a separate payload");
  }
  if (is({"create"})) return;
  addWord("--order", input.ordering.order, kOrders, "order of keys");
  if (!is({"paper"}))
    addNumber("--key-bits", input.key_bits, 1, 64,
              "number of low bits that can differ between keys; sets significant_bits (default: all)");
  addWord("--distribution", input.distribution, kDistributions, "distribution of the keys");
}

void Command::addModes() {
  Configuration& configuration = options.configuration;
  beginGroup("How vksort sorts");
  if (is({"sort", "create"})) {
    addWord("--scratch", configuration.scratch, kScratch, "scratch memory");
    addWord("--vksort-algorithm", configuration.algorithm, kAlgorithms, "algorithm that vksort uses");
  }
  addFlag("--baseline", configuration.baseline, "only use features of every Vulkan 1.1 device");
  if (is({"sort"})) {
    addWord("--count-on", configuration.count_on_gpu, kCountOn, "pass the count from the CPU, or in a GPU buffer");
    addNumber("--capacity", configuration.capacity, 1, 1u << 30,
              "maximum count for --count-on gpu (default: the count)");
    addNumber("--segments", configuration.segments, 1, 1u << 22, "number of segments, each sorted separately");
    addWord("--segment-lengths", configuration.segment_lengths, kSegmentLengths,
            "lengths of the segments; half: one contains half of the elements; zipf: proportional to 1 / rank; one of");
  }
}

void Command::addSizes() {
  Sizes& sizes = options.sizes;
  beginGroup("Sizes and repetitions");
  std::string highest = std::to_string(sizes.max_log2);
  if (sizes.software_max_log2 != sizes.max_log2)
    highest += ", or " + std::to_string(sizes.software_max_log2) + " on a software driver";
  addNumber("--min-log2", sizes.given_min, 1, 30,
            "smallest size, as a power of two (default: " + std::to_string(sizes.min_log2) + ")");
  addNumber("--max-log2", sizes.given_max, 1, 30, "largest size, as a power of two (default: " + highest + ")");
  if (!is({"paper"}))
    app->add_option("--count", sizes.counts, "sizes in elements, instead of powers of two")
        ->check(samples::wholeNumber(1, 1u << 30))
        ->type_name("N,...")
        ->delimiter(',');
  addNumber("--repeat", options.repeat, 1, 1000,
            "timed sorts per size, for the median (default: 15, or 5 for 2^26 or more)");
  addNumber("--seed", options.configuration.input.seed, 0, std::numeric_limits<std::int64_t>::max(),
            "seed of the input (default: 1)");
}

void Command::addOptions() {
  Configuration& configuration = options.configuration;
  if (is({"sort"})) {
    std::vector<std::string> names = allSystems();
    names.emplace_back("all");
    beginGroup("Measurement");
    app->add_option("--system", options.systems,
                    "sorts to time: vksort, verify, v0 to v5, step, padded, block, cpu, or all (default: vksort)")
        ->check(samples::oneOf(names))
        ->type_name("NAME,...")
        ->delimiter(',');
  }
  beginGroup("Device");
  addText("--device", "NAME|INDEX", options.device,
          "device index, or a part of its name (default: a GPU if there is one)");
  if (is({"toolkit"})) {
    beginGroup("Measurement");
    addText("--only", "TOOL", options.only, "only time this tool, such as \"select equal\" (default: all)");
    addNumber("--element-words", options.element_words, 1, 64, "words per gathered structure (default: 4)");
    addNumber("--threads", configuration.threads, 1, 1024, "threads that create pipelines (default: one per core)");
  } else {
    addInput();
    addModes();
  }
  if (is({"create"})) {
    beginGroup("Creation");
    addNumber("--max-count", configuration.max_count, 1, 0xffffffff, "maximum number of elements (default: unlimited)");
    addNumber("--threads", configuration.threads, 1, 1024, "threads that create pipelines (default: 1)");
    addFlag("--staged", configuration.staged, "create the baseline first, then the other pipelines");
    addFlag("--statistics", options.statistics, "print the driver's statistics of each pipeline, such as registers");
  } else {
    addSizes();
  }
  beginGroup("Output");
  addText("--csv", "FILE", options.csv, "also write the rows to this file");
  if (!is({"sort"})) return;
  addFlag("--json", options.json, "print the rows as a JSON array");
  addText("--against", "FILE", options.against,
          "compare with the times in a CSV file: system,mode,log2_n,gpu_us,device");
}

void Command::finishPayload() {
  Configuration& configuration = options.configuration;
  vksort::Payload& payload = configuration.input.ordering.payload;
  if (has("--layout") && payload != vksort::Payload::u32) refuse("--layout: needs --payload u32");
  if (is_interleaved) payload = vksort::Payload::interleaved;
  if (configuration.input.discard_keys && (payload == vksort::Payload::none || is_interleaved))
    refuse("--discard-keys: needs --payload index, or --payload u32 with --layout split");
  if (!configuration.input.hasCallersPayload() || configuration.input.ties != vksort::Ties::stable) return;
  if (!configuration.usesScratch() && configuration.max_count == 0)
    refuse("--payload u32: stable ties need --scratch on; alternatively, use --ties value or any");
}

void Command::finish() {
  const Configuration& configuration = options.configuration;
  const Sizes& sizes = options.sizes;
  finishPayload();
  if (configuration.input.key_bits > 32 && !configuration.input.isWide())
    refuse("--key-bits: must be at most 32, except with --keys u64");
  refuseTogether("--count", {"--min-log2", "--max-log2"});
  if (sizes.given_min.value_or(sizes.min_log2) > sizes.given_max.value_or(sizes.max_log2))
    refuse("--max-log2: must be at least --min-log2 (default: " + std::to_string(sizes.min_log2) + ")");
  // Otherwise, vksort would sort in place, without a message.
  if (configuration.algorithm != vksort::Algorithm::automatic &&
      configuration.algorithm != vksort::Algorithm::bitonic && !configuration.usesScratch())
    refuse("--vksort-algorithm " + wordOf(kAlgorithms, configuration.algorithm) + ": needs --scratch on");
  refuseTogether("--segments", {"--count-on"});
  if (has("--segment-lengths") && configuration.segments == 0) refuse("--segment-lengths: needs --segments");
  if (configuration.segments != 0 && configuration.scratch == vksort::Scratch::required)
    refuse("--segments: cannot be used with --scratch required");
  if (has("--capacity") && !configuration.count_on_gpu) refuse("--capacity: needs --count-on gpu");
  // Anchors only exist for sorts of whole ranges of random 32-bit keys.
  refuseTogether("--against", {"--segments", "--key-bits"});
  if (has("--against") && configuration.input.isWide()) refuse("--against: cannot be used with --keys u64");
  if (has("--against") && configuration.input.distribution != Distribution::random)
    refuse("--against: needs --distribution random, because the other sorts were timed with random keys");
  if (has("--csv") && has("--against") && samples::sameFile(options.csv, options.against))
    refuse("--csv: cannot write " + options.csv + ": --against reads it");
  if (std::ranges::count(options.systems, "all") > 0) options.systems = {"all"};
}

constexpr const char* kExitCodes =
    "Exit codes:\n"
    "  0: done   1: a result was not sorted   2: invalid input, no device, or lost output\n";

std::string footerOf(const Command& command) {
  std::string text = *command.columns != 0 ? std::string("Columns:\n") + command.columns : "";
  if (!command.is({"create", "toolkit"})) text += "Rules:\n";
  if (command.is({"sort", "paper"}))
    text +=
        "  v0 to v5 (the steps of the paper) and step (v0 with half the threads) only support powers of two, and sort\n"
        "  i32 keys with a flipped sign bit\n";
  if (command.is({"sort"}))
    text +=
        "  padded: a bitonic sort of any count   block: only sorts blocks   verify: only verifies, without a sort\n";
  if (!command.is({"create", "toolkit"}))
    text +=
        "  few: 16 distinct keys; nearly: sorted, with 1 key in 100 swapped by less than 1000 places\n"
        "  the last result of each row is verified\n";
  return text + kExitCodes;
}

std::vector<Command> makeCommands() {
  std::vector<Command> commands = {
      {"sort", "time sorts by size, and compare them with other sorts",
       "  record us: CPU time to record a sort   used: algorithm that vksort used for this size\n", runSort},
      {"paper", "print a Markdown table of std::sort, the steps v0 to v5 of the paper, and vksort",
       "  step speed-up: compared with the previous row   over std::sort: speed-up over one CPU core\n", runPaper},
      {"create", "time the creation of a Sorter and of each pipeline",
       "  SPIR-V bytes: size of the module that is passed to the driver\n"
       "  ms: time to create the module and the pipeline; the sum is the total, as on one thread\n",
       runCreate},
      {"toolkit", "time runs, cells, culls, gathers and selects",
       "  runs, cells: 37 equal keys each   cull: keeps half of the keys and indices   gather: random indices\n"
       "  select: the 1,000 smallest of random, equal, sorted or 16 distinct keys; 1 in 256 for 2^22 or more\n",
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
  for (const char* option : {"--version", "--list-devices"})
    if (alone.empty() && std::ranges::find(words, option) != words.end())
      refuse(std::string(option) + ": cannot be used with other arguments");
  if (alone == "--version" || alone == "--list-devices") {
    std::fputs((alone == "--version" ? samples::versionLine("vksort-bench") + "\n" : samples::deviceLines()).c_str(),
               stdout);
    return 0;
  }
  CLI::App app(
      "Times vksort and the published sorts that led to it, and verifies the last result of each row.\n"
      "The default subcommand is sort. To list the options of a subcommand, use vksort-bench SUBCOMMAND --help.\n"
      "vksort-bench --version prints the version, and vksort-bench --list-devices prints the Vulkan devices.",
      "vksort-bench");
  app.require_subcommand(1);
  app.get_help_ptr()->group("Information");
  app.formatter(std::make_shared<samples::PlainFormatter>());
  app.get_formatter()->column_width(28);
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
    refuse(words[0] + ": unknown subcommand; use one of " + names);
  if (!is_named && alone != "--help" && alone != "-h") words.insert(words.begin(), "sort");
  std::ranges::reverse(words);  // CLI11 expects the last word first
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    refuse(samples::reasonOf(error) + "; --help lists the options");
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
