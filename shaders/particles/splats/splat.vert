// One quad per splat, in index buffer order: the projected Gaussian. Projection of the covariance: Zwicker et al., EWA
// Splatting (2002). Minimum size and extent: Kerbl et al., 3D Gaussian Splatting (2023).
#version 450
#extension GL_GOOGLE_include_directive : require
#include "../eye.glsl"

layout(std430, set = 0, binding = 0) readonly buffer Positions { vec4 positions[]; };
layout(std430, set = 0, binding = 2) readonly buffer Splats { Splat splats[]; };
layout(std430, set = 0, binding = 1) readonly buffer Indices { uint indices[]; };
layout(std430, set = 0, binding = 3) readonly buffer Harmonics { uint harmonics[]; };
#include "harmonics.glsl"

layout(location = 0) out vec2 deviations;   // from the centre, in standard deviations; for discs, in radii
layout(location = 1) flat out vec4 tint;

const float kNear = 0.2;         // metres
const float kLeastVariance = 0.3;  // square pixels, added so that splats cover at least one pixel centre
const float kExtent = 3.0;       // standard deviations

void main() {
  const uint index = indices[gl_InstanceIndex + gl_VertexIndex / 4];  // see DrawArguments
  const Splat splat = splats[index];
  const vec3 view = viewOf(positions[index].xyz);
  gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
  if (view.z <= kNear) return;

  const mat3 covariance = mat3(splat.diagonal.x, splat.mixed.x, splat.mixed.y,
                               splat.mixed.x, splat.diagonal.y, splat.mixed.z,
                               splat.mixed.y, splat.mixed.z, splat.diagonal.z);
  // Pixels per metre along the view axes, from the derivative of the projection. Limited slightly outside the picture,
  // because the linear approximation fails there.
  const vec2 pixels = 0.5 * push.view.pixels * push.view.focal / view.z;
  const vec2 most = 1.3 * view.z / abs(push.view.focal);
  const vec2 at = clamp(view.xy, -most, most) / view.z;
  const vec3 across = pixels.x * (push.view.right.xyz - at.x * push.view.forward.xyz);
  const vec3 over = pixels.y * (push.view.up.xyz - at.y * push.view.forward.xyz);
  const float xx = dot(across, covariance * across) + kLeastVariance;
  const float xy = dot(across, covariance * over);
  const float yy = dot(over, covariance * over) + kLeastVariance;

  const float middle = 0.5 * (xx + yy);
  const float apart = length(vec2(0.5 * (xx - yy), xy));
  const float large = middle + apart;
  const float small = max(middle - apart, 0.05);
  const vec2 first = abs(xy) > 1e-6 ? normalize(vec2(xy, large - xx)) : (xx >= yy ? vec2(1.0, 0.0) : vec2(0.0, 1.0));
  const vec2 second = vec2(-first.y, first.x);
  const vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1 & 1) * 2.0 - 1.0;
  const float extent = push.discs != 0u ? 1.6 : kExtent;
  const vec2 offset = extent * (corner.x * sqrt(large) * first + corner.y * sqrt(small) * second);
  deviations = push.discs != 0u ? corner : corner * extent;
  tint = vec4(unpackHalf2x16(splat.red_green), unpackHalf2x16(splat.blue_opacity));
  const float area = (xx - kLeastVariance) * (yy - kLeastVariance) - xy * xy;  // square of the area before widening
  if (push.antialiased != 0u) tint.a *= sqrt(max(area, 0.0) / (xx * yy - xy * xy));
  if (push.degree != 0u) {
    const vec3 seen = view.x * push.view.right.xyz + view.y * push.view.up.xyz + view.z * push.view.forward.xyz;
    tint.rgb = colorSeen(index, normalize(seen));
  }
  gl_Position = clipOf(view);
  gl_Position.xy += offset / (0.5 * push.view.pixels) * gl_Position.w;
}
