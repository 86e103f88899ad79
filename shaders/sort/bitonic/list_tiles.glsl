// Part of segment_setup.comp: lists the tiles of long segments for the radix sort (TileList in sort/interface.h).

layout(std430, set = 0, binding = VKSORT_BINDING_SCRATCH) writeonly buffer Scratch { uint scratch[]; };

const uint kTeam = 32;  // invocations that list the tiles of a segment

shared uint next_tile;
shared uint next_histogram;
shared uint first_tile[gl_WorkGroupSize.x];
shared uint histogram[gl_WorkGroupSize.x];

uint tilesOf(const uint count) { return count / pass.tiles.tile + (count % pass.tiles.tile != 0u ? 1u : 0u); }

// Segments of an invalid table can overlap, and then need more tiles than there is room for.
void takeTiles(const uint count, const uint t) {
  first_tile[t] = atomicAdd(next_tile, tilesOf(count));
  histogram[t] = 0u;
  if (count <= pass.tiles.tile) return;
  const uint index = min(atomicAdd(next_histogram, 1u), pass.tiles.max_histograms - 1u);
  histogram[t] = pass.tiles.histograms + index * pass.tiles.histogram_words;
}

void listSegment(const uvec2 segment, const uint from, const uint of_histogram, const uint begin) {
  const uint room = from < pass.tiles.max_tiles ? pass.tiles.max_tiles - from : 0u;
  const uint tiles = tilesOf(segment.y);
  const uint end = tiles <= room ? segment.x + segment.y : segment.x;  // no elements if a tile is missing
  for (uint i = begin; i < min(tiles, room); i += kTeam) {
    const uint entry = push.first_scratch + pass.tiles.list + (from + i + 1u) * VKSORT_TILE_WORDS;
    scratch[entry] = segment.x;
    scratch[entry + 1u] = end;
    scratch[entry + 2u] = from;
    scratch[entry + 3u] = of_histogram;
  }
}

void listTiles(const uint t) {
  const uint segments = work[counterWord(3u)];
  if (t == 0u) next_tile = next_histogram = 0u;
  barrier();
  for (uint first = 0u; first < segments; first += gl_WorkGroupSize.x) {
    const uint count = min(segments - first, gl_WorkGroupSize.x);
    if (t < count) takeTiles(work[queueWord(3u, first + t) + 1u], t);
    barrier();
    for (uint i = t / kTeam; i < count; i += gl_WorkGroupSize.x / kTeam) {
      const uint word = queueWord(3u, first + i);
      listSegment(uvec2(work[word], work[word + 1u]), first_tile[i], histogram[i], t % kTeam);
    }
    barrier();
  }
  if (t != 0u) return;
  const uint tiles = min(next_tile, pass.tiles.max_tiles);
  scratch[push.first_scratch + pass.tiles.list] = tiles;
  writeDispatch(VKSORT_SEGMENTS_OF_TILES, min(tiles, pass.tiles.count_groups));
  writeDispatch(VKSORT_SEGMENTS_OF_TILES + 1u, tiles);
  writeDispatch(VKSORT_SEGMENTS_OF_TILES + 2u, tiles != 0u ? pass.tiles.sum_groups : 0u);
}
