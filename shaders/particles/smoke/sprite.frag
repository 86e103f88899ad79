// A ball of smoke lit from the upper left, or a glowing streak. Premultiplied alpha.
#version 450

layout(location = 0) in vec2 corner;
layout(location = 1) flat in vec4 lit;
layout(location = 2) flat in vec4 shaded;
layout(location = 0) out vec4 color;

void main() {
  const float inside = max(0.0, 1.0 - dot(corner, corner));
  const float light = clamp(0.5 + dot(corner, vec2(-0.30, 0.42)), 0.0, 1.0);
  const float core = inside * inside;
  const float alpha = lit.a * mix(inside * (0.4 + 0.6 * inside), core, shaded.a);
  const vec3 ball = mix(shaded.rgb, lit.rgb, light);
  const vec3 glow = mix(shaded.rgb, lit.rgb * 1.25, core);
  color = vec4(mix(ball, glow, shaded.a) * alpha, alpha);
}
