// Pictures by number.
#pragma once
#include <cstdint>
#include <string>

namespace particles {

// Whether it names files by number: one %d, or %04d and the like of 1 to 9 digits, in the last part of the path, and no
// other %.
bool isSequence(const std::string& pattern);
// The file of a number. `pattern` must be a sequence.
std::string fileOf(const std::string& pattern, uint32_t number);

}  // namespace particles
