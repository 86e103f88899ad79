#include "interface.h"

layout(push_constant) uniform Constants { DrawPush push; };

vec3 eyePosition() {
  const View view = push.view;
  return -(view.right.xyz * view.right.w + view.up.xyz * view.up.w + view.forward.xyz * view.forward.w);
}

vec3 rayOf(vec2 clip) {
  const vec2 slope = clip / push.view.focal;
  return normalize(push.view.right.xyz * slope.x + push.view.up.xyz * slope.y + push.view.forward.xyz);
}

// Metres to the right, up and forward.
vec3 viewOf(vec3 p) {
  const vec4 at = vec4(p, 1.0);
  return vec3(dot(push.view.right, at), dot(push.view.up, at), dot(push.view.forward, at));
}

// There is no depth buffer, so any depth inside the clip volume works.
vec4 clipOf(vec3 view) { return vec4(view.xy * push.view.focal, 0.5 * view.z, view.z); }

// At a depth of 1 metre.
float pixelsPerMetre() { return 0.5 * abs(push.view.focal.y) * push.view.pixels.y; }
