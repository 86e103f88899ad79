# The SPIR-V modules of the rank merge: name, source, definitions. VKSORT_PAIRS: elements of two words. VKSORT_TO_SCRATCH:
# of tiles that are sorted into a copy; those begin a sort.
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "scratch_keys     bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_TO_SCRATCH"
  "scratch_pairs    bitonic/tile.comp -DVKSORT_R=2 -DVKSORT_LARGEST=11 -DVKSORT_SORTS_ONLY -DVKSORT_TO_SCRATCH \
    -DVKSORT_PAIRS"
  "rank_merge_keys  rank/merge.comp"
  "rank_merge_pairs rank/merge.comp -DVKSORT_PAIRS")
set_property(GLOBAL APPEND PROPERTY VKSORT_GENERATING_MODULES scratch_keys scratch_pairs)
