# The SPIR-V modules of the rank merge: name, source, definitions. -DPAIRS: elements of two words. -DTO_SCRATCH: of tiles that
# are sorted into a copy; those begin a sort.
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "scratch_keys     bitonic/tile.comp -DR=2 -DLARGEST=11 -DSORTS_ONLY -DTO_SCRATCH"
  "scratch_pairs    bitonic/tile.comp -DR=2 -DLARGEST=11 -DSORTS_ONLY -DTO_SCRATCH -DPAIRS"
  "rank_merge_keys  rank/merge.comp"
  "rank_merge_pairs rank/merge.comp -DPAIRS")
set_property(GLOBAL APPEND PROPERTY VKSORT_GENERATING_MODULES scratch_keys scratch_pairs)
