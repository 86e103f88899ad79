// The Verifier on elements that are out of order, which no sort leaves.
#pragma once

#include <string>

#include "case.h"
#include "gpu.h"

namespace conform {

// Verifies the elements before their first sort. The host's verify() must say the same. Empty: it does.
// Errors: gpu::Error.
std::string verifierFault(fuzz::Gpu& gpu, const fuzz::Case& sorts);

}  // namespace conform
