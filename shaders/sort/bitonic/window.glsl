// Moves a tile between windows through shared memory, which contains every element once, with padding.

#define TILE (1u << TILE_LOG2)

// One element of padding per 2^R lets a subgroup access different banks in windows up to R, and limits the other
// windows to two-way conflicts.
#define PADDED(i) ((i) + ((i) >> R))

#ifdef VKSORT_TRIPLES
shared uint shared_word2[PADDED(TILE << PACKED_LOG2)];
#endif
#ifdef VKSORT_PAIRS
shared uvec2 shared_tile[PADDED(TILE << PACKED_LOG2)];
#else
shared uint shared_tile[PADDED(TILE << PACKED_LOG2)];
#endif

// Tile index of register 0. Register r is at this index | r << w.
uint windowBase(const uint t, const uint w) {
  return (t & ((1u << w) - 1u)) | ((t >> w) << (w + R));
}

// The invocation whose elements match the upper half of t's registers in a mirrored window.
uint mirrored(const uint t, const uint w) {
  return t ^ ((1u << w) - 1u);
}

// Index fields do not overlap, so padding distributes over them, and each access is one base plus a literal offset.
#define SLOT(r) (r < REGISTERS / 2 ? lower_base : upper_base) + PADDED(uint(r) << w)
void writeShared(const uint slot, const Element written) {
#ifdef VKSORT_PAIRS
  shared_tile[slot] = uvec2(written.word0, written.word1);
#else
  shared_tile[slot] = written.word0;
#endif
#ifdef VKSORT_TRIPLES
  shared_word2[slot] = written.word2;
#endif
}

Element readShared(const uint slot) {
#if defined(VKSORT_TRIPLES)
  const uvec2 pair = shared_tile[slot];
  return Element(pair.x, pair.y, shared_word2[slot]);
#elif defined(VKSORT_PAIRS)
  const uvec2 pair = shared_tile[slot];
  return Element(pair.x, pair.y);
#else
  return Element(shared_tile[slot]);
#endif
}
#define WRITE(r) writeShared(SLOT(r), element[r]);
#define READ(r) element[r] = readShared(SLOT(r));

void writeWindow(const uint t, const uint upper_t, const uint w) {
  const uint lower_base = PADDED(windowBase(t, w));
  const uint upper_base = PADDED(windowBase(upper_t, w));
  EACH_REGISTER(WRITE)
}

void readWindow(const uint t, const uint upper_t, const uint w) {
  const uint lower_base = PADDED(windowBase(t, w));
  const uint upper_base = PADDED(windowBase(upper_t, w));
  EACH_REGISTER(READ)
}

// Ordered by subgroup if the subgroup size is known.
uint invocation() {
  return SUBGROUP_LOG2 == 0u ? gl_LocalInvocationIndex : (gl_SubgroupID << SUBGROUP_LOG2) + gl_SubgroupInvocationID;
}

// One barrier is sufficient: an invocation writes only where it read in its previous move, and no other invocation has
// read there since. In windows up to log2(subgroup size), a subgroup always owns the same 2^(R + SUBGROUP_LOG2)
// elements, so moves between these windows only need a subgroup barrier.
void move(const uint t, const uint from_upper_t, const uint from, const uint to_upper_t, const uint to) {
  writeWindow(t, from_upper_t, from);
  if (max(from, to) <= SUBGROUP_LOG2) {
    subgroupBarrier();
  } else {
    barrier();
  }
  readWindow(t, to_upper_t, to);
}
