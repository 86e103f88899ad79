// From the camera's rows to what its pixels see.
#include "interface.h"

layout(push_constant) uniform Constants { DrawPush push; };

vec3 eyePosition() {
  return -(push.right.xyz * push.right.w + push.up.xyz * push.up.w + push.forward.xyz * push.forward.w);
}

vec3 rayOf(vec2 clip) {
  const vec2 slope = clip / push.focal;
  return normalize(push.right.xyz * slope.x + push.up.xyz * slope.y + push.forward.xyz);
}

// Metres to the right, above and in front.
vec3 viewOf(vec3 p) {
  const vec4 at = vec4(p, 1.0);
  return vec3(dot(push.right, at), dot(push.up, at), dot(push.forward, at));
}

// Without a depth buffer any depth inside the clip volume will do.
vec4 clipOf(vec3 view) { return vec4(view.xy * push.focal, 0.5 * view.z, view.z); }

// Pixels that a metre takes at a depth of 1 metre.
float pixelsPerMetre() { return 0.5 * abs(push.focal.y) * push.pixels.y; }
