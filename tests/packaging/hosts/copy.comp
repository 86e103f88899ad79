// Copies words. It stands for the application's pass before or after the calls of a recipe.
#version 450
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) readonly buffer From { uint from[]; };
layout(std430, set = 0, binding = 1) writeonly buffer To { uint to[]; };

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < to.length()) to[i] = from[i];
}
