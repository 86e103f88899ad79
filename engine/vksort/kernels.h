// The SPIR-V of each kernel.
#pragma once

#include <cstddef>
#include <cstdint>

#include "schedule.h"

namespace vksort {

struct Spirv {
  const std::uint32_t* words;
  std::size_t bytes;
};

// Kernels that differ in specialization constants alone share their SPIR-V.
[[nodiscard]] Spirv spirvOf(Kernel kernel, Element element);
[[nodiscard]] Spirv verifySpirv(bool triples);

}  // namespace vksort
