// The words of a field before the first step, and what a sort must leave of them. The order is written from the text of
// the public headers alone, without code of the library or of other tests.
#pragma once
#include <cstdint>
#include <vector>

#include "case.h"

namespace cases {

struct Element {
  uint64_t key;  // its bits; 32-bit keys take the lower half
  uint32_t payload;
};

// Whether `a` must come before `b`. False if their order is not given by the ordering.
bool isBefore(const vksort::Ordering& ordering, const Element& a, const Element& b);

// By std::stable_sort.
void sortElements(const vksort::Ordering& ordering, std::vector<Element>& elements);

struct FieldWords {
  std::vector<uint32_t> keys;      // Field::stride words for each element
  std::vector<uint32_t> payloads;  // Field::split only
};

FieldWords contentsOf(const Field& field);

// The element that a sort sees.
//   key_words: its words in the range of keys. payload: its word in the range of payloads, if there is one.
Element elementOf(const vksort::Ordering& ordering, const uint32_t* key_words, uint32_t payload);

}  // namespace cases
