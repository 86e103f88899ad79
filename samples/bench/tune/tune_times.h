// Times of two sorts of one size.
#pragma once

#include <cstdint>

namespace bench {

// Median microseconds, and which of vksort's algorithms each sorted by.
struct TuneTimes {
  std::uint32_t count = 0;
  double a_us = 0, b_us = 0;
  const char *a_used = "", *b_used = "";
};

}  // namespace bench
