// Clips colours above 1 in a finished picture.
#version 450
#extension GL_EXT_samplerless_texture_functions : require

layout(set = 0, binding = 0) uniform texture2D light;
layout(location = 0) out vec4 color;

void main() { color = vec4(clamp(texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb, 0.0, 1.0), 1.0); }
