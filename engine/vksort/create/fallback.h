#pragma once

#include "create/sorter.h"

namespace vksort {

// Returns Report::level.
[[nodiscard]] const char* levelName(const Fallback& fallback);
// Finds the algorithms that are left. Fails if they cannot sort everything, or if the driver has a known bug.
[[nodiscard]] Failure findAlgorithms(const Configuration& configuration, const DeviceFacts& facts,
                                     const Fallback& fallback, Algorithms& out);
// Returns false if the baseline cannot sort everything.
[[nodiscard]] bool findBaseline(const Configuration& configuration, const DeviceFacts& facts, Algorithms& out);
// Removes the feature that needs the failed kernel, and adds it to the report. Returns false if no feature is left.
[[nodiscard]] bool fallBack(const Failure& failure, Fallback& fallback, Report& report);
void addRejected(Report& report, const Rejected& rejected);

}  // namespace vksort
