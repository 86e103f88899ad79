#pragma once

#include <string>

#include "events.h"

namespace conform {

std::string faultOfTuning(const Json& tuning);

std::string tuningText(const Json& tuning);

// Returns, for example, "1.12 (index, radix)".
std::string ratioText(const Json& tuning);

// For engine/vksort/sorts/sizes/rows.cpp. Empty if no search saved kMinSaved of the time.
std::string rowOf(const Json& report);
inline constexpr double kMinSaved = 0.03;

}  // namespace conform
