// The search for a tuning that is faster than that of the device's class.
#pragma once

#include "cases/gpu.h"

namespace conform {

// Searches for at most `seconds`, and ends then with what was found. Afterwards the ten times are taken with it.
// Events: tuning {tuning}, one after each search, so that a crash loses one at most:
//   {"budget_seconds", "seconds", "ended": "complete", "out of time" or "process ended",
//    "sorters": {"keys": {"class": tuning in C++, "best"}, "index": ...},
//    "searches": [{"sorter", "algorithm", "count", "class_microseconds", "best_microseconds", "timed", "refused"}],
//    "wrong": tunings that did not sort, "sorts": sortTimes() if a best is not the class's}
// Without a search a report has {"skipped": why}, or {"error": why} if the search told nothing.
// Errors: gpu::Error, as if the device was lost.
void searchTunings(cases::Gpu& gpu, double seconds);

}  // namespace conform
