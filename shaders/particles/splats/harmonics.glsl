// Needs uint harmonics[] and DrawPush push, see interface.h.

vec3 coefficient(const uint first, const uint number) {
  const uint at = first + 3u * number / 2u;
  const vec2 a = unpackHalf2x16(harmonics[at]);
  const vec2 b = unpackHalf2x16(harmonics[at + 1u]);
  return (number & 1u) == 0u ? vec3(a, b.x) : vec3(a.y, b);
}

// `seen`: unit vector from the eye to the splat. Factors and signs of the spherical harmonics: Kerbl et al., 3D
// Gaussian Splatting (2023).
vec3 colorSeen(const uint index, const vec3 seen) {
  const uint first = index * push.words;
  const vec3 d = fileAxes(push.file_up) * seen;
  vec3 color = coefficient(first, 0u);
  color += 0.48860251 * (d.z * coefficient(first, 2u) - d.y * coefficient(first, 1u) - d.x * coefficient(first, 3u));
  if (push.degree > 1u) {
    const vec3 s = d * d;
    color += 1.09254843 * d.x * d.y * coefficient(first, 4u);
    color -= 1.09254843 * d.y * d.z * coefficient(first, 5u);
    color += 0.31539157 * (2.0 * s.z - s.x - s.y) * coefficient(first, 6u);
    color -= 1.09254843 * d.x * d.z * coefficient(first, 7u);
    color += 0.54627422 * (s.x - s.y) * coefficient(first, 8u);
    if (push.degree > 2u) {
      color -= 0.59004359 * d.y * (3.0 * s.x - s.y) * coefficient(first, 9u);
      color += 2.89061144 * d.x * d.y * d.z * coefficient(first, 10u);
      color -= 0.45704580 * d.y * (4.0 * s.z - s.x - s.y) * coefficient(first, 11u);
      color += 0.37317633 * d.z * (2.0 * s.z - 3.0 * s.x - 3.0 * s.y) * coefficient(first, 12u);
      color -= 0.45704580 * d.x * (4.0 * s.z - s.x - s.y) * coefficient(first, 13u);
      color += 1.44530572 * d.z * (s.x - s.y) * coefficient(first, 14u);
      color -= 0.59004359 * d.x * (s.x - 3.0 * s.y) * coefficient(first, 15u);
    }
  }
  return max(color, 0.0);  // like training code, which only clips the finished picture at 1
}
