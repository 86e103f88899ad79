#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace conform {

struct Options {
  enum class Command : std::uint8_t { run, list, list_devices, check, table, row, child } command = Command::run;
  std::vector<std::string> cases;     // patterns, or exact names for a child
  std::optional<std::string> device;  // index, or a part of the name
  bool quick = false;
  std::uint64_t seed = 0;
  std::optional<std::uint32_t> count;  // the only count of each case
  std::string output;                  // report file; if empty, only a complete run writes one, and chooses the name
  std::optional<double> tune;          // time limit of the tuning search, in seconds; the default depends on the device
  unsigned jobs = 0;                   // parallel child processes; 0 selects a default for the device
  std::string through;                 // program that starts the child processes, or empty to start them directly
  std::vector<std::string> reports;    // report files for check, table and row
  std::string child;                   // task of a child: facts, timings, tune or cases
  std::string identity;                // identity of the device that the child must use
};

// Prints and returns an exit status for --help, --version and errors.
std::optional<int> parseOptions(int argc, char** argv, Options& options);

}  // namespace conform
