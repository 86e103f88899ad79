// Recordings of every mode, for oracles that look at what is recorded.
#pragma once
#include <span>

#include "support/device/rig.h"
#include "support/oracle/hazards.h"

namespace test {

// Each way in which arguments are used: layouts, counts, lists of one set-up and of three, coherent sorts, hooks.
std::span<const Config> everyMode();

inline constexpr uint32_t kRecordedCount = 20'000;  // elements
inline constexpr uint32_t kManyLists = 1500;        // more than one workgroup sets up

// A valid call of a mode, each argument in an arena of its own. lists: Count::lists only.
vksort::SortInfo modeInfo(Rig& rig, const Config& config, uint32_t lists = kManyLists);

// A sorter without objects of the driver, for recordMode() alone.
vksort::Sorter fakeSorter(Rig& rig, const Config& config, Faults faults = {});

// What that, or another call, records, without the driver.
Recorded recordMode(Rig& rig, const vksort::Sorter& sorter, const vksort::SortInfo& info, Faults faults = {});

}  // namespace test
