// Events are lines of JSON on stdout. All other lines are printed by drivers.
#pragma once

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace conform {

using Json = nlohmann::json;

// Formats up to 255 characters.
template <typename... Values>
std::string printed(const char* format, Values... values) {
  char text[256];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

inline constexpr const char* kEventMark = "@vksort ";

// Prints {"event": name, ...}, and flushes.
void tell(const std::string& event, Json members);
std::optional<Json> eventOf(const std::string& line);

}  // namespace conform
