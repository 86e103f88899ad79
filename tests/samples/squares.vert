// The same square for each element, in the order of the index buffer; its colour is its index.
#version 450

layout(std430, set = 0, binding = 0) readonly buffer Indices { uint indices[]; };
layout(push_constant) uniform Constants { float side; };
layout(location = 0) flat out vec4 color;

void main() {
  const uint index = indices[gl_InstanceIndex];
  color = vec4(vec3(index & 255u, (index >> 8) & 255u, index >> 16) / 255.0, 1.0);
  gl_Position = vec4((vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) - 0.5) * side, 0.0, 1.0);
}
