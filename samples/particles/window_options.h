// The options of the window, and of what it shows besides scenes.
#pragma once
#include "options.h"

namespace particles {

void declareWindow(CLI::App& app, Options& options);

}  // namespace particles
