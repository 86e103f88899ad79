// Numbers that look random, the same on every device.

// PCG hash (Jarzynski and Olano, Hash Functions for GPU Rendering, 2020).
uint hash(uint value) {
  const uint state = value * 747796405u + 2891336453u;
  const uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return (word >> 22u) ^ word;
}

// In [0, 1).
float random(inout uint state) {
  state = hash(state);
  return float(state >> 8) * (1.0 / 16777216.0);
}

// On the unit sphere.
vec3 direction(inout uint state) {
  const float turn = 6.2831853 * random(state);
  const float height = 2.0 * random(state) - 1.0;
  const float ring = sqrt(1.0 - height * height);
  return vec3(ring * cos(turn), height, ring * sin(turn));
}

// Half a step of a format of 8 bits, up or down: hides the bands of gradients.
float noiseAt(const vec2 pixel) {
  return (fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))) - 0.5) / 255.0;
}
