// Records a case, submits it, and reads back what it left.
#pragma once
#include <string>

#include "expect.h"
#include "gpu.h"

namespace fuzz {

struct Outcome {
  Images after;
  std::string complaint;  // about a status or timestamps; empty: none
};

// Errors: gpu::Error of Vulkan, or of creating a Sorter.
Outcome runOn(Gpu& gpu, const Case& of, const Layout& layout, const Images& before);

}  // namespace fuzz
