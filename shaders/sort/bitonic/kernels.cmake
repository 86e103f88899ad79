# The bitonic sort's SPIR-V modules: what the library and key generators compile.
# VKSORT_PAIRS: elements of two words; with VKSORT_TRIPLES of three.
# VKSORT_R: log2 of the elements per invocation. By default 4 for one word, and 3 for more.
# VKSORT_LARGEST: log2 of the largest tile. By default R + 9.
# VKSORT_SORTS_ONLY: the module has no merge.
# name, source, definitions
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "small_keys     bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=10 -DVKSORT_SORTS_ONLY"
  "small_pairs    bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_PAIRS"
  "small_triples  bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=10 -DVKSORT_SORTS_ONLY -DVKSORT_PAIRS \
    -DVKSORT_TRIPLES"
  "medium_keys    bitonic/tile.comp -DVKSORT_R=3 -DVKSORT_SORTS_ONLY"
  "tile_keys      bitonic/tile.comp"
  "tile_pairs     bitonic/tile.comp -DVKSORT_PAIRS"
  "tile_triples   bitonic/tile.comp -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "setup          bitonic/setup.comp"
  "segment_setup  bitonic/segment_setup.comp"
  "global_keys    bitonic/global.comp"
  "global_pairs   bitonic/global.comp -DVKSORT_PAIRS"
  "global_triples bitonic/global.comp -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "compact_keys    bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT"
  "compact_pairs   bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS"
  "compact_triples bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "compact_global_keys    bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT"
  "compact_global_pairs   bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS"
  "compact_global_triples bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS -DVKSORT_TRIPLES")

# Those that begin a sort, and so call the key generator where there is one.
set_property(GLOBAL APPEND PROPERTY VKSORT_GENERATING_MODULES
  small_keys small_pairs medium_keys tile_keys tile_pairs compact_keys compact_pairs)
