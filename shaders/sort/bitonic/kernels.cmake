# The bitonic sort's SPIR-V modules: what the library and key generators compile.
# -DPAIRS: elements of two words; with -DTRIPLES of three. -DR: log2 of the elements per invocation, where it is not 4 for
# one word and 3 for more. -DLARGEST: log2 of the largest tile, where it is not R + 9. -DSORTS_ONLY: no merge is made of it.
# name, source, definitions
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "small_keys     bitonic/tile.comp -DR=2 -DLARGEST=10 -DSORTS_ONLY"
  "small_pairs    bitonic/tile.comp -DR=2 -DLARGEST=11 -DSORTS_ONLY -DPAIRS"
  "small_triples  bitonic/tile.comp -DR=2 -DLARGEST=10 -DSORTS_ONLY -DPAIRS -DTRIPLES"
  "medium_keys    bitonic/tile.comp -DR=3 -DSORTS_ONLY"
  "tile_keys      bitonic/tile.comp"
  "tile_pairs     bitonic/tile.comp -DPAIRS"
  "tile_triples   bitonic/tile.comp -DPAIRS -DTRIPLES"
  "setup          bitonic/setup.comp"
  "decide_keys    bitonic/decide.comp"
  "decide_pairs   bitonic/decide.comp -DPAIRS"
  "decide_triples bitonic/decide.comp -DPAIRS -DTRIPLES"
  "segment_setup  bitonic/segment_setup.comp"
  "global_keys    bitonic/global.comp"
  "global_pairs   bitonic/global.comp -DPAIRS"
  "global_triples bitonic/global.comp -DPAIRS -DTRIPLES"
  "compact_keys    bitonic/compact.comp -DR=2"
  "compact_pairs   bitonic/compact.comp -DR=2 -DPAIRS"
  "compact_triples bitonic/compact.comp -DR=2 -DPAIRS -DTRIPLES"
  "compact_global_keys    bitonic/global.comp -DR=2 -DCOMPACT"
  "compact_global_pairs   bitonic/global.comp -DR=2 -DCOMPACT -DPAIRS"
  "compact_global_triples bitonic/global.comp -DR=2 -DCOMPACT -DPAIRS -DTRIPLES")

# Those that begin a sort, and so call the key generator where there is one.
set_property(GLOBAL APPEND PROPERTY VKSORT_GENERATING_MODULES
  small_keys small_pairs medium_keys tile_keys tile_pairs compact_keys compact_pairs)
