// Where everything of a case lies.
#pragma once
#include "case.h"

namespace fuzz {

// Words of a buffer; none: it does not exist.
struct Place {
  uint32_t buffer, word, words;
  bool exists() const { return words != 0; }
};

struct Layout {
  std::vector<uint32_t> buffers;                         // words of each, at least 1
  std::vector<Place> keys, values;                       // by field
  std::vector<Place> first_keys, first_values;           // the same as they are before the first step
  std::vector<Place> states;                             // by Step::state
  std::vector<Place> counts, tables, sources, verdicts;  // by step
};

// Parts in random order, with random gaps or none. Keys of two words begin at a multiple of 8 bytes, what hooks read at
// one of 256, as devices may ask for.
Layout layOut(const Case& of);

// The ranges of a step, and what SortInfo::first is with them.
struct Ranges {
  vksort::Range keys, values;  // without the buffers
  uint32_t first;
};
Ranges rangesOf(const Case& of, const Layout& layout, std::size_t step);

// What a step's renewal copies, and where to.
struct Renewed {
  Place from, to;
};
std::vector<Renewed> renewedBy(const Case& of, const Layout& layout, const Step& step);

// Words of Place::words that hooks read ahead of the keys; see source_hook.glsl.
inline constexpr uint32_t kSourceHeader = 2;

}  // namespace fuzz
