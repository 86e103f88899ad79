// What a report says of the search for a tuning; see tune.h.
#pragma once

#include <string>

#include "events.h"

namespace conform {

// What is missing in it, or wrong; empty: nothing.
std::string faultOfTuning(const Json& tuning);

// A line for each search, and how they ended. Empty without one.
std::string tuningText(const Json& tuning);

// The largest time of the class over the best that was found, and where: "1.12 (index, radix)".
std::string ratioText(const Json& tuning);

// The tunings for engine/vksort/sorts/sizes/rows.cpp, with a comment. Empty if no search saved kMinSaved of the time.
std::string rowOf(const Json& report);
inline constexpr double kMinSaved = 0.03;

}  // namespace conform
