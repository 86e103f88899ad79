#pragma once
#include "case.h"

namespace cases {

// A range of a buffer, in words. It does not exist if it has 0 words.
struct Place {
  uint32_t buffer, word, words;
  bool exists() const { return words != 0; }
};

struct Layout {
  std::vector<uint32_t> buffers;                  // words in each buffer, at least 1
  std::vector<Place> keys, payloads;              // one per field
  std::vector<Place> first_keys, first_payloads;  // one per field: the contents before the first step
  std::vector<Place> states;                      // by Step::state
  std::vector<Place> counts, tables, results;     // one per step
};

// Uses a random order and random gaps. Two-word elements are aligned to 8 bytes.
Layout layOut(const Case& of);

// Ranges of a step, without the buffers.
struct Ranges {
  vksort::Range keys{}, payloads{};
  uint32_t first;  // SortInfo::first
};
Ranges rangesOf(const Case& of, const Layout& layout, std::size_t step);

// A copy that a renewal makes.
struct Renewed {
  Place from, to;
};
std::vector<Renewed> renewedBy(const Case& of, const Layout& layout, const Step& step);

}  // namespace cases
