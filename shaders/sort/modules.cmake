# SPIR-V modules of the sort: name, source, definitions.
# VKSORT_PAIRS: two-word elements. With VKSORT_TRIPLES: three words.
# VKSORT_R: log2 of the elements per invocation. Default: 4 for one word, otherwise 3.
# VKSORT_LARGEST: log2 of the largest tile. Default: R + 9.
# VKSORT_SORTS_ONLY: leaves out the merge.
# VKSORT_TO_SCRATCH: sorts tiles into a copy, for rank merge.
# VKSORT_COMPACT: kernels of the baseline.
# VKSORT_LISTS_TILES: also lists the tiles of long segments for the radix sort.
# VKSORT_ONE_WORD: one-word elements in the radix sort, instead of two or three.
set_property(GLOBAL PROPERTY VKSORT_SORT_MODULES
  "small_keys     sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=10 -DVKSORT_SORTS_ONLY"
  "small_pairs    sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_PAIRS"
  "small_triples  sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=10 -DVKSORT_SORTS_ONLY -DVKSORT_PAIRS \
    -DVKSORT_TRIPLES"
  "medium_keys    sort/bitonic/tile.comp -DVKSORT_R=3 -DVKSORT_SORTS_ONLY"
  "tile_keys      sort/bitonic/tile.comp"
  "tile_pairs     sort/bitonic/tile.comp -DVKSORT_PAIRS"
  "tile_triples   sort/bitonic/tile.comp -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "setup          sort/bitonic/setup.comp"
  "gather         sort/bitonic/gather.comp"
  "segment_setup  sort/bitonic/segment_setup.comp"
  "segment_tiles  sort/bitonic/segment_setup.comp -DVKSORT_LISTS_TILES"
  "global_keys    sort/bitonic/global.comp"
  "global_pairs   sort/bitonic/global.comp -DVKSORT_PAIRS"
  "global_triples sort/bitonic/global.comp -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "compact_keys    sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT"
  "compact_pairs   sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS"
  "compact_triples sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "compact_global_keys    sort/bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT"
  "compact_global_pairs   sort/bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS"
  "compact_global_triples sort/bitonic/global.comp -DVKSORT_R=2 -DVKSORT_COMPACT -DVKSORT_PAIRS -DVKSORT_TRIPLES"
  "radix_set_up      sort/radix/set_up.comp"
  "radix_count_word  sort/radix/count.comp -DVKSORT_ONE_WORD"
  "radix_count_words sort/radix/count.comp"
  "radix_sum         sort/radix/sum.comp"
  "radix_pass_word   sort/radix/pass.comp -DVKSORT_ONE_WORD"
  "radix_pass_words  sort/radix/pass.comp"
  "scratch_keys     sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_TO_SCRATCH"
  "scratch_pairs    sort/bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_TO_SCRATCH \
    -DVKSORT_PAIRS"
  "rank_merge_keys  sort/rank/merge.comp"
  "rank_merge_pairs sort/rank/merge.comp -DVKSORT_PAIRS")
