// Checks of what an option is given, as CLI11 takes them: the complaint, empty if there is none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace bench {

using Check = std::function<std::string(const std::string&)>;

// Decimal digits alone, without zeros before them.
Check wholeNumber(std::uint64_t low, std::uint64_t high);

// A decimal number, with or without a point, from `low` to `high`, which are of the `unit`.
Check decimalNumber(double low, double high, const char* unit);

// Not empty, and no option whose own value was forgotten.
std::string givenText(const std::string& text);

}  // namespace bench
