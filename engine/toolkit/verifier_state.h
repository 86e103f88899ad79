// The state of a Verifier.
#pragma once

#include "device/pipelines.h"
#include "vksort_toolkit.h"

// The pipelines are indexed by VKSORT_VERIFY_TRIPLES: one for keys and pairs, and one for 64-bit keys with payloads.
struct vksortVerifier_T {
  vksort::Pipelines pipelines;
};

namespace vksort {

using VerifierState = vksortVerifier_T;

// Invocations per workgroup, guaranteed by Vulkan 1.1.
inline constexpr std::uint32_t kVerifyWorkgroup = 128;

[[nodiscard]] Spirv verifyModule();

}  // namespace vksort
