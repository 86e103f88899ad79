// What a step takes, of a configuration and a field that are given.
#pragma once
#include "case.h"

namespace fuzz {

// Which of a field's elements are sorted: all, or some, and no more than `most`.
void drawPart(Random& random, uint32_t of, uint32_t most, Step& step);

void drawTheRest(Random& random, const Case& of, Step& step);

}  // namespace fuzz
