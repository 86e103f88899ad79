#include "viewer/save.h"

#include <cstdio>
#include <filesystem>

namespace particles {

std::string freeName() {
  for (int i = 1;; ++i) {
    char name[64];
    std::snprintf(name, sizeof name, "vksort-particles-%03d.png", i);
    std::error_code ignored;
    if (!std::filesystem::exists(name, ignored)) return name;
  }
}

}  // namespace particles
