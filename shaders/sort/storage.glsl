// The range that is sorted: push constants, bindings, and bounded element access. Needs network.glsl and key.glsl.

layout(push_constant, std430) uniform PushBlock { Push push; };

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Keys { uint keys[]; };
#ifdef PAIRS
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) buffer Pairs { uvec2 pairs[]; };  // instead of keys and values
layout(std430, set = 0, binding = VKSORT_BINDING_VALUES) buffer Values { uint values[]; };
#endif

// Loads the range's element `index` into register r; past the count it is the largest element.
void loadElement(const uint r, const uint index) {
  uint bits = 0xffffffffu;
  uint payload = 0xffffffffu;
  const bool exists = index < push.count;
  if (exists) {
#ifdef PAIRS
    if (INTERLEAVED != 0u) {
      const uvec2 pair = pairs[push.first_key + index];
      bits = pair.x;
      payload = pair.y;
    } else {
      bits = keys[push.first_key + index];
      payload = values[push.first_value + index];
    }
#else
    bits = keys[push.first_key + index];
#endif
  }
  key[r] = exists ? orderFromBits(bits, push.load_mask, push.load_flip) : 0xffffffffu;
#ifdef PAIRS
  value[r] = payload;
#endif
}

// Stores register r as the range's element `index`; past the count nothing is written.
void storeElement(const uint r, const uint index) {
  if (index < push.count) {
    const uint bits = bitsFromOrder(key[r], push.store_mask, push.store_flip);
#ifdef PAIRS
    if (INTERLEAVED != 0u) {
      pairs[push.first_key + index] = uvec2(bits, value[r]);
    } else {
      keys[push.first_key + index] = bits;
      values[push.first_value + index] = value[r];
    }
#else
    keys[push.first_key + index] = bits;
#endif
  }
}

// Workgroup number in a grid that the host may have folded into two dimensions.
uint workgroup() {
  return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
}
