// Several hundred operations per pixel.
#version 450
layout(location = 0) out vec4 color;

void main() {
  vec2 z = vec2(0.0), c = gl_FragCoord.xy / 256.0 - 1.5;
  for (int i = 0; i < 64; ++i) z = clamp(vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c, -4.0, 4.0);
  color = vec4(z, c);
}
