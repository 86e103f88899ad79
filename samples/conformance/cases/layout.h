// The position of each range of a case.
#pragma once
#include "case.h"

namespace cases {

// Words of a buffer; 0 words: it does not exist.
struct Place {
  uint32_t buffer, word, words;
  bool exists() const { return words != 0; }
};

struct Layout {
  std::vector<uint32_t> buffers;                  // the words in each buffer, at least 1
  std::vector<Place> keys, payloads;              // one per field
  std::vector<Place> first_keys, first_payloads;  // one per field: the contents before the first step
  std::vector<Place> states;                      // indexed by Step::state
  std::vector<Place> counts, tables, results;     // one per step
};

// In random order, with random gaps or none. Elements of two words begin at a multiple of 8 bytes.
Layout layOut(const Case& of);

// The ranges of a step, without the buffers.
struct Ranges {
  vksort::Range keys{}, payloads{};
  uint32_t first;  // SortInfo::first
};
Ranges rangesOf(const Case& of, const Layout& layout, std::size_t step);

// The copies of a step's renewal.
struct Renewed {
  Place from, to;
};
std::vector<Renewed> renewedBy(const Case& of, const Layout& layout, const Step& step);

}  // namespace cases
