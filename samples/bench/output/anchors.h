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

// `path` must be a plain file of at most 1 MiB. Errors: std::runtime_error that names --against, the file, and the line
// that is no UTF-8, or does not have the four columns: two words, a logarithm up to 30, and 0.001 to 1e9 microseconds.
std::vector<Anchor> readAnchors(const std::string& path);

// Those of one mode and size, quickest first.
std::vector<Anchor> anchorsFor(const std::vector<Anchor>& anchors, const std::string& mode, std::uint32_t log2_n);

}  // namespace bench
