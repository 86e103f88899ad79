// The words of a field before the first step.
#pragma once
#include <cstdint>
#include <vector>

#include "case.h"
#include "oracle.h"

namespace fuzz {

struct FieldWords {
  std::vector<uint32_t> keys;    // Field::stride words for each element
  std::vector<uint32_t> values;  // Field::split only
};

FieldWords contentsOf(const Field& field);

// What words in the range of keys mean to a sort; split_value: the word in the range of values, if there is one.
Element elementOf(const vksort::Ordering& ordering, const uint32_t* key_words, uint32_t split_value);

}  // namespace fuzz
