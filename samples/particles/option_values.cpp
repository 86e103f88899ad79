#include "option_values.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>

namespace particles {

void refuse(const std::string& name, const std::string& wanted, const std::string& text) {
  throw UsageError(name + " must be " + wanted + ", not '" + text + "'");
}

std::optional<uint32_t> number(std::string_view text, uint32_t low, uint32_t high) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) return std::nullopt;
  return value;
}

std::optional<float> decimal(std::string_view text, float most) {
  float value = 0.0F;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size() || !(std::abs(value) <= most)) return std::nullopt;
  return value;
}

void addNumber(CLI::App& app, const std::string& name, uint32_t low, uint32_t high,
               const std::function<void(uint32_t)>& set, const std::string& help) {
  const auto parse = [set, name, low, high](const std::string& text) {
    const std::optional<uint32_t> value = number(text, low, high);
    if (!value) refuse(name, "a whole number from " + std::to_string(low) + " to " + std::to_string(high), text);
    set(*value);
  };
  addWord(app, name, "N", parse, help);
}

void addWord(CLI::App& app, const std::string& name, const std::string& type,
             const std::function<void(const std::string&)>& set, const std::string& help) {
  app.add_option_function<std::string>(name, set, help)->type_name(type);
}

void addText(CLI::App& app, const std::string& name, const std::string& type,
             const std::function<void(const std::string&)>& set, const std::string& help) {
  const auto check = [set, name](const std::string& text) {
    if (text.empty() || text.starts_with("--")) refuse(name, "given a value", text);
    set(text);
  };
  addWord(app, name, type, check, help);
}

void addFlag(CLI::App& app, const std::string& name, bool& target, const std::string& help) {
  app.add_flag(name, target, help)->disable_flag_override();
}

void parseWords(CLI::App& app, int argc, const char* const* argv) {
  // CLI11 would take the next word as the value of "--name=".
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word.starts_with("--") && word.ends_with("=")) refuse(word.substr(0, word.size() - 1), "given a value", "");
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    if (text.find("flag override") != std::string::npos)
      throw UsageError("--" + text.substr(0, text.find(' ')) + " takes no value");
    throw UsageError(text.substr(0, text.find(':')) + " must be given once, with one value");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace particles
