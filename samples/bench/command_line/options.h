// The benchmark's command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vksort.h"

namespace bench {

// Powers of two that are timed without --min-log2, --max-log2 and --count.
inline constexpr std::uint32_t kMinLog2 = 8, kMaxLog2 = 20;
inline constexpr std::uint32_t kLadderMinLog2 = 15, kLadderMaxLog2 = 29, kSoftwareLadderMaxLog2 = 18;
inline constexpr std::uint32_t kSoftwareTuneMaxLog2 = 14;

enum class Distribution { random, sorted, reversed, equal, few, nearly };

struct Options {
  std::optional<std::string> device;                 // index or part of a name
  std::vector<std::string> algorithms = {"vksort"};  // or just {"all"}
  vksort::KeyType key_type = vksort::KeyType::u32;
  vksort::Values values = vksort::Values::none;
  vksort::Ties ties = vksort::Ties::value;
  vksort::Order order = vksort::Order::ascending;
  vksort::Path path = vksort::Path::automatic;
  Distribution distribution = Distribution::random;
  bool coherent = false;                  // repair before sorting
  bool hook = false;                      // keys are depths that the sort computes,
  bool key_pass = false;                  // or a pass before it
  bool count_on_gpu = false;              // the device finds the count in a buffer
  std::optional<std::uint32_t> capacity;  // with it, the most elements that a sort is recorded for; else: the count
  std::uint32_t lists = 0;                // the elements are in so many lists of equal size; 0: not in lists
  bool tune = false;                      // searches for the tuning that is fastest on the device
  std::optional<vksort::Tuning> tuning;   // of vksort; without it what vksort chooses
  std::string save_tuning;                // file for what --tune found; empty: none
  bool growth = false;                    // the plan beside what is measured
  bool breakdown = false;                 // what the time of each size is spent on
  bool ladder = false;                    // the table of the ladder instead of single points
  bool json = false;                      // rows as JSON on stdout, all else on stderr
  std::vector<std::uint32_t> counts;      // elements of each point; empty: powers of two, as follows
  std::optional<std::uint32_t> min_log2, max_log2;  // as given
  std::optional<std::uint32_t> repeat;              // as given
  std::uint64_t seed = 1;
  std::string csv;      // empty: none
  std::string against;  // anchor table; empty: none

  // Whether the keys are depths of positions, and not in the buffers before the sort.
  bool depthKeys() const { return hook || key_pass; }
};

// Every word of --algorithm but `all`, in the order in which they are timed.
const std::vector<std::string>& allAlgorithms();

// The words of an option as they stand on the command line and in the CSV.
std::string wordOf(vksort::KeyType type);
std::string wordOf(vksort::Order order);
std::string wordOf(vksort::Ties ties);
std::string wordOf(Distribution distribution);

// Parses the command line. Errors: std::invalid_argument with one line that names the option. --help prints and exits.
Options parseOptions(int argc, const char* const* argv);

}  // namespace bench
