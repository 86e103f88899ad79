// Tunings on the command line and in the files that it names.
#pragma once

#include <string>

#include "vksort_tuning.h"

namespace bench {

std::string textOf(const vksort::Tuning& tuning);

// A tuning from its text, or from the plain file that has it. Errors: std::exception that names --tuning.
vksort::Tuning readTuning(const std::string& text_or_path);

}  // namespace bench
