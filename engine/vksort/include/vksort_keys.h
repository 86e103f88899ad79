// SPIR-V of a cull, see vksort_toolkit.h.
#pragma once

#include "vksort.h"

namespace vksort {

struct Spirv {
  const std::uint32_t* words;
  std::uint32_t bytes;             // of the SPIR-V
  std::uint32_t packed_bytes = 0;  // not 0: the words hold a DEFLATE stream of the SPIR-V, lowest byte first
};

}  // namespace vksort
