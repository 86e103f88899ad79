# Sorters of up to two tiles of pairs, whose kernels are created sooner.
set(bitonic engine/vksort/bitonic)
set(have "sort/sorters_of_few_pairs_have_kernels_of_their_own")
set(others "sort/other_sorters_of_few_elements_have_the_kernels_of_many")
set(sorted "sort/sorts_each_count_of_few_pairs@8")

vksort_fault(few_of_any_number "what is promised nothing is of few pairs" IN ${bitonic}/tuning.cpp
  FROM "info.max_count != 0 && info.max_count <= 2u" TO "info.max_count <= 2u" NOTICED_BY vksort-cpu-tests ${have})
vksort_fault(few_of_four_tiles "four tiles are few" IN ${bitonic}/tuning.cpp
  FROM "info.max_count <= 2u << shape" TO "info.max_count <= 4u << shape" NOTICED_BY vksort-cpu-tests ${have})
vksort_fault(few_of_one_tile "two tiles are not" IN ${bitonic}/tuning.cpp
  FROM "info.max_count <= 2u << shape" TO "info.max_count <= 1u << shape" NOTICED_BY vksort-cpu-tests ${have})
vksort_fault(few_triples "three words are sorted as few pairs are" IN ${bitonic}/tuning.cpp
  FROM "configuration.layout.element == Element::pair" TO "configuration.layout.element != Element::key"
  NOTICED_BY vksort-cpu-tests ${others})
vksort_fault(few_of_any_ties "pairs of any ties are sorted by slower kernels" IN ${bitonic}/tuning.cpp
  FROM "== Element::pair && configuration.compares_last_word &&" TO "== Element::pair &&" NOTICED_BY vksort-cpu-tests ${others})
vksort_fault(few_in_any_mode "what the device counts, or repairs, is of few pairs" IN ${bitonic}/tuning.cpp
  FROM "!configuration.mode.takesState() && shape.double_tiles" TO "shape.double_tiles" NOTICED_BY vksort-cpu-tests ${others})
vksort_fault(few_on_the_floor "two tiles are merged where they do not fit" IN ${bitonic}/tuning.cpp
  FROM "!configuration.mode.takesState() && shape.double_tiles != 0" TO "!configuration.mode.takesState()"
  NOTICED_BY vksort-cpu-tests ${others})
vksort_fault(few_begin_as_many "two tiles begin as any number does" IN ${bitonic}/schedule.cpp
  FROM "return shape.few_log2 != 0 ? Kernel::few_sort : shape.firstSort();" TO "return shape.firstSort();"
  NOTICED_BY vksort-tests ${sorted})
vksort_fault(few_unwaited "tiles are merged while they are sorted" IN ${bitonic}/schedule.cpp
  FROM "add(Kernel::few_merge, Wait::passes" TO "add(Kernel::few_merge, Wait::nothing" NOTICED_BY vksort-tests ${sorted})
vksort_fault(few_merged_as_a_stage_ends "the first strides of a merge are not mirrored" IN shaders/sort/bitonic/tile.comp
  FROM "if (TASK == VKSORT_TILE_MERGE) {" TO "if (TASK == VKSORT_TILE_MERGE || TASK == VKSORT_TILE_HALVES) {" NOTICED_BY vksort-tests ${sorted})
vksort_fault(few_merged_by_seams "the halves on either side of the seam are merged" IN shaders/sort/bitonic/tile.comp
  FROM "  if (TASK == VKSORT_TILE_SEAM) {
    const uint" TO "  if (TASK >= VKSORT_TILE_SEAM) {
    const uint" NOTICED_BY vksort-tests ${sorted})
vksort_fault(few_tiles_of_half_the_size "one tile is merged" IN ${bitonic}/kernels.cpp
  FROM "shape.few_log2 != 0 ? shape.few_log2 + 1 : 0" TO "shape.few_log2" NOTICED_BY vksort-tests ${sorted})
vksort_fault(few_merges_unlabelled "a merge of few pairs is in no merge stage" IN engine/vksort/bitonic/kernels.h
  FROM "return kernel >= Kernel::few_merge &&" TO "return kernel >= Kernel::merge_full &&"
  NOTICED_BY vksort-tests "sort/labels_the_sort_its_merge_stages_and_its_passes@8")
