// Times of other sorts, read from a table with the columns system,mode,log2_n,gpu_us.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct Anchor {
  std::string system;
  std::string mode;  // keys or pairs
  std::uint32_t log2_n;
  double gpu_us;
};

// Errors: std::runtime_error that names the file, and the line that does not have the four columns.
std::vector<Anchor> readAnchors(const std::string& path);

// Those of one mode and size, quickest first.
std::vector<Anchor> anchorsFor(const std::vector<Anchor>& anchors, const std::string& mode, std::uint32_t log2_n);

}  // namespace bench
