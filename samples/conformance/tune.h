#pragma once

#include "cases/gpu.h"

namespace conform {

// Searches for a faster tuning than the one of the device's class, for at most `seconds`, then times it. Sends an event
// "tuning" after each search, so that a crash loses at most one:
// {"budget_seconds", "seconds", "ended": "complete", "out of time" or "process ended",
// "sorters": {"keys": {"class": tuning in C++, "best"}, "index": ...},
// "searches": [{"sorter", "algorithm", "count", "class_microseconds", "best_microseconds", "timed", "refused"}],
// "wrong": tunings that did not sort, "sorts": sortTimes() if a best tuning differs from the class}
// Without a search, a report contains {"skipped": why}, or {"error": why} if there was no event. Throws gpu::Error.
void searchTunings(cases::Gpu& gpu, double seconds);

}  // namespace conform
