// What a sort must leave. Written from the text of the public headers alone, without code of the library or of other
// tests.
#pragma once
#include <cstdint>
#include <vector>

#include "vksort_verifier.h"

namespace fuzz {

struct Element {
  uint64_t key;  // its bits; 32-bit keys take the lower half
  uint32_t payload;
};

// Whether `a` must come before `b`. False if their order is not given by the ordering.
bool isBefore(const vksort::Ordering& ordering, const Element& a, const Element& b);

// By std::stable_sort.
void sortElements(const vksort::Ordering& ordering, std::vector<Element>& elements);

}  // namespace fuzz
