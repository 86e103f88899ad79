// Whether a recording has the barriers that its passes need.
#pragma once
#include "support/device/hooks.h"

namespace test {

// Neighbouring dispatches that need nothing of each other, counted from 0.
struct Independent {
  uint32_t first = 0, count = 0;
};

// The barrier oracle: neighbouring dispatches without a barrier between them that makes shader reads and writes of the
// first visible to those of the second and, where the second is the first one to take its arguments from a buffer, the
// writes to the reading of arguments. Synchronization validation does not see passes that work in place; it sees these
// by chance, since the shaders name one binding more than they use. Those between independent ones are none.
uint32_t missingBarriers(const Log& log, const Independent& independent = {});

}  // namespace test
