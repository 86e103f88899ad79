// Sorts only leave sorted elements, so this tests the Verifier with unsorted ones.
#pragma once

#include <string>

#include "cases/case.h"
#include "cases/gpu.h"

namespace conform {

// Compares the result with verifyRange(). Returns the difference, or an empty string.
std::string verifierFault(cases::Gpu& gpu, const cases::Case& sorts);

}  // namespace conform
