#pragma once
#include "case.h"

namespace cases {

// In words. A range of 0 words does not exist.
struct Place {
  uint32_t buffer, word, words;
  bool exists() const { return words != 0; }
};

struct Layout {
  std::vector<uint32_t> buffers;                  // words in each buffer, at least 1
  std::vector<Place> keys, payloads;              // one per field
  std::vector<Place> first_keys, first_payloads;  // one per field, with the original contents
  std::vector<Place> states;                      // index: Step::state
  std::vector<Place> counts, tables, results;     // one per step
  std::vector<Place> first_tables;                // one per step, with the contents for a copied table
};

// The order and the gaps are random. Two-word elements are aligned to 8 bytes.
Layout layOut(const Case& of);

struct Ranges {
  vksort::Range keys{}, payloads{};
  uint32_t first;
};
Ranges rangesOf(const Case& of, const Layout& layout, std::size_t step);

// A copy that the GPU runs before a step.
struct Renewed {
  Place from, to;
};
std::vector<Renewed> renewedBy(const Case& of, const Layout& layout, std::size_t step);

}  // namespace cases
