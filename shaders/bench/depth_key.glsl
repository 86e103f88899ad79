// View depths as sort keys, computed in the passes that read keys first.
#include "view.h"
#include "../particles/depth.glsl"

layout(std430, set = 1, binding = 0) readonly buffer Positions { vec4 positions[]; };

uint loadKey(uint index) {
  return floatBitsToUint(depthOf(positions[index].xyz, vec4(VIEW_X, VIEW_Y, VIEW_Z, VIEW_W)));
}
