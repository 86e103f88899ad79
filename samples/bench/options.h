// The benchmark's command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "vksort.h"

namespace bench {

enum class Distribution { random, sorted, reversed, equal, few, nearly };

struct Options {
  std::optional<std::string> device;  // index or part of a name
  std::vector<std::string> algorithms = {"vksort"};
  vksort::KeyType key_type = vksort::KeyType::u32;
  vksort::Values values = vksort::Values::none;
  vksort::Ties ties = vksort::Ties::value;
  vksort::Order order = vksort::Order::ascending;
  vksort::Path path = vksort::Path::automatic;
  Distribution distribution = Distribution::random;
  std::vector<std::uint32_t> counts;  // elements of each point
  std::uint32_t repeat = 15;
  std::uint64_t seed = 1;
  std::string csv;      // empty: none
  std::string against;  // anchor table; empty: none
};

// The words of an option as they stand on the command line and in the CSV.
std::string wordOf(vksort::KeyType type);
std::string wordOf(vksort::Order order);
std::string wordOf(vksort::Ties ties);
std::string wordOf(Distribution distribution);

// Parses the command line. A wrong option or value ends the program: one line on stderr, exit code 2.
Options parseOptions(int argc, char** argv);

}  // namespace bench
