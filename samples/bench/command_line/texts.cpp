#include "command_line/texts.h"

#include <charconv>
#include <cstdio>

namespace bench {

Check wholeNumber(std::uint64_t low, std::uint64_t high) {
  return [low, high](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    const bool plain = text == "0" || !text.starts_with('0');  // CLI11 would take it for octal
    if (whole && plain && value >= low && value <= high) return "";
    return "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", not '" + text +
           "'";
  };
}

Check decimalNumber(double low, double high, const char* unit) {
  return [=](const std::string& text) -> std::string {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (whole && value >= low && value <= high) return "";
    char range[64];
    std::snprintf(range, sizeof range, "from %g to %g %s", low, high, unit);
    return "must be a number " + std::string(range) + ", not '" + text + "'";
  };
}

std::string givenText(const std::string& text) {
  if (text.empty()) return "must not be empty";
  return text.starts_with("--") ? "must be given a value before " + text : "";
}

}  // namespace bench
