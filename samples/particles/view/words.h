// Numbers as a person reads them.
#pragma once
#include <cstdint>
#include <cstdio>
#include <string>

namespace particles {

// Returns "12,345" for 12345.
inline std::string digits(uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

// Returns "12,345 frames" or "1 frame".
inline std::string counted(uint64_t count, std::string plural) {
  if (count == 1 && plural.ends_with('s')) plural.pop_back();
  return digits(count) + " " + plural;
}

// Returns the number with three digits, such as "1.23" or "123".
inline std::string rounded(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", number < 9.995 ? 2 : number < 99.95 ? 1 : 0, number);
  return text;
}

// Returns "12.3 us", "1.23 ms" or "1.23 s".
inline std::string duration(double ms) {
  if (ms < 0.9995) return rounded(ms * 1e3) + " us";
  return ms < 999.5 ? rounded(ms) + " ms" : rounded(ms * 1e-3) + " s";
}

// Returns "12 %" or "0.3 %".
inline std::string shareOf(double part, double whole) {
  char text[32];
  const double percent = whole > 0.0 ? 100.0 * part / whole : 0.0;
  std::snprintf(text, sizeof text, "%.*f %%", percent < 9.95 ? 1 : 0, percent);
  return text;
}

}  // namespace particles
