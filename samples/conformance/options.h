#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace conform {

struct Options {
  enum class Command : std::uint8_t { run, list, list_devices, check, table, row, child } command = Command::run;
  std::vector<std::string> cases;  // patterns, or exact names for a child
  std::optional<std::string> device;
  bool quick = false;
  std::uint64_t seed = 0;
  std::optional<std::uint32_t> count;  // instead of the counts of each case
  std::string output;                  // if empty, only a complete run writes a report
  std::optional<double> tune;          // in seconds; the default depends on the device
  unsigned jobs = 0;                   // child processes; 0 for a default
  std::string through;
  std::vector<std::string> reports;
  std::string child;
  std::string identity;  // the device that the child must use
};

// Returns an exit status after --help, --version and errors.
std::optional<int> parseOptions(int argc, char** argv, Options& options);

}  // namespace conform
