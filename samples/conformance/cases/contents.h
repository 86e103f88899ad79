// The order is implemented from the text of the public headers, without code from the library or from other tests.
#pragma once
#include <cstdint>
#include <vector>

#include "case.h"

namespace cases {

struct Element {
  uint64_t key;  // bits; 32-bit keys use the lower half
  uint32_t payload;
};

// Returns false if the ordering allows both orders.
bool isBefore(const vksort::Ordering& ordering, const Element& a, const Element& b);

void sortElements(const vksort::Ordering& ordering, std::vector<Element>& elements);

struct FieldWords {
  std::vector<uint32_t> keys;
  std::vector<uint32_t> payloads;
};

FieldWords contentsOf(const Field& field);

Element elementOf(const vksort::Ordering& ordering, const uint32_t* key_words, uint32_t payload);

}  // namespace cases
