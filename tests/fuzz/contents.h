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

// Words of one kind of content, any number of them.
class Words {
 public:
  Words(Content content, Random& random);
  uint32_t next();

 private:
  Content content_;
  Random& random_;
  std::vector<uint32_t> few_;
};

// For each place the rank of the element that lies there.
std::vector<uint32_t> ranksOf(Arrangement arrangement, uint32_t count, Random& random);

}  // namespace fuzz
