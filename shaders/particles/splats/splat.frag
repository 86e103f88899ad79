// A Gaussian, or a disc with a soft edge. Premultiplied alpha.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"

layout(location = 0) in vec2 deviations;
layout(location = 1) flat in vec4 tint;
layout(location = 0) out vec4 color;

void main() {
  const float square = dot(deviations, deviations);
  float alpha = tint.a;
  float shade = 1.0;
  if (push.discs != 0u) {
    const float radius = sqrt(square);
    const float rim = fwidth(radius);
    alpha *= 1.0 - smoothstep(1.0 - rim, 1.0, radius);
    shade = 1.0 - 0.28 * square;
  } else {
    alpha = min(0.99, alpha * exp(-0.5 * square));
  }
  if (alpha < 1.0 / 255.0) discard;
  color = vec4(tint.rgb * shade * alpha, alpha);
}
