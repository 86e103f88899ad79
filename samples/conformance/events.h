// What a child process tells its parent: a line of JSON for each event, on stdout. All other lines are of drivers.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace conform {

using Json = nlohmann::json;

inline constexpr const char* kEventMark = "@vksort ";

// Prints {"event": name, ...} at once.
void tell(const std::string& event, Json members);
// None for a line that is no event.
std::optional<Json> eventOf(const std::string& line);

}  // namespace conform
