// Checks, error messages and --help for command lines, in the words of a user. Uses CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace samples {

// Returns an empty string for valid texts, and otherwise the allowed values.
using Check = std::function<std::string(const std::string&)>;

inline Check wholeNumber(std::uint64_t low, std::uint64_t high) {
  return [low, high](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc() && end == text.data() + text.size();
    const bool is_plain = text == "0" || !text.starts_with('0');
    if (is_whole && is_plain && value >= low && value <= high) return "";
    return "must be a whole number from " + std::to_string(low) + " to " + std::to_string(high) + ", not '" + text +
           "'";
  };
}

inline Check oneOf(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return [words, all](const std::string& text) -> std::string {
    for (const std::string& word : words)
      if (word == text) return "";
    return "must be one of " + all + ", not '" + text + "'";
  };
}

// Prints the name and type of each option, without the constraints that CLI11 derives.
struct PlainFormatter : CLI::Formatter {
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_size() == 0 ? "" : " " + option->get_type_name();
  }
};

// Explains in one line why the command line is invalid.
inline std::string reasonOf(const CLI::ParseError& error) {
  std::string text = error.what();
  text = text.substr(0, text.find('\n'));
  const std::string option = text.substr(0, text.find_first_of(": "));
  const auto ends = [&](const char* words) { return text.ends_with(words); };
  switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::ExtrasError:  // lists the arguments in reverse order
      return "unknown argument: " + text.substr(text.rfind(' ') + 1);
    case CLI::ExitCodes::RequiredError:
      return option + " is missing";
    case CLI::ExitCodes::ArgumentMismatch:
      if (ends(" missing")) return option + ": needs a value";
      return ends(" override") ? "--" + option + ": cannot have a value" : option + ": can only be used once";
    default:
      return text;
  }
}

}  // namespace samples
