// The command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace conform {

struct Options {
  enum class Command : std::uint8_t { run, list, list_devices, check, table, row, child } command = Command::run;
  std::vector<std::string> cases;     // patterns; of a child exact names
  std::optional<std::string> device;  // index, or a part of the name
  bool quick = false;
  std::uint64_t seed = 0;
  std::optional<std::uint32_t> count;  // the only count of each case
  std::string output;                  // file of the report; empty: its own name, of whole runs alone
  std::optional<double> tune;          // seconds of the search for a tuning; none: as the device
  unsigned jobs = 0;                   // child processes at once; 0: as the device
  std::string through;                 // the program that starts child processes; empty: none
  std::vector<std::string> reports;    // of check, table and row
  std::string child;                   // what a child does
  std::string identity;                // of its device
};

// Prints and returns an exit status for --help, --version and errors.
std::optional<int> parseOptions(int argc, char** argv, Options& options);

}  // namespace conform
