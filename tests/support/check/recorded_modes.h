// Recordings of every mode, for oracles that look at what is recorded.
#pragma once
#include <span>

#include "support/device/rig.h"
#include "support/oracle/hazards.h"

namespace test {

// Each way in which arguments are used: layouts, indirect counts, segments, key generators, scratch memory.
std::span<const Config> everyMode();

inline constexpr uint32_t kRecordedCount = 20'000;  // elements
inline constexpr uint32_t kManySegments = 1500;     // more than one workgroup sets up

// A valid call of a mode, each argument in an arena of its own. segments: Mode::segments only.
Call modeCall(Rig& rig, const Config& config, uint32_t segments = kManySegments);

// A sorter without objects of the driver, for recordMode() alone.
vksort::Sorter fakeSorter(Rig& rig, const Config& config, Faults faults = {});

// The recording of a call, without the driver. The names of the kernels are those of labels; of a sorter without labels
// those of its plan, which takes scratchBytes() of scratch memory for granted.
Recorded recordMode(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Call& call, Faults faults = {});

}  // namespace test
