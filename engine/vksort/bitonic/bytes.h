// What a pass moves through memory.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"

namespace vksort::bitonic {

// Sets the pass's bytes for a sort of n elements, from its kernel, workgroups and words.
void setBytes(const Setting& setting, std::uint32_t n, Pass& pass);

}  // namespace vksort::bitonic
