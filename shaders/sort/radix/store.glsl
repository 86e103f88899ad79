// Where a pass stores elements: the range, or a copy.

layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer KeysOut { uint keys_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer CopyOut { uint copy_out[]; };
#ifndef VKSORT_ONE_WORD
layout(std430, set = 0, binding = VKSORT_BINDING_PAYLOAD) writeonly buffer PayloadsOut { uint payloads_out[]; };
// Words 0 and 1 side by side are stored at once, which touches fewer lines of memory.
layout(std430, set = 0, binding = VKSORT_BINDING_KEYS) writeonly buffer PairsOut { uvec2 pairs_out[]; };
layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer CopiedPairsOut { uvec2 copied_pairs_out[]; };
#endif

// Stores are predicated one by one, not branched around, so that none waits for the loads of the one before.
void storeWord(const uint word, const uint order, const uint index, const bool exists) {
  if (pass.to != 0u) {
    if (exists) copy_out[copyIndex(evenAt(pass.to), word, index)] = order;
    return;
  }
  const uint bits = bitsOf(word, order);
#ifndef VKSORT_ONE_WORD
  if (word >= STRIDE) {
    if (exists) payloads_out[push.first_payload + index] = bits;
    return;
  }
#endif
  if (exists) keys_out[rangeKeyIndex(word, index)] = bits;
}

#ifndef VKSORT_ONE_WORD
void storePair(const uvec2 order, const uint index, const bool exists) {
  if (pass.to != 0u) {
    if (exists) copied_pairs_out[(evenAt(pass.to) >> 1u) + index] = order;
  } else if (STRIDE == 2u) {
    if (exists) pairs_out[push.first_key + index] = uvec2(bitsOf(0u, order.x), bitsOf(1u, order.y));
  } else {
    storeWord(0u, order.x, index, exists);
    storeWord(1u, order.y, index, exists);
  }
}
#endif
