#include "picture/sequence.h"

#include <cctype>
#include <optional>

namespace particles {
namespace {

// The number's place in a pattern: %d or %0Nd.
struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t digits = 0;  // at least
};

std::optional<Place> placeIn(const std::string& pattern) {
  const std::size_t begin = pattern.find('%');
  if (begin == std::string::npos || pattern.find('/', begin) != std::string::npos) return std::nullopt;
  Place place{begin, begin + 1, 1};
  if (pattern.compare(place.end, 1, "0") == 0) {
    if (place.end + 1 >= pattern.size() || pattern[place.end + 1] < '1' || pattern[place.end + 1] > '9')
      return std::nullopt;
    place.digits = static_cast<std::size_t>(pattern[place.end + 1] - '0');
    place.end += 2;
  }
  if (pattern.compare(place.end, 1, "d") != 0) return std::nullopt;
  ++place.end;
  if (pattern.find('%', place.end) != std::string::npos) return std::nullopt;
  return place;
}

}  // namespace

bool isSequence(const std::string& pattern) { return placeIn(pattern).has_value(); }

std::string fileOf(const std::string& pattern, uint32_t number) {
  const Place place = placeIn(pattern).value();
  std::string digits = std::to_string(number);
  if (digits.size() < place.digits) digits.insert(0, place.digits - digits.size(), '0');
  return pattern.substr(0, place.begin) + digits + pattern.substr(place.end);
}

}  // namespace particles
