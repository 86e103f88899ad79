// The values of options: what they may be, and one line for what they may not.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace particles {

// what() is one line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws UsageError: "--count must be a whole number from 1 to 5, not '6'".
[[noreturn]] void refuse(const std::string& name, const std::string& wanted, const std::string& text);

// Decimal digits only, all of them.
std::optional<uint32_t> number(std::string_view text, uint32_t low, uint32_t high);
// A decimal number, all of the text, from -most to most.
std::optional<float> decimal(std::string_view text, float most);

// Options of `app`. `set` may throw UsageError.
void addNumber(CLI::App& app, const std::string& name, uint32_t low, uint32_t high,
               const std::function<void(uint32_t)>& set, const std::string& help);
void addWord(CLI::App& app, const std::string& name, const std::string& type,
             const std::function<void(const std::string&)>& set, const std::string& help);
// A file or a name: any text that is not empty and does not look like an option.
void addText(CLI::App& app, const std::string& name, const std::string& type,
             const std::function<void(const std::string&)>& set, const std::string& help);
void addFlag(CLI::App& app, const std::string& name, bool& target, const std::string& help);

// Parses all words into `app`. Errors: UsageError.
void parseWords(CLI::App& app, int argc, const char* const* argv);

}  // namespace particles
