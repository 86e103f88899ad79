// The bytes that a pass moves through memory.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"

namespace vksort::bitonic {

// From the pass's kernel, workgroups and words, in a sort of n elements. 0 of set-ups and the decision, and of
// segmented sorts, whose elements are known to the GPU alone.
[[nodiscard]] PassBytes bytesOf(const Setting& setting, std::uint32_t n, const Pass& pass);

}  // namespace vksort::bitonic
