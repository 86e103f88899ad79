// The SPIR-V of each kernel.
#pragma once

#include "bitonic/schedule.h"
#include "vksort_hook.h"

namespace vksort {

// Kernels that differ in specialization constants alone share their SPIR-V.
[[nodiscard]] Spirv spirvOf(Kernel kernel, Element element);
// The same of a kernel that begins a sort, with a hook in it.
[[nodiscard]] Spirv spirvOf(const HookShaders& shaders, Kernel kernel, Element element);
[[nodiscard]] Spirv verifySpirv(bool triples);

}  // namespace vksort
