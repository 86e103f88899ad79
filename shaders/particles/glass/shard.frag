// One side of a shard: reflection, refraction and edges. Premultiplied alpha.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "glass.glsl"

layout(location = 0) in vec3 place;
layout(location = 1) in vec3 edges;
layout(location = 2) flat in vec3 normal;
layout(location = 3) flat in vec3 tint;
layout(location = 4) flat in float front;
layout(location = 0) out vec4 color;

void main() {
  const vec3 eye = eyePosition();
  const vec3 ray = normalize(place - eye);
  const vec3 facing = front > 0.5 ? normal : -normal;
  const float grazing = 1.0 - clamp(-dot(ray, facing), 0.0, 1.0);
  const float mirrored = 0.05 + 0.95 * pow(grazing, 4.0);
  const vec3 mirror = studio(reflect(ray, facing));
  // bent on its way through
  const vec3 through = core(place, normalize(mix(ray, -facing, 0.35)));
  const vec3 lamp = normalize(vec3(-0.55, 0.70, 0.45));
  const float lit = 0.10 + 0.22 * max(0.0, dot(normal, lamp)) + 0.55 / (1.0 + 1.4 * dot(place, place));
  // at least a pixel
  const vec3 width = max(fwidth(edges), vec3(0.02));
  const vec3 lines = 1.0 - smoothstep(vec3(0.0), 1.4 * width, edges);
  const float edge = max(lines.x, max(lines.y, lines.z));
  const float alpha = clamp(mix(0.13, 0.30, front) + 0.55 * mirrored + 0.16 * edge, 0.0, 0.95);
  const vec3 body = tint * (lit + through);
  const vec3 seen = mix(body * alpha, mirror, mirrored) + tint * edge * (0.16 + 0.5 * lit);
  color = vec4(seen, alpha);
}
