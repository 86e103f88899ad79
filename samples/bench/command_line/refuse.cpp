#include "command_line/refuse.h"

#include <CLI/CLI.hpp>
#include <stdexcept>

namespace bench {

void refuse(const std::string& why) { throw std::invalid_argument(why); }

bool given(const CLI::App& app, const char* option) { return app.count(option) > 0; }

void refuseTogether(const CLI::App& app, const char* option, std::initializer_list<const char*> others) {
  if (!given(app, option)) return;
  for (const char* other : others) {
    if (given(app, other)) refuse(std::string(option) + ": does not go with " + other);
  }
}

void refuseUnknown(const CLI::App& app) {
  const std::vector<std::string> unknown = app.remaining();
  if (unknown.empty()) return;
  std::string known;
  for (const CLI::Option* option : app.get_options()) known += (known.empty() ? "" : ", ") + option->get_name();
  refuse(unknown.front() + ": unknown to " + app.get_name() + ", which takes " + known);
}

}  // namespace bench
