// The bytes that a pass moves through memory.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"

namespace vksort::bitonic {

// The bytes that a pass moves in a sort of n elements. 0 for set-ups, for the decision, and for segmented sorts, whose
// element counts only the GPU knows.
[[nodiscard]] PassBytes bytesOf(const Setting& setting, std::uint32_t n, const Pass& pass);

}  // namespace vksort::bitonic
