#pragma once

#include "device/pipelines.h"
#include "vksort_toolkit.h"

// By VKSORT_VERIFY_TRIPLES.
struct vksortVerifier_T {
  vksort::Pipelines pipelines;
};

namespace vksort {

using VerifierState = vksortVerifier_T;

// guaranteed by Vulkan 1.1
inline constexpr std::uint32_t kVerifyWorkgroup = 128;

[[nodiscard]] Spirv verifyModule();

}  // namespace vksort
