// Tests the Verifier with unsorted elements, because sorts only leave sorted ones.
#pragma once

#include <string>

#include "cases/case.h"
#include "cases/gpu.h"

namespace conform {

// Verifies the elements before their first sort, and compares the result with verifyRange(). Returns the difference, or
// an empty string.
std::string verifierFault(cases::Gpu& gpu, const cases::Case& sorts);

}  // namespace conform
