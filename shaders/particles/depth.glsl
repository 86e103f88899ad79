// The sort key of a point.

// In this order and without fused operations, see KeysPush.
float depthOf(const vec3 p, const vec4 row) {
  precise const float depth = ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w;
  return depth;
}
