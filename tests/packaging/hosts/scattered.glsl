// Keys in an order of their own. Includes are found beside the file, though vksort has one of the same name.
#extension GL_EXT_control_flow_attributes : require
#include "key.glsl"

uint loadKey(uint index) { return scatteredKey(index); }
