#include "points/number_text.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string>

#include "points/fields.h"

namespace particles {

std::optional<double> numberOf(std::string_view word) {
  constexpr std::string_view kNone[] = {"", "-", "na", "n/a", "null", "none", "1.#qnan", "-1.#ind", "1.#ind"};
  if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
  double value = 0.0;
  const char* const end = word.data() + word.size();
  const auto [next, error] = std::from_chars(word.data(), end, value);
  if (next == end && error == std::errc{}) return value;
  if (next == end && error == std::errc::result_out_of_range) return std::strtod(std::string(word).c_str(), nullptr);
  if (word.size() < 8 && std::ranges::count(kNone, lowered(word)) != 0) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace particles
