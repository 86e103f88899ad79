// What a sort leaves, read from the text of the public headers alone: no code of the library's, nor of other tests'.
#pragma once
#include <cstdint>
#include <vector>

#include "vksort_verifier.h"

namespace fuzz {

struct Element {
  uint64_t key;  // its bits; of 32-bit keys the lower half
  uint32_t value;
};

// Whether the first must come before the second; never with keys that are equal and Ties::any, or without values.
bool isBefore(const vksort::Ordering& ordering, const Element& a, const Element& b);

// By std::stable_sort.
void sortElements(const vksort::Ordering& ordering, std::vector<Element>& elements);

}  // namespace fuzz
