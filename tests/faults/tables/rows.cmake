# Sorts whose first pass sums up what each workgroup counted, and which sizes a shape takes.
set(radix engine/vksort/radix)
set(shaders shaders/sort/radix)
set(others "sort/sorts_by_radix_whatever_other_workgroups_do@8")
set(taken "sort/rows_are_taken_by_sizes_that_they_sort_sooner")
set(alone "sort/sorts_by_rows_need_nothing_else_cleared")
set(summing "sort/the_first_pass_of_a_sort_by_rows_has_workgroups_that_sum_them_up")
set(memory "sort/rows_have_memory_of_their_own")
set(made "sort/kernels_of_shapes_are_made_as_they_are_taken")
set(sorts "sort/sorts_every_distribution_by_radix@8")
set(folded "sort/counts_in_rows_by_the_workgroups_that_have_some@8")

vksort_fault(rows_take_more "a shape takes more than its most" IN ${radix}/shape.cpp
  FROM "n > shapes[i].most) ++i;" TO "n > shapes[i].most + 1) ++i;" NOTICED_BY vksort-cpu-tests ${taken})
vksort_fault(rows_of_few_keys "rows are for as many keys as for pairs" IN ${radix}/shape.cpp
  FROM "largeKeys(Offsets offsets) { return {kMostElements," TO "largeKeys(Offsets offsets) { return {offsets == Offsets::by_rows ? 1u << 23 : kMostElements," NOTICED_BY vksort-cpu-tests ${taken})
vksort_fault(rows_of_pairs_for_all "rows are for pairs of any number" IN ${radix}/shape.cpp
  FROM "kPairsByRows = {1u << 23," TO "kPairsByRows = {1u << 24," NOTICED_BY vksort-cpu-tests ${taken})
vksort_fault(rows_and_a_shape_besides "what sorts any number is followed by another shape" IN ${radix}/shape.cpp
  FROM "out.shapes[out.shape_count - 1].most >= out.most) return;" TO "out.shapes[out.shape_count - 1].most > out.most) return;"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")
vksort_fault(rows_nowhere_in_little "keys have no large tiles where shared memory is little" IN ${radix}/shape.cpp
  FROM "if (!pairs) add(kKeysInLittle);" TO "" NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")
vksort_fault(rows_by_value "rows are summed up where values are added to the histogram" IN ${radix}/shape.cpp
  FROM "sums_rows = !by_value && " TO "sums_rows = " NOTICED_BY vksort-cpu-tests ${alone})
vksort_fault(rows_of_counts "rows are summed up where a set-up finds workgroups" IN ${radix}/shape.cpp
  FROM "!mode.device_count && !mode.coherent && !hooks" TO "!mode.coherent && !hooks" NOTICED_BY vksort-cpu-tests ${alone})
vksort_fault(rows_of_coherent_sorts "rows are summed up where passes may be skipped" IN ${radix}/shape.cpp
  FROM "!mode.device_count && !mode.coherent && !hooks" TO "!mode.device_count && !hooks" NOTICED_BY vksort-cpu-tests ${alone})
vksort_fault(rows_of_hooked_pairs "rows are summed up where a hook makes pairs" IN ${radix}/shape.cpp
  FROM "hooks_pairs = pairs && info.hook;" TO "hooks_pairs = false;" NOTICED_BY vksort-cpu-tests ${alone})
vksort_fault(rows_of_no_hook "rows are not summed up where a hook makes keys" IN ${radix}/shape.cpp
  FROM "hooks_pairs = pairs && info.hook;" TO "hooks_pairs = info.hook;" NOTICED_BY vksort-cpu-tests ${alone})
vksort_fault(rows_nowhere_in_software "software has no rows" IN ${radix}/shape.cpp
  FROM "add(sums_rows ? of_rows : of_all);" TO "add(sums_rows && false ? of_rows : of_all);" NOTICED_BY vksort-cpu-tests ${alone})
vksort_fault(rows_anywhere_in_gpus "GPUs have rows where something else is cleared" IN ${radix}/shape.cpp
  FROM "if (sums_rows) add(pairs ?" TO "if (true) add(pairs ?" NOTICED_BY vksort-cpu-tests ${alone})
vksort_fault(rows_of_four_passes "rows of all passes that there may be are summed up" IN ${radix}/sort.cpp
  FROM "sums_rows ? setting.passes() * VKSORT_RADIX_DIGITS" TO "sums_rows ? VKSORT_RADIX_KEY_PASSES * VKSORT_RADIX_DIGITS"
  NOTICED_BY vksort-cpu-tests ${summing})
vksort_fault(rows_by_all_passes "every pass has workgroups that sum up" IN ${radix}/sort.cpp
  FROM "sums_rows = digit == 0 && shape()" TO "sums_rows = shape()" NOTICED_BY vksort-cpu-tests ${summing})
vksort_fault(rows_by_nobody "no workgroup more than there are tiles" IN ${radix}/sort.cpp
  FROM "summing + tiles(), arguments" TO "0 * summing + tiles(), arguments" NOTICED_BY vksort-cpu-tests ${summing})
vksort_fault(rows_set_up "what needs no set-up has one" IN ${radix}/sort.cpp
  FROM "clears = shape.offsets == Offsets::by_look_back;" TO "clears = shape.countsAll();" NOTICED_BY vksort-cpu-tests ${summing})
vksort_fault(rows_in_the_copy "rows have no memory" IN ${radix}/shape.cpp
  FROM "return tiles * kRow + (tiles < kCounting ? tiles : kCounting) * kCounted;" TO "return tiles * kRow;"
  NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rows_of_one_pass_alone "rows have memory for a pass" IN ${radix}/shape.cpp
  FROM "return tiles * kRow + (tiles < kCounting ? tiles : kCounting) * kCounted;" TO "return tiles * kRow + (tiles < kCounting ? tiles : kCounting) * kRow;" NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rows_of_few_workgroups "rows have memory for half of those that count" IN ${radix}/shape.cpp
  FROM "kCounting = VKSORT_RADIX_HISTOGRAM_GROUPS;" TO "kCounting = VKSORT_RADIX_HISTOGRAM_GROUPS / 2;"
  NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(rows_begin_early "a shape begins with the last size of the one before" IN ${radix}/shape.cpp
  FROM ": shapes[shape - 1].most + 1;" TO ": shapes[shape - 1].most;" NOTICED_BY vksort-cpu-tests ${made})
vksort_fault(rows_below_fewest "a shape is made for fewer than are sorted by radix" IN ${radix}/shape.cpp
  FROM "shape == 0 || shapes[shape - 1].most < fewest ? fewest" TO "shape == 0 ? fewest" NOTICED_BY vksort-cpu-tests ${made})

vksort_fault(rows_stored_in_turns "a workgroup's row is where its last one was" IN ${shaders}/count.comp
  FROM "scratch[rowOf(group) + i] = counters[i];" TO "scratch[rowOf(0u) + i] = counters[i];" NOTICED_BY vksort-tests ${sorts})
vksort_fault(rows_stored_in_part "of a row the first invocations' share is stored" IN ${shaders}/count.comp
  FROM "for (uint i = t; i < digits * DIGITS; i += INVOCATIONS) scratch[rowOf" TO "for (uint i = t; i < DIGITS; i += INVOCATIONS) scratch[rowOf"
  NOTICED_BY vksort-tests ${sorts})
vksort_fault(rows_before_sums "lanes are added up before all are there" IN ${shaders}/rows.glsl
  FROM "ROW_LANES, rows);
  barrier();" TO "ROW_LANES, rows);" NOTICED_BY vksort-tests ${others})
vksort_fault(rows_of_one_lane "what the first lane sums up is taken for all" IN ${shaders}/rows.glsl
  FROM "i < ROW_LANES; ++i) sum +=" TO "i < min(ROW_LANES, 1u); ++i) sum +=" NOTICED_BY vksort-tests ${sorts})
vksort_fault(rows_seen_once "who has not been told at once takes nothing for the sum" IN ${shaders}/sum_rows.glsl
  FROM "return state != 0u ? state" TO "return true ? state" NOTICED_BY vksort-tests ${others})
vksort_fault(rows_of_tiles "who has waited adds a row of each tile" IN ${shaders}/sum_rows.glsl
  FROM "sumColumn(column, 0u, 1u, rowCount())" TO "sumColumn(column, 0u, 1u, pass.tiles)" NOTICED_BY vksort-tests ${others})
vksort_fault(rows_waited_for "nobody gives up waiting for a sum" IN ${shaders}/sum_rows.glsl
  FROM "looks < PATIENCE && state == 0u" TO "looks < 60000u && state == 0u" NOTICED_BY vksort-tests ${others})
vksort_fault(rows_past_the_last "the last row is added up as often as rows are looked at together" IN ${shaders}/rows.glsl
  FROM "sum += row + i * step < rows ? count[i] : 0u;" TO "sum += count[i];" NOTICED_BY vksort-tests ${sorts})
vksort_fault(rows_side_by_side "lanes take rows side by side, and leave some out" IN ${shaders}/rows.glsl
  FROM "min(row + i * step, rows - 1u)" TO "min(row + i, rows - 1u)" NOTICED_BY vksort-tests ${sorts})
vksort_fault(rows_by_the_whole_grid "rounds are taken by workgroups that a grid has besides" IN ${shaders}/count.comp
  FROM "groups = IN_ROWS ? min(rowCount(), dispatched) : dispatched" TO "groups = dispatched"
  NOTICED_BY vksort-tests ${folded})

# By value: what decides on passes by value sums them up, and in coherent sorts decides on all.
set(at_rest "sort/coherent_sorts_at_rest_ask_nothing_of_values@8")
set(by_runs "sort/sorts_by_value_where_many_keys_are_equal_and_only_there@8")
set(led "sort/notices_what_leads_sorts_by_value_astray@8")
set(cuts "sort/plans_name_the_passes_of_radix_sorts_and_say_how_many_workgroups_they_have")
vksort_fault(value_rows_in_a_histogram "sorts by value have a histogram that nobody makes" IN ${radix}/shape.cpp
  FROM "if (shape.looksBack() && by_value) shape.offsets = Offsets::by_summed_rows;" TO "" NOTICED_BY vksort-tests ${by_runs})
vksort_fault(value_notes_in_the_copy "notes have no memory" IN ${radix}/shape.cpp
  FROM "((tiles < kCounting ? tiles : kCounting) + 1) * kCounted" TO "(tiles < kCounting ? tiles : kCounting) * kCounted"
  NOTICED_BY vksort-cpu-tests ${memory})
vksort_fault(value_rows_of_all_tiles "as many rows are added up as the first shape would have" IN ${shaders}/count_values.comp
  FROM "rows = DEVICE_COUNT != 0u ? scratch[at(VKSORT_RADIX_ROWS_AT)] : rowCount()" TO "rows = rowCount()" NOTICED_BY vksort-tests ${others})
vksort_fault(value_rows_of_who_is_not_there "rows are added up of workgroups that are not there" IN ${shaders}/count.comp
  FROM "min(rowCount(), dispatched)" TO "rowCount()" NOTICED_BY vksort-tests ${others})
vksort_fault(value_sums_side_by_side "sums are stored where those of values are" IN ${shaders}/count_values.comp
  FROM "scratch[first_of_keys + first + t] = sum" TO "scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + first + t] = sum" NOTICED_BY vksort-tests ${by_runs})
vksort_fault(value_notes_of_some "notes are read before they are added up" IN ${shaders}/count_values.comp
  FROM "    atomicAdd(longest, noted[2]);
  }
  barrier();" TO "    atomicAdd(longest, noted[2]);
  }" NOTICED_BY vksort-tests ${led})
vksort_fault(value_digits_to_come "what may be a run is told before all digits are there" IN ${shaders}/count.comp
  FROM "    barrier();
    if (t != 0u) return;" TO "    if (t != 0u) return;" NOTICED_BY vksort-tests ${led})
vksort_fault(value_none_decides "the first workgroup tells nobody what to do" IN ${shaders}/count_values.comp
  FROM "mustMove(n, t, group == 0u)" TO "mustMove(n, t, n == 0u)" NOTICED_BY vksort-tests ${by_runs})
vksort_fault(value_moves_at_rest "values are asked for where nothing is moved" IN ${shaders}/count_values.comp
  FROM "if (!mustMove(n, t, group == 0u)) return;" TO "mustMove(n, t, group == 0u);" NOTICED_BY vksort-tests ${at_rest})
vksort_fault(value_decides_alone "what decides sums nothing up" IN ${radix}/kernels.cpp
  FROM "if (by_value && shape.looksBack()) return VKSORT_PACKED(radix_decision_pairs);" TO "" NOTICED_BY vksort-tests ${by_runs})
vksort_fault(value_decided_by_one "one workgroup decides, and counts the values" IN ${radix}/sort.cpp
  FROM "if (setting.ordersRuns(shape)) return adder" TO "if (false) return adder" NOTICED_BY vksort-cpu-tests ${cuts})
vksort_fault(value_asked_twice "coherent sorts ask again what is known" IN ${radix}/sort.cpp
  FROM "if (setting.ordersRuns(shape) && !mode.coherent) {" TO "if (setting.ordersRuns(shape)) {" NOTICED_BY vksort-cpu-tests ${cuts})
vksort_fault(value_digits_forgotten "what other subgroups have found of shared digits is cleared" IN ${shaders}/count.comp
  FROM "      if (subgroupElect()) atomicMax(sharing[i / DIGITS], count);
    }
" TO "      if (subgroupElect()) atomicMax(sharing[i / DIGITS], count);
    }
    if (t == INVOCATIONS - 1u) sharing[0] = 0u;
" NOTICED_BY vksort-tests ${led})
vksort_fault(value_notes_forgotten "what other subgroups have noted of runs is cleared" IN ${shaders}/count_values.comp
  FROM "    atomicAdd(longest, noted[2]);
  }
" TO "    atomicAdd(longest, noted[2]);
  }
  if (t == INVOCATIONS - 1u) longest = 0u;
" NOTICED_BY vksort-tests ${led})
vksort_fault(value_bytes_undecided "of coherent sorts nobody reads values" IN ${radix}/sort.cpp
  FROM "decides = role == Role::decision && !setting.ordersRuns(setting.shapeFor(n))" TO "decides = role == Role::decision"
  NOTICED_BY vksort-cpu-tests "sort/plans_the_bytes_of_radix_sorts_by_value")
set(pays "sort/sorts_by_value_pay_later_where_none_looks_back")
vksort_fault(value_pays_later "sorts by value begin where they did with a set-up" IN ${radix}/shape.cpp
  FROM "kFewestByValue = (1u << 17) + 1" TO "kFewestByValue = (1u << 18) + 1" NOTICED_BY vksort-cpu-tests ${pays})
vksort_fault(value_pays_without_looks "sorts by value begin where those that look back do" IN ${radix}/shape.cpp
  FROM "return looks_back ? kFewestByValue : kFewestByValuePortable;" TO "return kFewestByValue;"
  NOTICED_BY vksort-cpu-tests ${pays})
vksort_fault(value_between_untried "what is in place between ranks and radix alone is not tried" IN engine/vksort/bitonic/proof.cpp
  FROM "const bool takes = tried.also != 0 &&" TO "const bool takes = false &&"
  NOTICED_BY vksort-tests "sort/tries_what_always_lent_sorts_leave_in_place@8")
