// Depth of every particle as its sort key, computed in the first pass of the sort.
#include "interface.h"
#include "depth.glsl"

layout(std430, set = 1, binding = 0) readonly buffer Particles { Particle particles[]; };
layout(std140, set = 1, binding = 1) uniform Camera { vec4 depth_row; };

uint loadKey(uint index) { return floatBitsToUint(depthOf(particles[index].position, depth_row)); }
