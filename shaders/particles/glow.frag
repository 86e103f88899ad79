// A glowing spark, or a soft disc of light, smoke or dust. Premultiplied alpha.
#version 450

layout(location = 0) in vec2 corner;
layout(location = 1) flat in vec4 tint;
layout(location = 2) flat in float soft;
layout(location = 0) out vec4 color;

void main() {
  const float inside = max(0.0, 1.0 - dot(corner, corner));
  const float core = inside * inside;
  color = tint * mix(core * (0.35 + 0.65 * core), core, soft);
}
