// Segmented sorts.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the passes of all segments, of request.count elements at most: segment_setup, once or, for many segments, in
// steps; passes that sort segments, or parts of them, which need nothing of each other; passes that merge parts. The
// workgroups are in the state, and 0 here, but for those of the set-up.
void addSegments(const Setting& setting, const Request& request, PassList& out);

}  // namespace vksort::bitonic
