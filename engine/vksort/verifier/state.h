// The state of a Verifier.
#pragma once

#include "vksort_verifier.h"
#include "vulkan/pipelines.h"
#include "vulkan/support.h"

namespace vksort {

// The pipelines: for keys alone and pairs, and for 64-bit keys with values.
inline constexpr std::uint32_t kVerify = 0;
inline constexpr std::uint32_t kVerifyTriples = 1;

struct VerifierState {
  Pipelines pipelines;
  RecordLimits limits;
};

// Access for non-member functions of the library.
struct VerifierAccess {
  static void destroy(Verifier& verifier);
  // Forgets the objects, which the device may still use.
  static void abandon(Verifier& verifier);
};

// Invocations of a workgroup, guaranteed by Vulkan 1.1.
inline constexpr std::uint32_t kVerifyWorkgroup = 128;

// The SPIR-V.
[[nodiscard]] Module verifyModule(bool triples);

}  // namespace vksort
