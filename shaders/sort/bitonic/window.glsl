// Windows of the tile and the moves between them, through shared memory. Needs network.glsl and TILE_LOG2.

#define TILE (1u << TILE_LOG2)

// One element of padding per 2^R keeps a subgroup's accesses in different banks in windows up to R, and
// costs one two-way conflict in the others.
#define PADDED(i) ((i) + ((i) >> R))

#ifdef VKSORT_TRIPLES
shared uint shared_word2[PADDED(TILE << PACKED_LOG2)];
#endif
#ifdef VKSORT_PAIRS
shared uvec2 shared_tile[PADDED(TILE << PACKED_LOG2)];
#else
shared uint shared_tile[PADDED(TILE << PACKED_LOG2)];
#endif

// Tile index of register 0 of invocation t in the window at w; register r stands at this | r << w.
uint windowBase(const uint t, const uint w) {
  return (t & ((1u << w) - 1u)) | ((t >> w) << (w + R));
}

// The invocation whose place the upper half of t's registers takes in a mirrored window.
uint mirrored(const uint t, const uint w) {
  return t ^ ((1u << w) - 1u);
}

// Index fields do not overlap, so padding distributes over them: each access is one base plus a literal offset.
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

// Registers to the window at w: the lower half of them for invocation t, the upper half for invocation upper_t.
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

// The invocation's number in its workgroup, in the order of subgroups where their size is known.
uint invocation() {
  return SUBGROUP_LOG2 == 0u ? gl_LocalInvocationIndex : (gl_SubgroupID << SUBGROUP_LOG2) + gl_SubgroupInvocationID;
}

// From one window to another. One barrier is enough: an invocation writes only where it read at its last move, and
// nobody else has read there since. In windows up to log2(subgroup size) a subgroup's elements are the same
// 2^(R + SUBGROUP_LOG2) of the tile, so that a move between two of them concerns the subgroup alone.
void move(const uint t, const uint from_upper_t, const uint from, const uint to_upper_t, const uint to) {
  writeWindow(t, from_upper_t, from);
  if (max(from, to) <= SUBGROUP_LOG2) {
    subgroupBarrier();
  } else {
    barrier();
  }
  readWindow(t, to_upper_t, to);
}
