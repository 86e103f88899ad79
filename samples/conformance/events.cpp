#include "events.h"

#include <cstdio>
#include <string_view>

namespace conform {

void tell(const std::string& event, Json members) {
  members["event"] = event;
  std::printf("%s%s\n", kEventMark, members.dump(-1, ' ', true, Json::error_handler_t::replace).c_str());
  std::fflush(stdout);
}

std::optional<Json> eventOf(const std::string& line) {
  // Output of a driver can precede the event on its line.
  const std::size_t mark = line.find(kEventMark);
  if (mark == std::string::npos) return {};
  Json event = Json::parse(line.substr(mark + std::string_view(kEventMark).size()), nullptr, false);
  if (!event.is_object() || !event.contains("event")) return {};
  return event;
}

}  // namespace conform
