// What the search for a tuning prints.
#pragma once

#include <string>
#include <vector>

#include "tune/tune_device.h"

namespace bench {

// A row of the table in engine/vksort/tuning/rows.cpp, for devices with at least what the target has, of the
// same vendor.
std::string rowSource(const TuneTarget& target, const vksort::Tuning& tuning);

// The members of `to` that are not as in `from`, as "tile_log2 12 -> 11, ..."; empty if there are none.
std::string changes(const vksort::Tuning& from, const vksort::Tuning& to);

// A line for each size, and one for their mean: what the table's choice and the found tuning take.
std::string comparison(const std::vector<TuneDevice::Times>& times);

// The same of other sorts and the radix sort, in the order of their counts.
std::string scratchComparison(std::vector<TuneDevice::Times> times);

}  // namespace bench
