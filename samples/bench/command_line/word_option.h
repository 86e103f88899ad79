// Options of few words, and flags.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "input/words.h"

namespace bench {

// Options from here on stand under this heading of --help.
inline void beginGroup(CLI::App& app, const char* heading) { app.option_defaults()->group(heading); }

// An option that takes one of `words`, which must outlive the parser. `value` is the default.
template <typename T>
void addWord(CLI::App& app, const std::string& name, T& value, const Words<T>& words, const std::string& help) {
  std::string choices;
  std::vector<std::string> allowed;
  for (const auto& [word, candidate] : words) {
    allowed.push_back(word);
    choices += (choices.empty() ? "" : ", ") + word;
  }
  app.add_option_function<std::string>(
         name, [&value, &words](const std::string& word) { value = words.at(word); },
         help + ": " + choices + "; default " + wordIn(words, value))
      ->check(CLI::IsMember(allowed).description(""))
      ->type_name("WORD");
}

// Takes no value.
inline void addFlag(CLI::App& app, const std::string& name, bool& value, const std::string& help) {
  app.add_flag(name, value, help)->disable_flag_override();
}

}  // namespace bench
