// The tile sort of 2^TILE_LOG2 keys, 2^R in each invocation, in the form that drivers cannot take apart: the stages and
// strides are loops, so the registers' numbers are not literals. The gate must notice what that costs.
// R divides TILE_LOG2, so that no window reaches past the tile.
#version 450
layout(local_size_x = 1 << (TILE_LOG2 - R)) in;
layout(std430, set = 0, binding = 0) buffer Keys { uint keys[]; };

shared uint shared_tile[1 << TILE_LOG2];
uint key[1 << R];

// Tile index of register r of invocation t in the window at w.
uint place(const uint t, const uint r, const uint w) {
  return (t & ((1u << w) - 1u)) | r << w | (t >> w) << (w + R);
}

// The same where the registers with bit `upper` set stand for the invocation mirrored in the low w bits.
uint slot(const uint t, const uint r, const uint w, const uint upper) {
  return place((r & upper) != 0u ? t ^ ((1u << w) - 1u) : t, r, w);
}

// Compares each register that has `bit` clear with register ^ mask.
void compare(const uint bit, const uint mask) {
  for (uint low = 0u; low < 1u << R; ++low) {
    if ((low & bit) != 0u) continue;
    const uint a = key[low], b = key[low ^ mask];
    key[low] = min(a, b);
    key[low ^ mask] = max(a, b);
  }
}

void main() {
  const uint t = gl_LocalInvocationIndex;
  const uint tile = gl_WorkGroupID.x << TILE_LOG2;
  for (uint r = 0u; r < 1u << R; ++r) key[r] = keys[tile + place(t, r, 0u)];
  uint window = 0u;
  uint upper = 0u;
  for (uint k = 1u; k <= TILE_LOG2; ++k) {
    for (uint stride = k; stride-- > 0u;) {
      const bool mirror = stride + 1u == k;
      const uint next = stride / uint(R) * R;
      const uint bit = 1u << (stride - next);
      if (mirror || next != window) {
        for (uint r = 0u; r < 1u << R; ++r) shared_tile[slot(t, r, window, upper)] = key[r];
        barrier();
        upper = mirror ? bit : 0u;
        window = next;
        for (uint r = 0u; r < 1u << R; ++r) key[r] = shared_tile[slot(t, r, window, upper)];
      }
      compare(bit, mirror ? 2u * bit - 1u : bit);
    }
  }
  for (uint r = 0u; r < 1u << R; ++r) keys[tile + place(t, r, 0u)] = key[r];
}
