// Behind the counting of a coherent sort where nothing else decides, one workgroup: what is there to do?
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "interface.h"
#include "../grid.h"
#include "elements.glsl"
#include "arguments.glsl"
#include "verdict.glsl"

void main() { mustMove(elementCount(), gl_LocalInvocationIndex, true); }
