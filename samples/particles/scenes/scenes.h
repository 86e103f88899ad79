// Every scene: each is a file of this folder with its shaders, and a line here.
#pragma once
#include "scene/scene.h"

namespace particles {

MakeScene makeSmoke;  // two turning strands of smoke and the sparks between them

}  // namespace particles
