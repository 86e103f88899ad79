# The radix sort's shaders, and what the host tells them.
set(radix engine/vksort/radix)
set(portable "sort/sorts_by_radix_without_looking_back@8")

# Of barriers, shares and turns that no workgroup of software has by itself: see turned_round, half_own_nothing, in_shares
# and three_count_all of tests/support/radix/variants.cmake.
set(others "sort/sorts_by_radix_whatever_other_workgroups_do@8")
set(shaders shaders/sort/radix)
vksort_fault(values_of_one_turn "a workgroup counts the values of its first turn alone" IN ${shaders}/count_values.comp
  FROM "first += groups * round_elements)" TO "first += groups * round_elements * ELEMENTS)" NOTICED_BY vksort-tests ${others})
vksort_fault(decided_before_begun "what has been seen out of order is forgotten" IN ${shaders}/verdict.glsl
  FROM "all_in_order = all_mendable = 1u;
  barrier();" TO "all_in_order = all_mendable = 1u;"
  NOTICED_BY vksort-tests "sort/coherent_sorts_by_radix_may_look_at_rows_of_a_tile@8")
vksort_fault(units_cleared_late "what has been noted of a unit is cleared" IN ${shaders}/count.comp
  FROM "        disordered[i] = 0u;
      }
      barrier();" TO "        disordered[i] = 0u;
      }"
  NOTICED_BY vksort-tests "sort/coherent_sorts_by_radix_may_look_at_rows_of_a_tile@8")
vksort_fault(rows_of_all_shares "each share adds up the rows of the others, too" IN ${shaders}/sum_table.glsl
  FROM "row += kShares * AT_ONCE)" TO "row += AT_ONCE)" NOTICED_BY vksort-tests ${others})
vksort_fault(told_by_all "invocations that own no digit tell of those of the next tile" IN ${shaders}/pass.comp
  FROM "  if (t < OWNERS) {
    EACH_OWNED(j) {
      for (uint s" TO "  {
    EACH_OWNED(j) {
      for (uint s" NOTICED_BY vksort-tests ${others})
vksort_fault(partial_sums_to_come "sums are added up before all are there" IN ${shaders}/pass.comp
  FROM "    PARTIAL_ALL(subgroup) = all_end;
  }
  barrier();" TO "    PARTIAL_ALL(subgroup) = all_end;
  }" NOTICED_BY vksort-tests ${others})
vksort_fault(stuck_cleared_late "who is stuck is forgotten" IN ${shaders}/pass.comp
  FROM "STUCK = 0u;  // spare[0], which it has told
  barrier();" TO "STUCK = 0u;  // spare[0], which it has told" NOTICED_BY vksort-tests ${others})
vksort_fault(state_of_counts_alone "coherent sorts take a buffer that nobody counted" IN ${lib}/configuration.cpp
  FROM "(configuration.mode.takesState() ? 1 : 0)" TO "(configuration.mode.device_count ? 1 : 0)"
  NOTICED_BY vksort-tests "sort/uses_no_more_storage_buffers_than_the_device_has@8")
vksort_fault(hooked_tested_looking_back "what is tested in place of a hook's sort looks back" IN ${lib}/paths.cpp
  FROM "createPath(tested_info, !candidate.drops_look_back, by_ranks, plain" TO "createPath(tested_info, true, by_ranks, plain"
  NOTICED_BY vksort-tests "sort/a_radix_sort_that_fails_its_self_test_looks_back_no_more@8")
vksort_fault(runs_looked_for_in_vain "runs are looked for behind passes by value" IN ${shaders}/runs.comp
  FROM "scratch[at(VKSORT_RADIX_BY_VALUE_AT)] != 0u;" TO "scratch[at(VKSORT_RADIX_BY_VALUE_AT)] > 1u;"
  NOTICED_BY vksort-tests ${others})
vksort_fault(sums_told_by_the_first "no tile but the first tells what all before it have" IN ${shaders}/pass.comp
  FROM "if (rest[j] == 0u) publish(" TO "if (rest[j] == 0u && tile == 0u) publish("
  NOTICED_BY vksort-tests "sort/radix_sorts_tell_what_all_tiles_before_have@8")
vksort_fault(looks_back_anew "what was found before ranking is added again" IN ${shaders}/pass.comp
  FROM "
  for (;;) {" TO "
  EACH_OWNED(j) rest[j] = LOOKS_BACK ? tile : 0u;
  for (;;) {" NOTICED_BY vksort-tests ${others})
vksort_fault(looks_back_in_part_twice "what an early look found in part is added again" IN ${shaders}/pass.comp
  FROM "LOOK_BACK(VKSORT_RADIX_EARLY_PATIENCE)" TO "{
    LOOK_BACK(VKSORT_RADIX_EARLY_PATIENCE)
    EACH_OWNED(j) if (rest[j] != 0u) rest[j] = tile;
  }" NOTICED_BY vksort-tests ${others})
vksort_fault(looks_back_in_part_lost "what an early look found in part is forgotten" IN ${shaders}/pass.comp
  FROM "LOOK_BACK(VKSORT_RADIX_EARLY_PATIENCE)" TO "{
    LOOK_BACK(VKSORT_RADIX_EARLY_PATIENCE)
    EACH_OWNED(j) if (rest[j] != 0u) before[j] = 0u;
  }" NOTICED_BY vksort-tests ${others})
vksort_fault(never_looks_early "all look back behind ranking" IN ${shaders}/pass.comp
  FROM "if (LOOKS_EARLY && t < OWNERS) LOOK" TO "if (false) LOOK"
  NOTICED_BY vksort-tests "sort/notices_every_mutant_of_sorts_in_lent_memory@8")
vksort_fault(all_look_early "who has nobody to rank meanwhile looks early, too" IN ${shaders}/pass.comp
  FROM "INVOCATIONS > OWNERS;" TO "INVOCATIONS >= OWNERS;" NOTICED_BY vksort-tests ${others})
vksort_fault(looks_early_untold "those look early whose tile is not told yet" IN ${shaders}/pass.comp
  FROM "LOOKS_BACK && TELLS_FIRST != 0u && INVOCATIONS > OWNERS;" TO "LOOKS_BACK && INVOCATIONS > OWNERS;"
  NOTICED_BY vksort-tests ${others})
vksort_fault(stuck_at_one_digit "who is stuck is asked of the first digit alone" IN ${shaders}/pass.comp
  FROM "if (rest[j] != 0u) atomicMax(STUCK, rest[j]);" TO "if (t + j == 0u && rest[j] != 0u) atomicMax(STUCK, rest[j]);"
  NOTICED_BY vksort-tests ${others})
vksort_fault(any_parts_move_pairs "tiles in parts are taken to move pairs" IN ${radix}/shape.h
  FROM "return parts == 1 && elements % 2 == 0" TO "return elements % 2 == 0"
  NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(odd_tiles_move_pairs "odd tiles are taken to move pairs" IN ${radix}/shape.h
  FROM "parts == 1 && elements % 2 == 0" TO "parts == 1" NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(large_tiles_move_pairs "tiles of many are taken to move pairs" IN ${radix}/shape.h
  FROM " && elements <= 8; }" TO "; }" NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(interleaved_told_first "interleaved pairs are told first as keys are" IN ${radix}/kernels.cpp
  FROM "const bool keys_alone = configuration.layout.element == Element::key;"
  TO "const bool keys_alone = configuration.layout.element == Element::key || configuration.layout.interleaved != 0;"
  NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(counted_told_late "where the device counts tiles are told late" IN ${radix}/kernels.cpp
  FROM "role == Role::pass && (keys_alone" TO "role == Role::pass && !configuration.mode.device_count && (keys_alone"
  NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(looks_back_early_for_others "invocations that own no digit look back, too" IN ${shaders}/pass.comp
  FROM "if (LOOKS_EARLY && t < OWNERS)" TO "if (LOOKS_EARLY)" NOTICED_BY vksort-tests ${others})
vksort_fault(waits_before_ranking "who looks back early waits for as long as late" IN ${shaders}/interface.h
  FROM "EARLY_PATIENCE 4 " TO "EARLY_PATIENCE 512 "
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_give_up_waiting_in_bounded_time")
vksort_fault(pairs_told_late "pairs are ranked before their tile is told" IN ${radix}/kernels.cpp
  FROM "(keys_alone || (shape.looksBack() && shape.movesPairs()))" TO "keys_alone"
  NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(large_tiles_told_first "tiles of many pairs are told before they are ranked" IN ${radix}/kernels.cpp
  FROM "(shape.looksBack() && shape.movesPairs())" TO "shape.looksBack()"
  NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(portable_pairs_told_first "pairs are counted twice where nobody looks back" IN ${radix}/kernels.cpp
  FROM "(shape.looksBack() && shape.movesPairs())" TO "shape.movesPairs()"
  NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(first_pass_told_first "what sums a table up counts its tile for nobody" IN ${radix}/kernels.cpp
  FROM "role == Role::pass && (keys_alone" TO "true && (keys_alone"
  NOTICED_BY vksort-cpu-tests "sort/radix_passes_count_their_tile_.*")
vksort_fault(two_workgroups_for_runs "two workgroups put all runs in order" IN ${radix}/sort.cpp
  FROM "n / piece + (n % piece != 0 ? 1 : 0)" TO "(n / piece != 0 ? 1 : 0) + (n % piece != 0 ? 1 : 0)"
  NOTICED_BY vksort-cpu-tests "sort/plans_name_the_passes_of_radix_sorts_.*")
vksort_fault(one_workgroup_for_runs "one workgroup puts all runs in order where the device counts" IN ${shaders}/set_up.comp
  FROM "VKSORT_RADIX_RUN_ARGUMENTS, few ? 0u : ceilOf(n, RUN_PIECE))"
  TO "VKSORT_RADIX_RUN_ARGUMENTS, min(1u, few ? 0u : ceilOf(n, RUN_PIECE)))"
  NOTICED_BY vksort-tests "sort/sorts_by_value_where_many_keys_are_equal_and_only_there@8")
vksort_fault(all_count_where_the_device_does "a histogram has as many workgroups as there are tiles" IN ${shaders}/set_up.comp
  FROM "ARGUMENTS, min(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS))"
  TO "ARGUMENTS, max(tiles, min(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS)))"
  NOTICED_BY vksort-tests "sort/sorts_by_value_where_many_keys_are_equal_and_only_there@8")
vksort_fault(passes_named_wrongly "the last pass has the name of one between copies" IN ${radix}/sort.cpp
  FROM "\"radix_back\" : \"radix_across\"" TO "\"radix_across\" : \"radix_back\""
  NOTICED_BY vksort-cpu-tests "sort/plans_name_the_passes_of_radix_sorts_.*")
vksort_fault(radix_bytes_made "values that are made up are said to be read" IN ${radix}/sort.cpp
  FROM "{makes_values ? keys : elements, elements}" TO "{makes_values ? elements : elements, elements}"
  NOTICED_BY vksort-cpu-tests "sort/plans_the_bytes_of_radix_sorts_by_value")
vksort_fault(no_radix_with_a_huge_max_count "more than can be sorted is taken for what is to be" IN ${radix}/shape.cpp
  FROM "info.max_count == 0 || info.max_count > kMostElements" TO "info.max_count == 0"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_as_many_as_its_states_can_count_.*")
vksort_fault(longer_runs "runs of up to 64 equal keys are put in order behind passes by key" IN ${shaders}/interface.h
  FROM "#define VKSORT_RADIX_RUN 16" TO "#define VKSORT_RADIX_RUN 64"
  NOTICED_BY vksort-tests "sort/sorts_by_value_where_many_keys_are_equal_and_only_there@8")

# What subgroups of GPUs show: tests/vksort/sorting/wide_subgroup_test.cpp, and the variants in_shares_of_neighbours.
set(emulated "sort/sorts_by_radix_in_subgroups_of_32_64_and_128_invocations@8")
vksort_fault(shares_overwritten "shares of a table that meet in a word are lost" IN ${shaders}/sum_table.glsl
  FROM "atomicAdd(offsets[2u * word], all.x);" TO "offsets[2u * word] += all.x;" NOTICED_BY vksort-tests ${others})
vksort_fault(shares_before_overwritten "shares of the rows before a tile that meet in a word are lost" IN ${shaders}/sum_table.glsl
  FROM "atomicAdd(spare[2u * word + 1u], before.y);" TO "spare[2u * word + 1u] += before.y;" NOTICED_BY vksort-tests ${others})
vksort_fault(parts_past_the_counters "a part of a tile has the room of the counters alone" IN ${shaders}/pass.comp
  FROM "COUNTERS > PART ? COUNTERS : PART" TO "COUNTERS" NOTICED_BY vksort-kernel-tests ${emulated})
vksort_fault(ranked_by_no_bits "the bits of 32 invocations are shifted out" IN ${shaders}/rank.glsl
  FROM "SUBGROUP_LOG2 == 5u ? 0xffffffffu : (1u << (SUBGROUP & 31u)) - 1u" TO "(1u << (SUBGROUP & 31u)) - 1u"
  NOTICED_BY vksort-kernel-tests ${emulated})
vksort_fault(counters_read_late "counters are read when others have counted" IN ${shaders}/rank.glsl
  FROM "place[i] = before + rank.x;" TO "place[i] = before + rank.x; if (false)" NOTICED_BY vksort-kernel-tests ${emulated})
vksort_fault(counters_read_early "counters are read before others have counted" IN ${shaders}/rank.glsl
  FROM "words[counter] = before + rank.y;" TO "words[counter] = before + rank.y; if (false)"
  NOTICED_BY vksort-kernel-tests ${emulated})
vksort_fault(ranked_by_32_of_64 "the first 32 invocations of a subgroup alone are told apart by digits" IN ${shaders}/rank.glsl
  FROM "const uvec4 of_all = subgroupBallot(set);"
  TO "const uvec4 of_all = uvec4(subgroupBallot(set).x, set ? uvec3(0xffffffffu) : uvec3(0u));"
  NOTICED_BY vksort-kernel-tests ${emulated})
vksort_fault(ranks_of_32 "ranks that wait for their counters are below 32" IN ${shaders}/rank.glsl
  FROM "place[i] & 255u" TO "place[i] & 31u" NOTICED_BY vksort-kernel-tests ${emulated})
vksort_fault(windows_unwaited "a subgroup reads its window before it is written" IN shaders/sort/bitonic/window.glsl
  FROM "subgroupBarrier();" TO "{}" NOTICED_BY vksort-kernel-tests "sort/sorts_tiles_in_subgroups_of_32_invocations@8")
vksort_fault(states_of_20_bits "a state has no room for the count of many" IN ${shaders}/interface.h
  FROM "#define VKSORT_RADIX_STATE_BITS 28" TO "#define VKSORT_RADIX_STATE_BITS 20"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_as_many_as_its_states_can_count_.*")

# What software does not show: barriers and scopes inside workgroups, counts of 2^24 and more, groups of a table's lanes.
set(waits "sort/kernels_synchronize_as_was_recorded")
vksort_fault(counts_of_24_bits "a count of a digit ends at 2^24" IN ${shaders}/look_back.glsl
  FROM "seen[i] & ((1u << VKSORT_RADIX_STATE_BITS) - 1u)" TO "seen[i] & 0xffffffu" NOTICED_BY vksort-tests ${others})
vksort_fault(sum_of_one_group "of the groups before the last alone is added" IN ${shaders}/sum.comp
  FROM "i < lane / GROUP ? sum : 0u" TO "i + 1u == lane / GROUP ? sum : 0u" NOTICED_BY vksort-tests ${others})
vksort_fault(tells_its_own_workgroup "what a tile has is told to its own workgroup" IN ${shaders}/look_back.glsl
  FROM "stateWord(status, count), gl_ScopeDevice" TO "stateWord(status, count), gl_ScopeWorkgroup"
  NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(relaxed_names_memory "an atomic that orders nothing names memory, which new layers refuse" IN shaders/sort/radix/look_back.glsl
  FROM "              gl_StorageSemanticsNone, gl_SemanticsRelaxed);" TO "              gl_StorageSemanticsBuffer, gl_SemanticsRelaxed);"
  NOTICED_BY vksort-cpu-tests "sort/kernels_order_the_memory_.*")
vksort_fault(length_selected "a shader selects the length of its shared memory" IN shaders/sort/radix/pass.comp
  FROM "shared uint words[WORDS];" TO "shared uint words[LATER + (COUNTS_OTHERS ? 3u * DIGITS : 0u)];"
  NOTICED_BY vksort-cpu-tests "sort/kernels_select_no_length_of_an_array")
vksort_fault(looks_at_its_own_workgroup "what other tiles have is looked for in the workgroup's own cache"
  IN ${shaders}/look_back.glsl FROM "return atomicLoad(scratch[at(VKSORT_RADIX_STATES) + tile * DIGITS + digit], gl_ScopeDevice"
  TO "return atomicLoad(scratch[at(VKSORT_RADIX_STATES) + tile * DIGITS + digit], gl_ScopeWorkgroup"
  NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(ranks_in_a_hurry "a counter is added to before all of the subgroup have read it" IN ${shaders}/rank.glsl
  FROM "    subgroupSync();                                                                                             \\
    if (rank.x == 0u)" TO "    if (rank.x == 0u)" NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(runs_in_a_hurry "comparators wait for shared memory, and not for the elements" IN ${shaders}/runs.comp
  FROM "gl_StorageSemanticsBuffer | gl_StorageSemanticsShared," TO "gl_StorageSemanticsShared," NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(digits_of_coherent_keys "digits of coherent sorts begin with bit 0" IN ${radix}/sort.cpp
  FROM ": setting.first_bit + (digit" TO ": (setting.configuration.mode.coherent ? 0 : setting.first_bit) + (digit"
  NOTICED_BY vksort-tests "sort/coherent_sorts_by_radix_do_what_it_takes_and_no_more@8")
vksort_fault(alike_forgotten "what other subgroups have found of equal keys is cleared" IN ${shaders}/count.comp
  FROM "  if (looks) lookForAlike(some_key);
" TO "  if (looks) lookForAlike(some_key);
  if (t == INVOCATIONS - 1u) alike = 0u;
" NOTICED_BY vksort-tests "sort/notices_what_leads_sorts_by_value_astray@8")

# Found by reading, too: where keys are converted behind passes by value, and what the device gives workgroups to.
set(by_counts "sort/radix_sorts_follow_the_count_that_the_device_finds@8")
set(going "sort/coherent_sorts_by_radix_do_what_it_takes_and_no_more@8")
vksort_fault(digits_of_unturned_floats "where a digit of keys is counted by itself negative floats are not turned round"
  IN ${shaders}/count_digit.comp FROM "orderFromBits(key[i], pass.load_mask, " TO "orderFromBits(key[i], 0u, "
  NOTICED_BY vksort-tests ${portable})
vksort_fault(digits_of_unturned_nan "where a digit of keys is counted by itself NaN come first" IN ${radix}/kernels.cpp
  FROM "out[VKSORT_RADIX_ROTATION] = " TO "out[VKSORT_RADIX_ROTATION] = role == Role::count_digit ? 0 : "
  NOTICED_BY vksort-tests ${portable})
vksort_fault(runs_of_unturned_nan "where runs of equal keys are put in order NaN come first" IN ${radix}/kernels.cpp
  FROM "out[VKSORT_RADIX_ROTATION] = " TO "out[VKSORT_RADIX_ROTATION] = role == Role::runs ? 0 : "
  NOTICED_BY vksort-tests "sort/sorts_runs_of_equal_keys@8")
vksort_fault(runs_of_every_other_stride "a run of more than four chunks is merged by every other stride"
  IN ${shaders}/runs.comp FROM "stride >= CHUNK; stride >>= 1" TO "stride >= CHUNK; stride >>= 2"
  NOTICED_BY vksort-tests "sort/sorts_runs_of_more_than_eight_chunks@8")
vksort_fault(runs_of_one_row "where a grid is folded many workgroups put the same runs in order" IN ${shaders}/runs.comp
  FROM "gl_NumWorkGroups.x * gl_NumWorkGroups.y" TO "gl_NumWorkGroups.x"
  NOTICED_BY vksort-tests "sort/folds_the_grids_of_radix_sorts@8")
vksort_fault(runs_of_few "runs are looked for where one workgroup has sorted all" IN ${shaders}/set_up.comp
  FROM "VKSORT_RADIX_RUN_ARGUMENTS, few ? 0u : ceilOf(n, RUN_PIECE)" TO
  "VKSORT_RADIX_RUN_ARGUMENTS, max(n != 0u ? 1u : 0u, few ? 0u : ceilOf(n, RUN_PIECE))"
  NOTICED_BY vksort-tests "sort/set_ups_leave_few_elements_to_one_workgroup_and_nothing_to_runs@8")
vksort_fault(radix_from_where_ranks_end "the most that ranks sort asks for the memory of a radix sort" IN ${lib}/algorithm.cpp
  FROM "out.radix.fewest = out.rank.most + 1;" TO "out.radix.fewest = out.rank.most;"
  NOTICED_BY vksort-tests "sort/scratch_memory_grows_with_the_count_and_pays_from_some_count_on@8")
vksort_fault(plans_for_words "a plan without a device takes any word to begin a binding" IN ${lib}/plan.cpp
  FROM "kMostAlignment = 256" TO "kMostAlignment = 8"
  NOTICED_BY vksort-cpu-tests "sort/plans_no_radix_sort_of_more_than_can_be_bound")
vksort_fault(radix_of_few_pairs "without ranks any pairs are sorted by radix" IN ${radix}/shape.cpp
  FROM "kFewestPairs = (1u << 13) + 1" TO "kFewestPairs = 3"
  NOTICED_BY vksort-tests "sort/radix_pays_from_where_it_was_measured_to@8")
vksort_fault(radix_of_many_keys "without ranks many keys are sorted in place" IN ${radix}/shape.cpp
  FROM "kFewestKeys = (1u << 14) + 1" TO "kFewestKeys = 1u << 16"
  NOTICED_BY vksort-tests "sort/radix_pays_from_where_it_was_measured_to@8")
vksort_fault(plans_a_seam_more "plans tell of a seam behind the last tile" IN ${lib}/bitonic/coherent.cpp
  FROM "Wait::passes, tiles - 1, out);\n  out.passes[out.count - 2]" TO "Wait::passes, tiles, out);\n  out.passes[out.count - 2]"
  NOTICED_BY vksort-tests "sort/plans_a_repair_that_is_no_part_of_the_bytes@8")
vksort_fault(plans_no_runs "plans tell of no workgroups for runs where the device counts" IN ${radix}/sort.cpp
  FROM "Wait::passes, n / piece" TO "Wait::passes, by_arguments ? 0 : n / piece"
  NOTICED_BY vksort-cpu-tests "sort/plans_name_the_passes_of_radix_sorts_and_say_how_many_workgroups_they_have")
vksort_fault(runs_of_the_capacity "runs are looked for among the most there may be" IN ${radix}/sort.cpp
  FROM "by_arguments ? VKSORT_RADIX_RUN_ARGUMENTS : kDirect" TO "kDirect" NOTICED_BY vksort-tests ${by_counts})
vksort_fault(values_of_the_capacity "as many workgroups count values as for the most there may be" IN ${radix}/sort.cpp
  FROM "Role::count_values, by_arguments ?" TO "Role::count_values, mode.coherent ?" NOTICED_BY vksort-tests ${by_counts})
vksort_fault(portable_counts_the_capacity "the tiles of the most there may be are counted" IN ${radix}/sort.cpp
  FROM "by_arguments ? VKSORT_RADIX_PASS_ARGUMENTS : kDirect, words" TO "kDirect, words" NOTICED_BY vksort-tests ${by_counts})
vksort_fault(portable_later_digits_of_the_capacity "the later digits of the most there may be are counted" IN ${radix}/sort.cpp
  FROM "\"radix_portable_count_copy\", Wait::passes,\n          tiles(), arguments," TO
  "\"radix_portable_count_copy\", Wait::passes,\n          tiles(), kDirect," NOTICED_BY vksort-tests ${by_counts})
vksort_fault(portable_sums_of_none "tables are summed up though there is no tile" IN ${radix}/sort.cpp
  FROM "by_arguments ? VKSORT_RADIX_SUM_ARGUMENTS : kDirect" TO "kDirect" NOTICED_BY vksort-tests ${by_counts})
vksort_fault(portable_repairs_by_all_tiles "without look-back a workgroup for each tile looks at what may be repaired"
  IN ${radix}/sort.cpp FROM "all_digits || (mode.coherent && !shape.looksBack())" TO "all_digits"
  NOTICED_BY vksort-tests ${by_counts})
vksort_fault(values_set_up "passes by value have workgroups before anybody has asked for them" IN ${shaders}/set_up.comp
  FROM "writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, 0u);" TO "writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, tiles);"
  NOTICED_BY vksort-tests "sort/set_ups_leave_few_elements_to_one_workgroup_and_nothing_to_runs@8")
vksort_fault(runs_behind_values "runs are looked for behind passes by value" IN ${shaders}/count_values.comp
  FROM "writeArguments(VKSORT_RADIX_RUN_ARGUMENTS, 0u);" TO ";" NOTICED_BY vksort-tests ${values_told})
vksort_fault(runs_at_rest "runs are looked for where nothing is moved" IN ${shaders}/verdict.glsl
  FROM "VKSORT_RADIX_RUN_ARGUMENTS, moves ? ceilOf(n, RUN_PIECE) : 0u)"
  TO "VKSORT_RADIX_RUN_ARGUMENTS, max(min(n, 1u), moves ? ceilOf(n, RUN_PIECE) : 0u))" NOTICED_BY vksort-tests ${going})
vksort_fault(sums_at_rest "tables are summed up where nothing is moved" IN ${shaders}/verdict.glsl
  FROM "moves ? VKSORT_RADIX_SUM_GROUPS : 0u" TO "VKSORT_RADIX_SUM_GROUPS" NOTICED_BY vksort-tests ${going})
vksort_fault(self_test_lends_radix_alone "the self-test lends sorts in place nothing that always are lent memory"
  IN ${lib}/self_test/run.cpp FROM "return each.proof.scratch || mustBeLent(state.algorithms, each.n);" TO
  "return each.proof.scratch;" NOTICED_BY vksort-tests "sort/tries_what_always_lent_sorts_leave_in_place@8")
