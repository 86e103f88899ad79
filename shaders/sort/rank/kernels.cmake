# The SPIR-V modules of the sort by ranks: name, source, definitions. -DPAIRS: elements of two words. -DAPART: of tiles that
# are sorted into a copy; those begin a sort.
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "apart_keys       bitonic/tile.comp -DR=2 -DLARGEST=11 -DSORTS_ONLY -DAPART"
  "apart_pairs      bitonic/tile.comp -DR=2 -DLARGEST=11 -DSORTS_ONLY -DAPART -DPAIRS"
  "rank_merge_keys  rank/merge.comp"
  "rank_merge_pairs rank/merge.comp -DPAIRS")
set_property(GLOBAL APPEND PROPERTY VKSORT_HOOKED_MODULES apart_keys apart_pairs)
