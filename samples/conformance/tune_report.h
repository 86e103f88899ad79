// The results of a tuning search in a report; see tune.h.
#pragma once

#include <string>

#include "events.h"

namespace conform {

// Returns an empty string if there is no fault.
std::string faultOfTuning(const Json& tuning);

// One line per search, and how the search ended.
std::string tuningText(const Json& tuning);

// Returns the maximum ratio of class to best, such as "1.12 (index, radix)".
std::string ratioText(const Json& tuning);

// Returns rows for engine/vksort/sorts/sizes/rows.cpp, or an empty string if no search saved kMinSaved of the time.
std::string rowOf(const Json& report);
inline constexpr double kMinSaved = 0.03;

}  // namespace conform
