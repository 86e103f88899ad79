// The parts of a command line that several subcommands share.
#pragma once

#include <optional>
#include <string>

#include "algorithms/configuration.h"
#include "output/outputs.h"
#include "session/sizes.h"

namespace CLI {
class App;
}

namespace bench {

// What every subcommand has.
struct Common {
  std::string device;  // index or part of a name; empty: a real GPU before a software one
  Configuration configuration;
  Sizes sizes;
  std::optional<std::uint32_t> repeat;  // as given
};

// What --repeat says, where nothing else is said.
inline constexpr const char* kRepeatHelp = "timed sorts per size; the median counts; default 15, from 2^26 on 5";

// Lines behind the options of --help. Each subcommand adds its columns.
inline constexpr const char* kCopyRate =
    "bytes per second, as a share of the rate at which a kernel copies a large buffer\n";
inline constexpr const char* kInputRule =
    "  few has 16 different keys; nearly moves 1 key in 100, by less than 1000 places\n";
inline constexpr const char* kCheckRule = "  a result is checked after the last sort of its row\n";
inline constexpr const char* kPaperRule =
    "  v0 to v5 and step sort powers of two; they sort i32 keys with the sign bit flipped\n";
inline constexpr const char* kExitCodes =
    "Exit codes:\n"
    "  0: all results were sorted   1: a result was not   2: bad input, no device, or output that is lost\n";

// Each of these adds options that are filled in while parsing; what they fill in must outlive the parser.
void addDevice(CLI::App& app, std::string& device);
void addOrder(CLI::App& app, vksort::Order& order);
void addBaseline(CLI::App& app, bool& baseline);
void addTuning(CLI::App& app, std::optional<vksort::Tuning>& tuning);
void addDistribution(CLI::App& app, Distribution& distribution);
void addSegments(CLI::App& app, std::uint32_t& segments);
void addPowers(CLI::App& app, Sizes& sizes);                                         // --min-log2, --max-log2
void addRepeat(CLI::App& app, Common& common, const char* help = kRepeatHelp);       // and --seed
void addFile(CLI::App& app, const char* name, std::string& path, const char* help);  // to write
void addCsv(CLI::App& app, std::string& csv);
void addJson(CLI::App& app, OutputOptions& outputs);  // and --against

// Device, keys, payload, ties, scratch memory, baseline and algorithm: what a Sorter is created for.
void addSorter(CLI::App& app, Common& common);
// The mode that a Sorter is created for: a key generator.
void addSorterModes(CLI::App& app, Configuration& configuration);
// That, and the modes of a recording: indirect count, and segments.
void addModes(CLI::App& app, Configuration& configuration);
// addSorter(), and order, bits, distribution, sizes and repetitions: of all that vksort sorts.
void addCommon(CLI::App& app, Common& common, const char* repeat_help = kRepeatHelp);

// After parsing. Errors: std::invalid_argument for options that do not go together.
void checkPowers(const Sizes& sizes);
void checkCsv(const CLI::App& app);                      // of addCsv(): no file that is read
void finishSorter(const CLI::App& app, Common& common);  // of addSorter()
void finishSorterModes(const CLI::App& app, const Configuration& configuration);
void finishSegments(const Configuration& configuration);  // of addSegments()
void finishCommon(const CLI::App& app, Common& common);   // of addCommon()

}  // namespace bench
