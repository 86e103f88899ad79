#include "command_line/texts.h"

#include <charconv>

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

std::string givenText(const std::string& text) {
  if (text.empty()) return "must not be empty";
  return text.starts_with("--") ? "must be given a value before " + text : "";
}

}  // namespace bench
