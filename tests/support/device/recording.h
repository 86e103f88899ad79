// What a sort records, without running it.
#pragma once
#include "support/device/rig.h"
#include "support/oracle/hazards.h"

namespace test {

// Of n elements at the beginning of arena 0 (and 1), under `faults`; never submitted.
Log recorded(Rig& rig, const Config& config, uint32_t n, const Faults& faults = {});
// The same of a sorter of that configuration made elsewhere.
Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n, const Faults& faults = {});

// The same of a sort with other arguments, but for the descriptor set.
Log recorded(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Call& call, const Faults& faults = {});

uint32_t count(const Log& log, Command::Kind kind);

// The dispatches of a sort that need no barrier between them: its set-up, and what does not wait for it.
Independent independentOf(const Config& config, const Log& log);

}  // namespace test
