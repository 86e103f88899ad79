// Checks of what an option is given, as CLI11 takes them: the complaint, empty if there is none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace bench {

using Check = std::function<std::string(const std::string&)>;

// Decimal digits alone, without zeros before them.
Check wholeNumber(std::uint64_t low, std::uint64_t high);

// Not empty, and no option whose own value was forgotten.
std::string givenText(const std::string& text);

}  // namespace bench
