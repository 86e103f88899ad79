// std::sort, to compare with.
#pragma once

#include "measure/measure.h"

namespace bench {

// On one core: keys of 32 bits as u32 in their order, pairs of them and keys of 64 bits as u64, else records of both.
// `repeat` as --repeat says. Large inputs are sorted once.
Measurement measureCpu(const vksort::Ordering& ordering, std::optional<std::uint32_t> repeat, const Elements& elements);

}  // namespace bench
