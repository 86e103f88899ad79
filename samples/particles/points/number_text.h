// Numbers in files of text.
#pragma once
#include <optional>
#include <string_view>

namespace particles {

// All of the word as a number, a plus before it or not; NaN for the words by which programs say that there is none.
// Numbers too near to 0 are 0 or next to it, numbers too large are infinite.
std::optional<double> numberOf(std::string_view word);

}  // namespace particles
