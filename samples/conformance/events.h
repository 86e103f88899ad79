// What a child process tells its parent: a line of JSON for each event, on stdout. All other lines are of drivers.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace conform {

using Json = nlohmann::json;

// As std::printf() prints it, up to 255 letters.
template <typename... Values>
std::string printed(const char* format, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

inline constexpr const char* kEventMark = "@vksort ";

// Prints {"event": name, ...} at once.
void tell(const std::string& event, Json members);
// None for a line that is no event.
std::optional<Json> eventOf(const std::string& line);

}  // namespace conform
