// Segmented sorts.
#pragma once

#include "bitonic/schedule.h"

namespace vksort::bitonic {

// Appends the passes of segments of up to request.count elements: segment_setup, in steps if there are many segments;
// independent passes that sort segments, or parts of them; passes that merge parts. Passes behind the set-up are
// indirect dispatches, so their Pass::groups is 0.
void addSegments(const Setting& setting, const Request& request, PassList& out);

}  // namespace vksort::bitonic
