// View depths as sort keys, computed in the passes that read keys first.
#include "view.h"

layout(std430, set = 1, binding = 0) readonly buffer Positions { vec4 positions[]; };

uint loadKey(uint index) {
  const vec4 p = positions[index];
  precise const float depth = VIEW_DEPTH(p);
  return floatBitsToUint(depth);
}
