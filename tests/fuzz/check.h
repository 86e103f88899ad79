// Compares what a case left with what it must leave.
#pragma once
#include <string>

#include "expect.h"

namespace fuzz {

// The first word that differs, where it lies, and how many do; empty: none. Values that may lie in any order may.
std::string compare(const Case& of, const Layout& layout, Expected expected, Images after);

// In words: what lies there.
std::string whereIs(const Layout& layout, uint32_t buffer, uint32_t word);

}  // namespace fuzz
