// Lists to sort.
#pragma once
#include "support/check/list_check.h"

namespace test {

Config listed(Config config);

// Lists on both sides of every limit between the ways to sort one.
ListSort mixedLists(const vksort::Shape& shape);

// As many lists of a few elements.
ListSort tinyLists(uint32_t lists, uint32_t most);

}  // namespace test
