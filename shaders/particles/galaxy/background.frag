// Deep space: a faint glow, and stars far behind everything.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"
#include "../random.glsl"

layout(location = 0) in vec2 clip;
layout(location = 0) out vec4 color;

const float kCells = 90.0;  // across a side of the cube of directions

// One star in some of the cells of a side.
vec3 farStars(vec3 ray) {
  const vec3 size = abs(ray);
  const float most = max(size.x, max(size.y, size.z));
  const vec3 cube = ray / most;
  const uint side = size.x == most ? 0u : size.y == most ? 1u : 2u;
  const vec2 at = (side == 0u ? cube.yz : side == 1u ? cube.xz : cube.xy) * kCells * 0.5;
  const ivec2 cell = ivec2(floor(at));
  const bool front = side == 0u ? ray.x > 0.0 : side == 1u ? ray.y > 0.0 : ray.z > 0.0;
  uint state = hash(uint(cell.x + 512) + hash(uint(cell.y + 512) + hash(side * 2u + uint(front))));
  if (random(state) > 0.22) return vec3(0.0);
  const vec2 star = vec2(cell) + 0.2 + 0.6 * vec2(random(state), random(state));
  const float width = kCells * 0.5 * 1.0 / pixelsPerMetre();  // cells that a pixel takes
  const float d = distance(at, star) / max(width, 0.004);
  const float power = pow(random(state), 7.0);
  return mix(vec3(1.0, 0.8, 0.6), vec3(0.65, 0.8, 1.0), random(state)) * (0.02 + 0.55 * power) * exp(-d * d * 0.8);
}

void main() {
  const vec3 ray = rayOf(clip);
  const float haze = 0.5 + 0.5 * sin(ray.x * 3.1 + 1.7 * sin(ray.y * 2.3 + ray.z));
  const vec3 sky = mix(vec3(0.0016, 0.0020, 0.0042), vec3(0.0052, 0.0034, 0.0068), haze);
  color = vec4(sky + farStars(ray), 1.0);
}
