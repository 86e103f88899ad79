# Faults of sorts by ranks: which sorts are, in what memory, and what is said of them.
set(lib engine/vksort)
set(rank ${lib}/rank)
set(crossovers "sort/ranks_pay_from_where_and_to_where_they_were_measured_to")
set(memory "sort/ranks_ask_for_a_copy_of_whole_tiles_and_samples_and_no_less_for_more")
set(fits "sort/ranks_fit_the_device")
set(sorted "sort/sorts_by_ranks@8")
set(most "sort/sorts_the_most_elements_that_ranks_take@8")
set(proven "sort/every_shape_of_a_sort_by_ranks_is_proven")

vksort_fault(rank_on_narrow_subgroups "software sorts by ranks without being asked" IN ${rank}/shape.cpp
  FROM "info.algorithm == Algorithm::automatic && limits.subgroup_size >= kWideSubgroup" TO "info.algorithm == Algorithm::automatic && limits.subgroup_size + kWideSubgroup != 0"
  NOTICED_BY vksort-cpu-tests ${crossovers})
vksort_fault(rank_of_lists "lists are sorted as one range" IN ${rank}/shape.cpp FROM " && !mode.lists;" TO " && !(mode.lists && mode.coherent);"
  NOTICED_BY vksort-cpu-tests "sort/ranks_are_for_no_lists_and_no_elements_of_three_words")
vksort_fault(rank_of_plain_frames "coherent frames are not sorted by ranks" IN ${rank}/shape.cpp FROM "!mode.lists;"
  TO "!mode.lists && !mode.coherent;" NOTICED_BY vksort-cpu-tests "sort/ranks_sort_coherent_frames_as_any_others")
vksort_fault(rank_of_triples "values of wide keys stay behind" IN ${rank}/shape.cpp
  FROM "configuration.layout.element != Element::triple && " TO ""
  NOTICED_BY vksort-cpu-tests "sort/ranks_are_for_no_lists_and_no_elements_of_three_words")
vksort_fault(rank_on_the_floor "the floor takes lent memory" IN ${rank}/shape.cpp FROM "info.path != Path::floor && " TO ""
  NOTICED_BY vksort-cpu-tests "sort/ranks_are_for_no_lists_and_no_elements_of_three_words")
vksort_fault(rank_unasked "radix sorts are by ranks" IN ${rank}/shape.cpp FROM "const bool wanted = info.algorithm == Algorithm::rank ||"
  TO "const bool wanted = info.algorithm != Algorithm::bitonic ||" NOTICED_BY vksort-cpu-tests ${crossovers})
vksort_fault(rank_whatever_a_tuning_says "Tuning::radix_from is not looked at" IN ${lib}/radix/shape.cpp
  FROM "if (is_tuned && radix_from != 0) return" TO "if (is_tuned && radix_from == ~0u) return" NOTICED_BY vksort-cpu-tests "sort/ranks_leave_to_radix_what_a_tuning_says")
vksort_fault(rank_told_too_much "Tuning::radix_from is of sorts by value, too" IN ${lib}/radix/shape.cpp
  FROM "return setting.value_digits == 0 || hasWideKeys(info);" TO "return true || setting.value_digits == 0 || hasWideKeys(info);"
  NOTICED_BY vksort-cpu-tests "sort/ranks_leave_to_radix_what_a_tuning_says")
vksort_fault(rank_samples_too_many "samples take more shared memory than there is" IN ${rank}/shape.cpp
  FROM "least(kMost[i] >> VKSORT_RANK_SAMPLE_LOG2, room)"
  TO "(kMost[i] >> VKSORT_RANK_SAMPLE_LOG2) + 0 * room" NOTICED_BY vksort-cpu-tests ${fits})
vksort_fault(rank_of_two_shapes "the most that ranks take have the workgroups of fewer" IN ${rank}/shape.h
  FROM "i + 1 < kShapes && shapes[i].most < n" TO "i + 2 < kShapes && shapes[i].most < n" NOTICED_BY vksort-cpu-tests ${proven})
vksort_fault(rank_third_tile_size "the third shape has the tiles of the first" IN ${rank}/shape.h
  FROM "return shape == 0 ? 0 : 1;" TO "return shape == 1 ? 1 : 0;" NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rank_as_many_coherent "coherent sorts are by ranks where to look at their order takes half of that" IN ${rank}/shape.cpp
  FROM "if (out.configuration.mode.coherent) most" TO "if (false) most"
  NOTICED_BY vksort-cpu-tests "sort/ranks_sort_coherent_frames_as_any_others")
vksort_fault(rank_third_by_512 "the most that ranks take are merged in two rounds of workgroups" IN ${rank}/shape.cpp
  FROM "kInvocationsLog2[kShapes] = {8, 9, 10};" TO "kInvocationsLog2[kShapes] = {8, 9, 9};"
  NOTICED_BY vksort-cpu-tests "sort/ranks_of_little_shared_memory_end_sooner")
vksort_fault(rank_workgroups_too_large "workgroups that merge have as many invocations as on most devices" IN ${rank}/shape.cpp
  FROM "while (shape.invocations_log2 > 0 && 1u << shape.invocations_log2 > limits.workgroup_invocations)" TO "while (false)"
  NOTICED_BY vksort-cpu-tests ${fits})
vksort_fault(rank_tiles_too_large "tiles take more shared memory than there is" IN ${lib}/bitonic/tuning.cpp
  FROM " || bytes(log2) > limits.shared_memory_bytes)" TO " || bytes(log2) == 0)" NOTICED_BY vksort-cpu-tests ${fits})
vksort_fault(rank_tiles_too_wide "tiles have more invocations than the device" IN ${lib}/bitonic/tuning.cpp
  FROM "1u << (log2 - kRegistersLog2) > limits.workgroup_invocations || " TO "" NOTICED_BY vksort-cpu-tests ${fits})
vksort_fault(rank_unbound "more memory is asked for than can be bound" IN ${rank}/shape.cpp
  FROM " && scratchWords(out, most) <= out.max_scratch_words" TO "" NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rank_buffers "more storage buffers than there are" IN ${rank}/shape.cpp
  FROM "tiles_log2[0] == 0 ||\n      buffersWithScratch(out.configuration) > record_limits.max_buffers" TO "tiles_log2[0] == 0"
  NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rank_max_count "max_count is not looked at" IN ${rank}/shape.cpp
  FROM "if (info.max_count != 0) most = least(most, info.max_count);" TO "" NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rank_part_of_a_tile "the last tile is not filled up in the memory that is asked for" IN ${rank}/shape.cpp
  FROM "return (n + (tile - 1)) & ~(tile - 1);" TO "return n & ~(tile - 1);" NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rank_no_samples "no memory is asked for for samples" IN ${rank}/shape.cpp
  FROM " + (copied >> VKSORT_RANK_SAMPLE_LOG2);" TO ";" NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rank_of_nothing "where ranks sort nothing they sort no elements" IN ${rank}/sort.cpp FROM "return n != 0 && n >=" TO "return n >="
  NOTICED_BY vksort-tests "sort/scratch_memory_grows_with_the_count_and_pays_from_some_count_on@8")
vksort_fault(rank_other_shape "tiles of one size are merged as those of the other" IN ${rank}/sort.cpp
  FROM "first_kernel + index);" TO "first_kernel + 1 - index);" NOTICED_BY vksort-tests ${sorted})
vksort_fault(rank_large_tiles_as_small "large tiles are merged as small ones" IN ${rank}/sort.cpp
  FROM "first_kernel + index);" TO "first_kernel);" NOTICED_BY vksort-tests ${most})
vksort_fault(rank_merges_at_once "tiles are merged before they are sorted" IN ${rank}/sort.cpp
  FROM "pass.wait = Wait::passes;" TO "pass.wait = Wait::nothing;"
  NOTICED_BY vksort-tests "sort/(notices_the_loss_of_any_barrier_of_the_recording|orders_every_mode.*)@8")
vksort_fault(rank_few_workgroups "what fills no workgroup is not merged" IN ${rank}/sort.cpp
  FROM "(n + ((1u << invocations_log2) - 1)) >> invocations_log2" TO "n >> invocations_log2" NOTICED_BY vksort-tests ${sorted})
vksort_fault(rank_unconverted "keys stay as their order has them" IN ${rank}/sort.cpp
  FROM "setting.configuration.conversion.mask, setting.configuration.conversion.flip" TO "0, 0" NOTICED_BY vksort-tests ${sorted})
vksort_fault(rank_by_position "values that order equal keys do not" IN ${rank}/kernels.cpp
  FROM "out[VKSORT_RANK_BY_VALUE] = setting.by_value;" TO "out[VKSORT_RANK_BY_VALUE] = 0;" NOTICED_BY vksort-tests ${sorted})
vksort_fault(rank_bytes_made "what is made up is said to be read" IN ${rank}/sort.cpp
  FROM "return {elements - made, elements};" TO "return {elements + 0 * made, elements};"
  NOTICED_BY vksort-cpu-tests "sort/plans_of_ranks_move_all_elements_twice")
vksort_fault(rank_bytes_of_the_network "passes of a sort by ranks are said to move what passes in place do" IN ${lib}/algorithm.cpp
  FROM "if (isMoved(algorithms, amount) && rank::sorts(algorithms.rank, amount.count)) {" TO "if (false) {"
  NOTICED_BY vksort-cpu-tests "sort/plans_of_ranks_move_all_elements_twice")
vksort_fault(rank_proves_the_smaller "the proof of a shape is a sort by the one before" IN ${rank}/sort.cpp
  FROM "fewest = shape.most + 1;" TO "fewest = shape.most;" NOTICED_BY vksort-cpu-tests ${proven})
vksort_fault(rank_proves_little "no more tiles are proven than are searched at once" IN ${rank}/sort.cpp
  FROM "(6u << shape.tile_log2)" TO "(2u << shape.tile_log2)" NOTICED_BY vksort-cpu-tests ${proven})
vksort_fault(rank_unproven "sorts by ranks are not proven" IN ${lib}/algorithm.cpp
  FROM "  rank::addProofs(algorithms.rank, list);\n" TO ""
  NOTICED_BY vksort-tests "sort/a_sort_by_ranks_that_fails_its_self_test_leaves_the_path_in_place@8")
vksort_fault(rank_tried_again "ranks that failed are tried again" IN ${lib}/paths.cpp
  FROM "      by_ranks = false;\n" TO "      if (report.dropped_count > 2) return VK_ERROR_UNKNOWN;\n"
  NOTICED_BY vksort-tests "sort/a_sort_by_ranks_that_fails_its_self_test_leaves_the_path_in_place@8")
vksort_fault(rank_takes_the_path_along "where ranks fail, what comes next is another path" IN ${lib}/paths.cpp
  FROM "      --i;\n" TO "" NOTICED_BY vksort-tests "sort/a_sort_by_ranks_that_fails_its_self_test_leaves_the_path_in_place@8")
vksort_fault(rank_kernels_of_powers "kernels are made of sorts of powers of two" IN ${lib}/algorithm.cpp
  FROM "  if (algorithms.rank.most != 0) add(" TO "  if (false) add(" NOTICED_BY vksort-tests "sort/makes_the_kernels_of_sorts_by_ranks_of_any_size@8")
vksort_fault(rank_memory_for_nothing "memory is asked for where no sort takes any" IN ${lib}/algorithm.cpp
  FROM "(between || in_radix));" TO "(between || in_radix || true));" NOTICED_BY vksort-tests "sort/asks_for_scratch_memory_where_it_is_of_use@8")
vksort_fault(rank_hook_in_part "a hook need not have the modules of sorts by ranks" IN ${lib}/configuration.cpp
  FROM ", shaders.apart_keys, shaders.apart_pairs}" TO "}" NOTICED_BY vksort-tests "sort/refuses_.*hook.*@8")
vksort_fault(rank_part_of_the_samples "the largest sort has a tile whose samples have no room" IN ${rank}/shape.cpp
  FROM "    shape.most &= ~((1u << shape.tile_log2) - 1);  // whole tiles\n" TO "" NOTICED_BY vksort-cpu-tests ${fits})
vksort_fault(rank_left_to_nobody "what radix would sort sooner is left to it where it cannot" IN ${lib}/algorithm.cpp
  FROM "out.radix.shape_count != 0 ? out.radix.most_by_ranks : ~0u" TO "out.radix.most_by_ranks"
  NOTICED_BY vksort-cpu-tests "sort/ranks_leave_to_radix_what_two_passes_sort_sooner")
vksort_fault(rank_against_two_passes "ranks take what two passes sort sooner" IN ${lib}/radix/shape.cpp
  FROM "if (setting.passes() > 2) return ~0u;" TO "return ~0u;"
  NOTICED_BY vksort-cpu-tests "sort/ranks_leave_to_radix_what_two_passes_sort_sooner")
vksort_fault(rank_less_for_more "less memory is asked for where radix begins, or nothing does" IN ${lib}/algorithm.cpp
  FROM "return by_ranks < by_radix ? by_radix : by_ranks;" TO "return by_radix != 0 || count > rank.most ? by_radix : by_ranks;"
  NOTICED_BY vksort-tests "sort/scratch_memory_grows_with_the_count_and_pays_from_some_count_on@8")
vksort_fault(rank_unbound_memory "a Sorter by ranks alone has no binding for the memory" IN ${lib}/sorter.cpp
  FROM "algorithms.radix.shape_count != 0 || algorithms.rank.most != 0" TO "algorithms.radix.shape_count != 0"
  NOTICED_BY vksort-tests ${sorted})
vksort_fault(rank_hook_forgotten "keys of a hook are read where there are none" IN ${lib}/bitonic/kernels.cpp
  FROM "{&HookShaders::apart_keys, &HookShaders::apart_pairs}" TO "{&HookShaders::small_keys, &HookShaders::small_pairs}"
  NOTICED_BY vksort-tests "sort/sorts_by_ranks_by_keys_that_a_hook_computes@8")
