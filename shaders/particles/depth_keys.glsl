// Depth of every element as its sort key, computed in the first pass of the sort.
#include "depth.glsl"

layout(std430, set = 1, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std140, set = 1, binding = 1) uniform Camera { vec4 depth_row; };

uint loadKey(uint index) { return floatBitsToUint(depthOf(positions[index].xyz, depth_row)); }
