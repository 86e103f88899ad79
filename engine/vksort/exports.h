// Included before all else when vksort is a shared library: it exports what the public headers declare.
#pragma once

namespace vksort {
struct __attribute__((visibility("hidden"))) SorterAccess;
struct __attribute__((visibility("hidden"))) SorterState;
struct __attribute__((visibility("hidden"))) ToolkitAccess;
struct __attribute__((visibility("hidden"))) ToolkitState;
struct __attribute__((visibility("hidden"))) VerifierAccess;
struct __attribute__((visibility("hidden"))) VerifierState;
}  // namespace vksort

#pragma GCC visibility push(default)
#include "vksort_c.h"
#include "vksort_expert.h"
#include "vksort_indirect.h"
#include "vksort_keys.h"
#include "vksort_segments.h"
#include "vksort_toolkit.h"
#include "vksort_verifier.h"
#pragma GCC visibility pop
