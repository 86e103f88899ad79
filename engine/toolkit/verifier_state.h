// The state of a Verifier.
#pragma once

#include "vksort_verifier.h"
#include "device/pipelines.h"

namespace vksort {

// The pipelines, by VKSORT_VERIFY_TRIPLES: for keys alone and pairs, and for 64-bit keys with payloads.
struct VerifierState {
  Pipelines pipelines;
};

// Access for non-member functions of the library.
struct VerifierAccess {
  [[nodiscard]] static VerifierState*& stateIn(Verifier& verifier) { return verifier.state_; }
};

// Invocations of a workgroup, guaranteed by Vulkan 1.1.
inline constexpr std::uint32_t kVerifyWorkgroup = 128;

[[nodiscard]] Spirv verifyModule();

}  // namespace vksort
