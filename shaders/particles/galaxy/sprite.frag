// A soft disc of light, or of what hides it. Premultiplied.
#version 450

layout(location = 0) in vec2 corner;
layout(location = 1) flat in vec4 tint;
layout(location = 0) out vec4 color;

void main() {
  const float inside = max(0.0, 1.0 - dot(corner, corner));
  color = tint * (inside * inside);
}
