// Makes a failing case smaller for as long as it fails.
#pragma once
#include <functional>

#include "case.h"

namespace fuzz {

// fails: whether a case does; called at most `tries` times. The result fails and keeps its
// promises, if the case does.
Case shrink(Case failing, const std::function<bool(const Case&)>& fails, uint32_t tries);

}  // namespace fuzz
