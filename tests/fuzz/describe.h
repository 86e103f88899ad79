// A case as lines of text, for people.
#pragma once
#include <string>

#include "draw.h"

namespace fuzz {

std::string describe(const Case& of);

}  // namespace fuzz
