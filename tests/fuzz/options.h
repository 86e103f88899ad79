// The command line.
#pragma once
#include <optional>
#include <string>

#include "draw.h"

namespace fuzz {

struct Options {
  std::string program;  // as it was called
  Plan plan;
  std::optional<uint64_t> number;  // of the only case to run
  uint64_t first = 0;
  uint64_t cases = 0;  // 0: until the seconds are over
  double seconds = 0;  // 0: no end
  int width = 8;       // of the software driver's subgroups
  std::string device;  // empty: gpu::selectDevice() chooses
  bool falsify = false;
  bool verbose = false;
};

// Exits for --help and for what it does not understand.
Options parse(int argc, char** argv);

// What runs one case of these again.
std::string commandFor(const Options& options, uint64_t number);

}  // namespace fuzz
