// Runs the passes of a schedule on the CPU, as a comparator network.
#pragma once
#include <cstdint>
#include <vector>

#include "support/oracle/steps.h"

namespace test {

// Input b of element i is bit b % 64 of word b / 64 of line i.
struct Lines {
  uint32_t n = 0;
  std::size_t words = 0;  // per line
  std::vector<uint64_t> bits;

  Lines(uint32_t n_elements, std::size_t words_per_line);
  uint64_t* line(uint32_t i) { return bits.data() + i * words; }
  bool sorted() const;
};

// All 2^n inputs; n at most 16.
Lines allInputs(uint32_t n);
Lines randomInputs(uint32_t n, uint64_t seed);  // 64 of them

// Missing elements count as the largest. Returns false if a pass would move one down.
bool runPasses(const vksort::KernelSizes& tuning, const Schedule& schedule, Lines& lines);

}  // namespace test
