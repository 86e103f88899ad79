#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "glass.glsl"

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

void main() {
  const vec3 ray = rayOf(clip);
  const vec3 wall = mix(vec3(0.004, 0.005, 0.009), vec3(0.030, 0.036, 0.058), smoothstep(-0.6, 0.5, ray.y));
  const float spot = exp(-3.0 * dot(clip - vec2(0.0, 0.1), clip - vec2(0.0, 0.1)));
  color = vec4(wall + vec3(0.020, 0.026, 0.042) * spot + core(eyePosition(), ray), 1.0);
}
