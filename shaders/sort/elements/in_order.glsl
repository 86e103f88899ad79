// Whether neighbours in the range are in order. Needs key.glsl, network.glsl and storage.glsl.

// Is the range's element `index` not after the next one? Both must exist. Registers 0 and 1 are lost.
bool inOrder(const uint index) {
  loadElement(0u, index);
  loadElement(1u, index + 1u);
  if (pass.load_flip != 0u) {
    ORDER_FROM_BITS(0)
    ORDER_FROM_BITS(1)
  }
#if defined(TRIPLES)
  return !isAfter(key[0], value[0], extra[0], key[1], value[1], extra[1]);
#elif defined(PAIRS)
  return !isAfter(key[0], value[0], key[1], value[1]);
#else
  return key[0] <= key[1];
#endif
}
