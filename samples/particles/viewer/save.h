// Names of pictures that a key saves.
#pragma once
#include <string>

namespace particles {

// "vksort-particles-001.png", or the first like it that is not there yet.
std::string freeName();

}  // namespace particles
