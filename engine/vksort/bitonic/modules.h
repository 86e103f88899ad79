// The SPIR-V modules of the bitonic sort, by the element that they are compiled for; see modules.cmake.
#pragma once

#include "vulkan/module.h"

namespace vksort::bitonic {

// By Element. A module of 0 bytes does not exist.
using ByElement = Module[3];

extern const ByElement kSmallModules;    // of tiles with 4 elements per invocation
extern const ByElement kMediumModules;   // of tiles with 8
extern const ByElement kScratchModules;  // of tiles that are sorted into a copy, with 4
extern const ByElement kTileModules;
extern const ByElement kGlobalModules;
extern const ByElement kCompactModules;        // tiles of the baseline,
extern const ByElement kCompactGlobalModules;  // and its global passes
extern const ByElement kSetUpModules;
extern const ByElement kSegmentSetUpModules;

}  // namespace vksort::bitonic
