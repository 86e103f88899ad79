// Numbers in files of text.
#pragma once
#include <charconv>
#include <cstdlib>
#include <string>

namespace particles {

// As std::from_chars, but what is too near to 0 for a float is 0 or next to it, and what is too large is infinite.
inline std::from_chars_result floatFrom(const char* begin, const char* end, float& value) {
  std::from_chars_result result = std::from_chars(begin, end, value);
  if (result.ec != std::errc::result_out_of_range) return result;
  value = std::strtof(std::string(begin, result.ptr).c_str(), nullptr);
  result.ec = {};
  return result;
}

}  // namespace particles
