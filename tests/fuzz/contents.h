// The words of a field before the first step.
#pragma once
#include <cstdint>
#include <vector>

#include "case.h"
#include "oracle.h"

namespace fuzz {

struct FieldWords {
  std::vector<uint32_t> keys;      // Field::stride words for each element
  std::vector<uint32_t> payloads;  // Field::split only
};

FieldWords contentsOf(const Field& field);

// The element that a sort sees.
//   key_words: its words in the range of keys. payload: its word in the range of payloads, if there is one.
Element elementOf(const vksort::Ordering& ordering, const uint32_t* key_words, uint32_t payload);

}  // namespace fuzz
