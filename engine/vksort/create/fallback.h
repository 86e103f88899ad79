// Fallback to slower algorithms if a kernel cannot be used.
#pragma once

#include "create/sorter.h"

namespace vksort {

// Returns Report::level, a static string.
[[nodiscard]] const char* levelName(const Fallback& fallback);
// Finds the algorithms that are left. Fails if they cannot sort everything, or if the driver has a known bug.
[[nodiscard]] Failure findAlgorithms(const Configuration& configuration, const DeviceFacts& facts,
                                     const Fallback& fallback, Algorithms& out);
// Finds the baseline for a staged creation. Returns false if it cannot sort everything.
[[nodiscard]] bool findBaseline(const Configuration& configuration, const DeviceFacts& facts, Algorithms& out);
// Removes the feature that needs the failed kernel, and adds it to the report. Returns false if nothing is left to fall
// back to.
[[nodiscard]] bool fallBack(const Failure& failure, Fallback& fallback, Report& report);
// Does nothing if the report is full.
void addRejected(Report& report, const Rejected& rejected);

}  // namespace vksort
