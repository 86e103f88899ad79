# The radix sort on the host: its passes, memory and arguments.
set(radix engine/vksort/radix)
set(sorted "sort/(sorts_every_distribution_by_radix|sorts_by_the_bits_that_differ|sorts_every_key_type_and_order_by_radix)@8")
vksort_fault(radix_ends_in_the_copy "an odd number of passes ends in the second copy"
  IN ${radix}/sort.cpp FROM "const bool ends = last || digit + 1 == setting.value_digits;" TO "const bool ends = setting.passes() == 0;"
  NOTICED_BY vksort-tests ${sorted})
vksort_fault(radix_one_copy "an odd number of passes has one copy to move between"
  IN ${radix}/sort.cpp FROM "words.from == scratch.copy ? scratch.second_copy : scratch.copy" TO "scratch.copy"
  NOTICED_BY vksort-tests ${sorted})
vksort_fault(radix_from_the_range "every pass takes the elements from the range"
  IN ${radix}/sort.cpp FROM "words.from = from_range ? 0 : words.to;" TO "words.from = 0;"
  NOTICED_BY vksort-tests ${sorted})
vksort_fault(radix_converts_early "keys are converted back before the last pass"
  IN ${radix}/sort.cpp FROM "words.store_flip = last ? conversion.flip : 0;" TO "words.store_flip = conversion.flip;"
  NOTICED_BY vksort-tests ${sorted})
vksort_fault(radix_shifts_past_the_key "digits begin where the bits do, even if the last one ends past the key"
  IN ${radix}/shape.cpp FROM "info.key_bits.first < highest ? info.key_bits.first : highest"
  TO "highest == 0 ? 0 : info.key_bits.first" NOTICED_BY vksort-tests ${sorted})
vksort_fault(radix_begins_where_nothing_is_promised "where all bits may differ, digits begin with the first one named"
  IN ${radix}/shape.cpp FROM "out.first_bit = info.key_bits.first < highest" TO "out.first_bit = all || info.key_bits.first < highest"
  NOTICED_BY vksort-tests "sort/sorts_by_the_bits_that_differ@8")
vksort_fault(radix_trusts_rotated_bits "a promise of bits is taken where NaN are moved to the end"
  IN ${radix}/shape.cpp FROM "out.configuration.conversion.rotation != 0 || " TO "" NOTICED_BY vksort-tests ${sorted})
vksort_fault(radix_arguments_of_the_histogram "passes take the workgroups of the histogram"
  IN ${radix}/sort.cpp FROM "VKSORT_RADIX_VALUE_ARGUMENTS : VKSORT_RADIX_PASS_ARGUMENTS" TO
  "VKSORT_RADIX_VALUE_ARGUMENTS : VKSORT_RADIX_HISTOGRAM_ARGUMENTS" NOTICED_BY vksort-tests
  "sort/sorts_every_distribution_by_radix@8")
vksort_fault(radix_no_barrier "a pass does not wait for the one before"
  IN ${radix}/sort.cpp FROM "? Wait::passes_and_arguments : Wait::passes," TO "? Wait::passes_and_arguments : Wait::nothing,"
  NOTICED_BY vksort-tests "sort/notices_the_loss_of_any_barrier.*@8")
vksort_fault(radix_arguments_unseen "the arguments of dispatches are read before they are there"
  IN ${radix}/sort.cpp FROM "by_arguments ? Wait::passes_and_arguments" TO "by_arguments ? Wait::passes" NOTICED_BY vksort-tests
  "sort/(notices_the_loss_of_any_barrier|orders_what_two_recordings_share).*@8")

vksort_fault(radix_ignores_hooks "what counts reads the keys that a hook is to compute"
  IN ${radix}/kernels.cpp FROM "if (hook && role == Role::count) {" TO "if (hook && role == Role::count && setting.digits == 0) {"
  NOTICED_BY vksort-tests "sort/sorts_by_radix_by_keys_.*@8")
vksort_fault(radix_reads_hooked_keys "the plan has keys read that a hook computes"
  IN ${radix}/sort.cpp FROM "? PassBytes{values, keys}" TO "? PassBytes{keys + values, keys}" NOTICED_BY vksort-tests "sort/plans_no_reading_of_keys.*@8")

set(by_value "sort/(sorts_equal_keys_by_their_values_by_radix|asks_for_scratch_memory.*|value_bits_must_.*)@8")
vksort_fault(radix_values_after_keys "values are sorted by in the passes of the keys"
  IN ${radix}/sort.cpp FROM "const bool by_value = digit < setting.value_digits;" TO
  "const bool by_value = digit >= setting.digits;" NOTICED_BY vksort-tests ${by_value})
vksort_fault(radix_converts_values "keys are converted before the first pass that is by them"
  IN ${radix}/sort.cpp FROM "words.load_flip = digit == setting.value_digits ?" TO "words.load_flip = digit == 0 ?"
  NOTICED_BY vksort-tests ${by_value})
vksort_fault(radix_values_ascend "values ascend whatever the order"
  IN ${radix}/sort.cpp FROM "words.value_flip = by_value ? conversion.second_flip : 0;" TO "words.value_flip = 0;"
  NOTICED_BY vksort-tests ${by_value})
vksort_fault(radix_too_few_value_digits "bits of the values past whole digits are not sorted by"
  IN ${radix}/shape.cpp FROM "return (bits + kDigitBits - 1) / kDigitBits;" TO "return bits < kDigitBits ? 1 : bits / kDigitBits;"
  NOTICED_BY vksort-tests ${by_value})
vksort_fault(radix_values_by_position "equal keys are left by position where values order them"
  IN ${radix}/shape.cpp FROM "if (keepsPositions(info, configuration)) return 0;" TO "if (info.value_bits != 0) return 0;"
  NOTICED_BY vksort-tests ${by_value})
set(runs "sort/(sorts_runs_of_equal_keys|sorts_by_value_where_many_keys_are_equal_and_only_there)@8")
vksort_fault(radix_no_runs "nothing is done for equal keys behind passes by key"
  IN ${radix}/sort.cpp FROM "if (!setting.ordersRuns(shape)) return;" TO "if (setting.passes() != 0) return;"
  NOTICED_BY vksort-tests ${runs})
vksort_fault(radix_never_by_value "nobody says that passes by value are needed"
  IN ${radix}/sort.cpp FROM "if (setting.ordersRuns(shape) && !mode.coherent) {" TO "if (false) {"
  NOTICED_BY vksort-tests ${runs})
vksort_fault(radix_runs_unwaited "equal keys are looked for before they are where they belong"
  IN ${radix}/sort.cpp FROM "adder.add(Role::runs, \"radix_runs\", Wait::passes" TO "adder.add(Role::runs, \"radix_runs\", Wait::nothing"
  NOTICED_BY vksort-tests "sort/notices_the_loss_of_any_barrier.*@8")
vksort_fault(radix_values_unwaited "equal keys are looked for while keys are counted"
  IN ${radix}/sort.cpp FROM "\"radix_count_values\", Wait::passes" TO "\"radix_count_values\", Wait::nothing"
  NOTICED_BY vksort-tests "sort/notices_the_loss_of_any_barrier.*@8")
vksort_fault(radix_by_value_in_the_copy "passes by value leave the elements in a copy"
  IN ${radix}/sort.cpp FROM "last || digit + 1 == setting.value_digits" TO "last" NOTICED_BY vksort-tests ${by_value})
vksort_fault(radix_one_pass_by_value "one pass by value is to end where it begins"
  IN ${radix}/shape.cpp FROM "digits < 2 ? 2 : digits" TO "digits" NOTICED_BY vksort-tests ${by_value})
set(wide "sort/(sorts_wide_keys_by_radix|asks_for_scratch_memory.*)@8")
vksort_fault(radix_wide_trusts_values "a promise of values is taken for wide keys"
  IN engine/vksort/configuration.cpp FROM "info.key_type != KeyType::u64 && (info.values" TO "(info.values" NOTICED_BY vksort-tests ${wide})
vksort_fault(radix_wide_digits_of_values "wide keys have as many digits as values"
  IN ${radix}/shape.cpp FROM "hasWideKeys(info) || info.value_bits == 0" TO "info.value_bits == 0"
  NOTICED_BY vksort-tests ${wide})
vksort_fault(radix_wide_with_values "wide keys with values are sorted by radix"
  IN ${radix}/shape.cpp FROM "configuration.layout.element != Element::triple && " TO "" NOTICED_BY vksort-tests ${wide})
vksort_fault(radix_wide_like_pairs "wide keys lie as keys with values do"
  IN ${radix}/kernels.cpp FROM "configuration.layout.interleaved;" TO "configuration.layout.interleaved != 0;"
  NOTICED_BY vksort-tests "sort/sorts_wide_keys_by_radix@8")
vksort_fault(radix_value_bits_beyond "more bits than a value has are promised"
  IN engine/vksort/configuration.cpp FROM "info.value_bits > 32" TO "info.value_bits > 33" NOTICED_BY vksort-tests ${by_value})
vksort_fault(radix_hooks_count_keys_alone "with a hook values are not counted"
  IN ${radix}/kernels.cpp FROM "by_value ? hook->shaders.radix_count_pairs : hook->shaders.radix_count" TO
  "hook->shaders.radix_count" NOTICED_BY vksort-tests ${by_value})

set(coherent "sort/(coherent_sorts_by_radix_.*|coherent_sorts_move_nothing_.*|plans_a_repair_.*|a_radix_sort_passes_.*)@8")
vksort_fault(radix_mends_with_other_arguments "tiles are repaired by as many workgroups as elements are moved by"
  IN engine/vksort/algorithm.cpp FROM "VKSORT_RADIX_REPAIR_ARGUMENTS, out" TO "VKSORT_RADIX_PASS_ARGUMENTS, out"
  NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_mends_tiles_alone "seams take the workgroups of what is behind them"
  IN engine/vksort/bitonic/coherent.cpp FROM "arguments = arguments + 3;" TO "arguments = arguments - 3;"
  NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_moves_always "the passes that move do not ask whether they are needed"
  IN ${radix}/sort.cpp FROM "by_arguments = mode.coherent || setsUpArguments" TO "by_arguments = setsUpArguments" NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_counts_the_repair "bytes of a repair are added to those of a sort"
  IN engine/vksort/algorithm.cpp FROM "if (isMoved(algorithms, amount)) return {};" TO "" NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_units_nowhere "units lie where the states of tiles are"
  IN ${radix}/sort.cpp FROM "words.units = scratch.units;" TO "words.units = VKSORT_RADIX_STATES;"
  NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_units_in_the_copy "units lie where a pass that reads them moves elements to"
  IN ${radix}/shape.cpp FROM "out.units = static_cast<std::uint32_t>(out.end);" TO "out.units = out.copy;"
  NOTICED_BY vksort-tests ${coherent})
set(whole_units "sort/(coherent_sorts_look_at_whole_units|radix_sorts_have_kernels).*")
vksort_fault(radix_units_a_word_too_soon "the first unit of pairs lies where a copy may end"
  IN ${radix}/shape.cpp FROM "out.units = static_cast<std::uint32_t>(out.end);"
  TO "out.units = static_cast<std::uint32_t>(out.end - (of_pairs ? 1 : 0));" NOTICED_BY vksort-cpu-tests ${whole_units})
vksort_fault(radix_units_of_the_first_shape "there is memory for the units of the smallest tiles, not for the smallest units"
  IN ${radix}/shape.cpp FROM "if (log2 < unit_log2) unit_log2 = log2;" TO "(void)log2;"
  NOTICED_BY vksort-cpu-tests ${whole_units})
vksort_fault(radix_verdict_unshared "the verdict takes no shared memory"
  IN ${radix}/shape.cpp FROM "kVerdict = 2;" TO "kVerdict = 0;" NOTICED_BY vksort-cpu-tests ${whole_units})
vksort_fault(radix_units_unlent "no memory is asked for units"
  IN ${radix}/shape.cpp FROM "std::uint64_t{ceilShift(n, unit_log2)} *" TO "std::uint64_t{0} *"
  NOTICED_BY vksort-tests "sort/never_touches_anything_outside_the_arguments_of_a_radix_sort@8")
vksort_fault(radix_units_of_two_words "units by value have as little memory as those of keys"
  IN ${radix}/shape.cpp FROM "const bool by_value = setting.value_digits != 0;
  out.end" TO "const bool by_value = false;
  out.end"
  NOTICED_BY vksort-tests "sort/never_touches_anything_outside_the_arguments_of_a_radix_sort@8")
vksort_fault(radix_decides_first_always "large coherent sorts have nothing that decides"
  IN ${radix}/shape.h FROM "configuration.mode.coherent && shape.offsets == Offsets::by_first_table"
  TO "configuration.mode.coherent && shape.looksBack()" NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_decides_twice "the first pass that has decided is taken again"
  IN ${radix}/sort.cpp FROM "adder.addMoves(setting.decidesFirst(shape) ? 1 : 0," TO "adder.addMoves(0,"
  NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_first_pass_decides_nothing "the first pass of a coherent sort is that of any sort"
  IN ${radix}/kernels.cpp FROM "if (role == Role::first_pass && configuration.mode.coherent)" TO "if (false)"
  NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_first_pass_of_none "of no elements nobody tells that there is nothing to do"
  IN shaders/sort/radix/pass.comp FROM "if (begin >= n && tile != 0u) return;" TO "if (begin >= n) return;"
  NOTICED_BY vksort-tests ${coherent})
vksort_fault(radix_first_pass_moves_always "the first pass moves what is in order, or is repaired"
  IN shaders/sort/radix/pass.comp FROM "if (!mustMove(n, t, tile == 0u)) return;" TO "mustMove(n, t, tile == 0u);"
  NOTICED_BY vksort-tests ${coherent})

set(memory "sort/(reports_misuse_of_scratch_memory|asks_for_scratch_memory.*|scratch_memory_grows.*|sorts_in_place_what.*)@8")
vksort_fault(scratch_of_too_many "states count more elements than fit their bits"
  IN ${radix}/shape.h FROM "(1u << VKSORT_RADIX_STATE_BITS) - 1" TO "~0u" NOTICED_BY vksort-tests ${memory})
vksort_fault(scratch_past_the_binding "more memory is asked for than can be bound"
  IN ${radix}/sort.cpp FROM " &&\n         scratchOf(setting, n).end <= setting.max_scratch_words" TO ""
  NOTICED_BY vksort-tests ${memory})
vksort_fault(scratch_shrinks "fewer elements may take more memory"
  IN ${radix}/shape.cpp FROM "if (words > states) states = words;" TO "states = words;" NOTICED_BY vksort-tests ${memory})
vksort_fault(scratch_of_any_values "values of any order are sorted by their position"
  IN engine/vksort/configuration.cpp FROM "return ascending && configuration.conversion.second_flip == 0;" TO "return ascending || true;"
  NOTICED_BY vksort-tests ${memory})
vksort_fault(scratch_of_descending_ties "values that are to descend are left to ascend"
  IN engine/vksort/configuration.cpp FROM "return ascending && configuration.conversion.second_flip == 0;" TO "return ascending;"
  NOTICED_BY vksort-tests ${memory})
vksort_fault(scratch_overlaps_unseen "scratch memory may lie where the elements are"
  IN engine/vksort/arguments.cpp FROM "SortStatus::overlapping_scratch, " TO "SortStatus::ok, "
  NOTICED_BY vksort-tests ${memory})
vksort_fault(scratch_of_another_range "the shaders are told of the count's place in the place of the scratch memory's"
  IN engine/vksort/record.cpp FROM "bindings.scratch.first," TO "bindings.counts.first," NOTICED_BY vksort-tests
  "sort/(binds_the_arguments_and_nothing_else|${sorted})@8")
vksort_fault(scratch_of_few_buffers "a device may have fewer storage buffers than the kernels"
  IN ${radix}/shape.cpp FROM "buffersWithScratch(out.configuration) > record_limits.max_buffers)"
  TO "buffersWithScratch(out.configuration) > 9)" NOTICED_BY vksort-tests
  "sort/uses_no_more_storage_buffers.*@8")
vksort_fault(radix_drops_nothing "a radix sort that fails its self-test stays"
  IN engine/vksort/paths.cpp FROM "scratch_failed = found.proof.scratch;" TO "scratch_failed = false;" NOTICED_BY vksort-tests
  "sort/a_radix_sort_that_fails_.*@8")
vksort_fault(nodes_scratch_unseen "the node does not declare its scratch memory"
  IN engine/nodes/sort.cpp FROM "if (scratch_bytes != 0) declared.scratch = addScratch(graph, pass, scratch_bytes);"
  TO "(void)addScratch, (void)scratch_bytes;" NOTICED_BY vksort-node-tests "nodes/(a_node_takes_the_scratch|sorts_by_radix_through).*")
vksort_fault(words_of_no_others "passes have no room for the counts of the later digits" IN engine/vksort/radix/kernels.cpp
  FROM "const bool counts_others = out[VKSORT_RADIX_OFFSETS] == VKSORT_RADIX_BY_FIRST_TABLE;"
  TO "const bool counts_others = false;"
  NOTICED_BY vksort-cpu-tests "sort/radix_kernels_are_told_how_much_shared_memory_they_use")
vksort_fault(units_of_none "counting has room for one unit" IN engine/vksort/radix/kernels.cpp
  FROM "unit_log2 != 0 ? round >> unit_log2 : 1;" TO "1;"
  NOTICED_BY vksort-cpu-tests "sort/radix_kernels_are_told_how_much_shared_memory_they_use")
vksort_fault(radix_more_than_is_shared "kernels take more shared memory than the device has"
  IN ${radix}/shape.cpp FROM "if (shape.sharedBytes(out.subgroup_log2) > limits.shared_memory_bytes) return;" TO ""
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")
vksort_fault(radix_wider_than_allowed "workgroups are wider than the device allows"
  IN ${radix}/shape.cpp FROM "if (1u << shape.invocations_log2 > limits.counting_invocations) return;" TO ""
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")
vksort_fault(radix_where_unmeasured "radix is taken where it is not known to pay"
  IN ${radix}/shape.cpp FROM "if (!setting.hasWideSubgroups()) return kMostElements + 1;" TO ""
  NOTICED_BY vksort-tests "sort/radix_pays_from_where_it_was_measured_to@8")
vksort_fault(radix_looks_too_far_back "narrow workgroups may have to count any number of tiles for others"
  IN ${radix}/shape.cpp FROM "kMostTilesBefore = 512;" TO "kMostTilesBefore = 4096;"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_of_narrow_subgroups_look_back_.*")
vksort_fault(radix_narrow_patience "narrow workgroups wait as long as wide ones"
  IN ${radix}/kernels.cpp FROM "setting.hasWideSubgroups() ? kPatience : kNarrowPatience" TO "kPatience"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_of_narrow_subgroups_look_back_.*")
vksort_fault(radix_sums_too_much "narrow workgroups may have to sum up any number of tiles"
  IN ${radix}/shape.cpp FROM "out.most > kMostNarrow) out.most" TO "out.most > kMostElements) out.most"
  NOTICED_BY vksort-tests "sort/scratch_memory_grows_.*@8")
vksort_fault(radix_wide_from_nowhere "a tuning's radix_from is not looked at for wide keys"
  IN ${radix}/shape.cpp FROM "return setting.value_digits == 0 || hasWideKeys(info);" TO "return setting.value_digits == 0 || (false && hasWideKeys(info));"
  NOTICED_BY vksort-tests "sort/sorts_by_radix_from_where_a_tuning_says@8")
vksort_fault(radix_wide_proven_by_promises "the self-test takes promises of values for low words"
  IN engine/vksort/self_test/cases.cpp FROM "const bool carries = info.values != Values::none;" TO "const bool carries = true;"
  NOTICED_BY vksort-cpu-tests "sort/the_self_test_keeps_promises_of_values_.*")
vksort_fault(radix_wide_unproven "sorts that pay from more elements on than others are not proven"
  IN ${radix}/sort.cpp FROM "kLargestTried = 1u << 20;" TO "kLargestTried = 1u << 19;"
  NOTICED_BY vksort-cpu-tests "sort/every_shape_of_a_radix_sort_.*")
vksort_fault(radix_pins_too_many "workgroups have more pinned subgroups than may be"
  IN engine/vksort/vulkan/support.cpp FROM "one_size || pinned > invocations ? invocations" TO "pinned != 0 ? invocations"
  NOTICED_BY vksort-tests "sort/workgroups_have_no_more_subgroups_.*")
vksort_fault(radix_pins_few "as many invocations as subgroups can be pinned, however few a workgroup may have"
  IN engine/vksort/vulkan/support.cpp FROM "pinned > invocations ? invocations" TO "pinned < invocations ? invocations"
  NOTICED_BY vksort-tests "sort/workgroups_have_no_more_subgroups_.*")
vksort_fault(radix_without_ballots "radix sorts run on devices without ballots"
  IN engine/vksort/vulkan/support.cpp FROM "VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT" TO
  "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT" NOTICED_BY vksort-kernel-tests
  "sort/uses_optional_features_only_when_they_are_offered@8")

set(from_tuning "sort/sorts_by_radix_from_where_a_tuning_says@8")
vksort_fault(radix_from_nowhere "a tuning's radix_from is not looked at"
  IN ${radix}/shape.cpp FROM "setting) && radix_from != 0) return" TO "setting) && radix_from == ~0u) return"
  NOTICED_BY vksort-tests ${from_tuning})
vksort_fault(radix_from_too_few "a tuning has fewer elements sorted by radix than it can sort"
  IN ${radix}/shape.cpp FROM "return radix_from > fewest ? radix_from : fewest;" TO "return radix_from;"
  NOTICED_BY vksort-tests ${from_tuning})
vksort_fault(radix_from_of_the_host "a row of the table does not say from where on radix sorts"
  IN engine/vksort/algorithm.cpp FROM "record_limits, setting.shape, looks_back)," TO
  "record_limits, info.tuning ? *info.tuning : Tuning{}, looks_back)," NOTICED_BY vksort-tests
  "sort/(coherent_sorts_by_radix_do_what_it_takes_and_no_more|sorts_by_radix_from_.*)@8")
vksort_fault(radix_from_over_radix "a tuning says less than Algorithm::radix"
  IN ${radix}/shape.cpp FROM "if (info.algorithm != Algorithm::automatic) return fewest;" TO
  "if (info.algorithm != Algorithm::automatic && !info.tuning) return fewest;" NOTICED_BY vksort-tests ${from_tuning})
vksort_fault(radix_from_between_powers "a shape that begins behind the last power of two that can be lent is not made"
  IN engine/vksort/algorithm.cpp FROM "    if (fewest != 0 && fewest <= algorithms.most()) add(fewest, true);" TO "    if (fewest == 1) add(fewest, true);" NOTICED_BY vksort-tests ${from_tuning})
vksort_fault(radix_from_too_many "a tuning may ask for what no radix sort can count"
  IN ${radix}/shape.cpp FROM "info.tuning->radix_from <= kMostElements" TO "info.tuning->radix_from <= kMostElements + 1"
  NOTICED_BY vksort-tests ${from_tuning})
vksort_fault(crossover_in_gaps "a count at which radix is slower is passed over"
  IN samples/bench/tune/tune_crossover.cpp FROM "while (found > least && wins(counts[found - 1])) --found;"
  TO "while (found > least) --found;" NOTICED_BY vksort-tune-tests "bench/tune_finds_from_where_on_radix_is_faster")
vksort_fault(crossover_upwards "the first count at which radix is faster is taken"
  IN samples/bench/tune/tune_crossover.cpp FROM "      least = i + 1;\n      break;" TO "      continue;"
  NOTICED_BY vksort-tune-tests "bench/tune_finds_from_where_on_radix_is_faster")

# Where none looks back.
set(portable "sort/sorts_by_radix_without_looking_back@8")
vksort_fault(portable_looks_back "sorts that are to be portable look back"
  IN ${radix}/shape.cpp FROM "const bool portable = !looks_back || info.algorithm == Algorithm::radix_portable;" TO
  "const bool portable = !looks_back;" NOTICED_BY vksort-tests ${portable})
vksort_fault(portable_first_shift "the first digit of values begins where that of keys does"
  IN ${radix}/sort.cpp FROM "return setting.value_digits != 0 ? 0 : setting.first_bit;" TO "return setting.first_bit;"
  NOTICED_BY vksort-tests ${portable})
vksort_fault(portable_two_tables "three tables have room for two"
  IN ${radix}/shape.cpp FROM "return tiles * 3 * kSharedRow;" TO "return tiles * 2 * kSharedRow;"
  NOTICED_BY vksort-tests ${portable})
vksort_fault(portable_no_last_row "a table has no room for what all have"
  IN ${radix}/shape.cpp FROM "return (tiles + 1) * kRow;" TO "return tiles * kRow;" NOTICED_BY vksort-tests ${portable})
vksort_fault(portable_next_of_values "passes by value count the next digit"
  IN ${radix}/shape.cpp FROM "shape.offsets == Offsets::by_next_table && by_value" TO
  "shape.offsets == Offsets::by_next_table && by_value && false" NOTICED_BY vksort-tests ${portable})
vksort_fault(portable_sums_by_tiles "a table is summed up by as many workgroups as elements are moved by"
  IN ${radix}/sort.cpp FROM "by_arguments ? VKSORT_RADIX_SUM_ARGUMENTS" TO "by_arguments ? VKSORT_RADIX_PASS_ARGUMENTS"
  NOTICED_BY vksort-tests ${portable})
vksort_fault(portable_first_counted_alone "later digits are not counted"
  IN ${radix}/sort.cpp FROM "if (shape().countsEach() && digit != 0) {" TO "if (shape().countsEach() && digit == 1) {"
  NOTICED_BY vksort-tests ${portable})
vksort_fault(portable_sum_no_barrier "a table is summed up while it is counted"
  IN ${radix}/sort.cpp FROM "\"radix_portable_sum\", Wait::passes" TO "\"radix_portable_sum\", Wait::nothing"
  NOTICED_BY vksort-tests "sort/(orders_every_two_neighbouring_passes|notices_the_loss_of_any_barrier.*)@8")
vksort_fault(portable_first_pass_looks_back "the first pass looks back, too, where it has a table"
  IN ${radix}/kernels.cpp FROM "const bool looks_back = role == Role::pass && " TO "const bool looks_back = "
  NOTICED_BY vksort-tests ${sorted})
set(dropped "sort/a_radix_sort_that_fails_.*@8")
vksort_fault(portable_never_tried "sorts that look back in vain are followed by sorts in place"
  IN engine/vksort/paths.cpp FROM "if (info.algorithm != Algorithm::radix_portable) out" TO
  "if (info.algorithm == Algorithm::radix_portable) out" NOTICED_BY vksort-tests ${dropped})
vksort_fault(portable_tried_looks_back "what comes after look-back in vain looks back again"
  IN engine/vksort/paths.cpp FROM "createPath(candidate.info, !candidate.drops_look_back, by_ranks, out, reason, misfit)" TO
  "createPath(candidate.info, true, by_ranks, out, reason, misfit)" NOTICED_BY vksort-tests ${dropped})
vksort_fault(portable_few "where look-back fails radix sorts are made for few elements, too"
  IN ${radix}/shape.cpp FROM "info.algorithm != Algorithm::automatic) return fewest;" TO
  "info.algorithm != Algorithm::bitonic) return fewest;" NOTICED_BY vksort-tests ${dropped})
vksort_fault(portable_dropped_as_radix "a portable radix sort is said to have looked back"
  IN engine/vksort/paths.cpp FROM "return drops_look_back || info.algorithm == Algorithm::radix_portable ?" TO
  "return info.algorithm == Algorithm::radix_portable ?" NOTICED_BY vksort-tests ${dropped})

# Found by reading: what no case noticed.
vksort_fault(radix_never_gives_up "what another workgroup does not tell is waited for without bound"
  IN ${radix}/kernels.cpp FROM "kPatience = 512" TO "kPatience = ~0u" NOTICED_BY vksort-cpu-tests
  "sort/radix_sorts_give_up_waiting_in_bounded_time")
vksort_fault(radix_bound_past_the_limit "scratch memory may be bound past what a storage buffer may have"
  IN ${radix}/shape.cpp FROM "record_limits.mostWords()" TO "record_limits.max_range / sizeof(std::uint32_t)"
  NOTICED_BY vksort-tests "sort/sorts_in_place_what_no_scratch_memory_can_be_bound_for@8")
vksort_fault(radix_counts_no_bytes_of_values "the plan has no values counted"
  IN ${radix}/sort.cpp FROM "counts_values ? elements - keys : 0" TO "counts_values && setting.passes() > 99 ? elements - keys : 0"
  NOTICED_BY vksort-cpu-tests "sort/plans_the_bytes_of_radix_sorts_by_value")
vksort_fault(radix_plans_beyond_the_limit "a plan without a device has all memory bound"
  IN engine/vksort/plan.cpp FROM "device.max_storage_range, device." TO "VkDeviceSize{1} << 32, device."
  NOTICED_BY vksort-cpu-tests "sort/plans_no_radix_sort_of_more_than_can_be_bound")
vksort_fault(self_test_trusts_promises_not "promised indices are proven by values in any order"
  IN engine/vksort/self_test/cases.cpp FROM "ordering.values == Values::iota || promises.ascending_values;" TO
  "ordering.values == Values::iota;" NOTICED_BY vksort-tests "sort/a_radix_sort_passes_its_self_test@8")
vksort_fault(self_test_proves_no_repair "what is to be repaired in lent memory is in order already"
  IN engine/vksort/self_test/run.cpp FROM "add(proofs.proofs[i], Pattern::swapped)" TO
  "add(proofs.proofs[i], Pattern::sorted)" NOTICED_BY vksort-tests "sort/a_self_test_notices_repairs_.*@8")
vksort_fault(self_test_proves_no_seam "what is to be repaired in lent memory crosses no seam"
  IN engine/vksort/self_test/cases.cpp FROM "((i + 1) ^ 1) - 1;" TO "i ^ 1;" NOTICED_BY vksort-tests
  "sort/a_self_test_notices_repairs_.*@8")
vksort_fault(hook_without_values "a hook without what counts values is taken"
  IN engine/vksort/configuration.cpp FROM "shaders.radix_count_pairs, shaders.apart_keys" TO "shaders.radix_count, shaders.apart_keys"
  NOTICED_BY vksort-tests "sort/refuses_hooks_that_cannot_be@8")
vksort_fault(bench_lends_nothing "what is told of lent memory is timed in place"
  IN samples/bench/algorithms/vksort_algorithm.cpp FROM "info_.scratch = {scratch_.handle(), 0, bytes};" TO ""
  NOTICED_BY vksort-bench-tests "bench/keys_are_computed_in_sorts_that_are_lent_memory_too" ALSO vksort-bench-small)
vksort_fault(radix_uneven_parts "a tile's parts leave elements out"
  IN ${radix}/shape.cpp FROM "return {kMostElements, 9, 16, 2," TO "return {kMostElements, 9, 15, 2,"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")

# Counts on the device: what is found beside the counting, and few elements where there may be many.
set(bound "sort/orders_what_is_bound_together_wherever_the_arguments_lie@8")
set(few "sort/sorts_few_elements_by_one_workgroup_of_those_in_place@8")
vksort_fault(radix_few_of_any "few elements are looked for where there cannot be many"
  IN ${radix}/sort.cpp FROM "setting.few != 0 && setting.shapeFor(n).most == kMostElements" TO "setting.few != 0 && n != 0"
  NOTICED_BY vksort-tests ${few})
vksort_fault(radix_few_of_none "few elements are moved, by passes for many"
  IN ${radix}/sort.cpp FROM "setting.few != 0 && setting.shapeFor(n).most == kMostElements" TO "setting.few != 0 && n == 0"
  NOTICED_BY vksort-tests ${few})
vksort_fault(radix_few_too_many "one workgroup is left twice as many as it sorts"
  IN ${radix}/shape.cpp FROM "tuning.tile_log2 + tuning.double_tiles" TO "tuning.tile_log2 + tuning.double_tiles + 1"
  NOTICED_BY vksort-tests ${few})
vksort_fault(radix_few_as_they_are "few keys are sorted by their bits"
  IN engine/vksort/bitonic/schedule.cpp FROM "convertLoaded(setting, words);\n  convertStored(setting, words);"
  TO "convertStored(setting, words);" NOTICED_BY vksort-tests ${few})
vksort_fault(radix_few_unconverted "few keys are left as their order"
  IN engine/vksort/bitonic/schedule.cpp FROM "convertLoaded(setting, words);\n  convertStored(setting, words);"
  TO "convertLoaded(setting, words);" NOTICED_BY vksort-tests ${few})
vksort_fault(radix_few_too_soon "few elements are sorted before the passes that move have ended"
  IN engine/vksort/bitonic/device_count.cpp FROM "Wait::passes, sorted, 1," TO "Wait::nothing, sorted, 1,"
  NOTICED_BY vksort-tests "sort/(orders_what_two_recordings_share|sorts_few_elements).*@8")
vksort_fault(radix_counts_past_the_limit "all digits are counted by more invocations than the device has"
  IN ${radix}/shape.cpp FROM "> limits.counting_invocations) shape.counting_log2 = shape.invocations_log2;"
  TO "> limits.counting_invocations) shape.counting_log2 += 0;"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")
vksort_fault(radix_looks_one_by_one "units are looked at element by element"
  IN ${radix}/kernels.cpp FROM "of_its_own ? setting.countedElements(shape) : shape.elements" TO "shape.elements"
  NOTICED_BY vksort-cpu-tests "sort/large_radix_sorts_look_at_units_an_invocation_at_a_time")
vksort_fault(radix_decides_by_few "what decides has the invocations of a tile"
  IN ${radix}/kernels.cpp FROM " || role == Role::decision);" TO ");"
  NOTICED_BY vksort-cpu-tests "sort/large_radix_sorts_look_at_units_an_invocation_at_a_time")
vksort_fault(radix_looks_past_its_unit "an invocation looks at elements of two units"
  IN ${radix}/shape.cpp FROM "elements << subgroup_log2 > 1u << unitLog2(shape)" TO "elements << subgroup_log2 > 2u << unitLog2(shape)"
  NOTICED_BY vksort-cpu-tests "sort/large_radix_sorts_look_at_units_an_invocation_at_a_time")
vksort_fault(radix_units_of_uneven_tiles "rows of a coherent sort's tile end within a unit"
  IN ${radix}/shape.cpp FROM "std::countr_zero(at_once" TO "std::bit_width(at_once"
  NOTICED_BY vksort-cpu-tests "sort/coherent_sorts_look_at_whole_units_of_what_they_count_at_once")
vksort_fault(radix_units_of_all "a unit is larger than half a tile of the repair"
  IN ${radix}/shape.cpp FROM "whole < half ? whole : half" TO "whole <= half ? whole : half + 1"
  NOTICED_BY vksort-cpu-tests "sort/coherent_sorts_look_at_whole_units_of_what_they_count_at_once")
vksort_fault(radix_units_row_by_row "tiles of coherent sorts are looked at row by row"
  IN ${radix}/shape.cpp FROM "if (mode.coherent && counts_tiles" TO "if (false && counts_tiles"
  NOTICED_BY vksort-cpu-tests "sort/coherent_sorts_look_at_whole_units_of_what_they_count_at_once")
vksort_fault(radix_large_alone "all is sorted by the largest tiles where no other fits"
  IN ${radix}/shape.cpp FROM "if (out.shape_count == 0) return out;" TO ""
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")
vksort_fault(radix_useless_is_lent "memory is asked for that no sort can be lent"
  IN engine/vksort/algorithm.cpp FROM "if (!radix::sorts(radix, radix.fewest)) radix.shape_count = 0;" TO "(void)radix;"
  NOTICED_BY vksort-tests "sort/asks_for_nothing_where_no_radix_sort_can_be_bound@8")
vksort_fault(rank_much_shared_memory "the room for samples overflows" IN engine/vksort/rank/shape.cpp
  FROM "least(kMost[i] >> VKSORT_RANK_SAMPLE_LOG2, room)" TO "least(kMost[i], room << VKSORT_RANK_SAMPLE_LOG2) >> VKSORT_RANK_SAMPLE_LOG2"
  NOTICED_BY vksort-cpu-tests "sort/ranks_fit_the_device")

# What a third outsider found.
set(writes_arguments "sort/set_ups_write_arguments_where_the_device_may_count_many")
set(portable_few "sort/sorts_few_elements_by_one_workgroup_of_those_in_place@8")
set(many_tiles "sort/radix_sorts_are_given_workgroups_where_there_may_be_many")
set(values_told "sort/sorts_by_value_where_many_keys_are_equal_.*@8")
set(followed "sort/radix_sorts_follow_the_count_that_the_device_finds@8")
vksort_fault(radix_counts_first_digits_of_values "all digits of keys are counted from their lowest bit on by value"
  IN ${radix}/sort.cpp FROM "if (!all_digits) words.shift" TO "words.shift" NOTICED_BY vksort-tests ${by_value})
vksort_fault(radix_counts_by_all_tiles "all digits are counted by a workgroup for each tile"
  IN ${radix}/sort.cpp FROM "const bool may_take_turns = all_digits || " TO "const bool may_take_turns = "
  NOTICED_BY vksort-cpu-tests ${many_tiles})
vksort_fault(radix_first_tables_take_turns "a first table is counted by fewer workgroups than it has rows"
  IN ${radix}/shape.cpp FROM "kWide[] = {{kAtOnce << 11, 9, 4, 1," TO "kWide[] = {{kAtOnce << 13, 9, 4, 1,"
  NOTICED_BY vksort-cpu-tests ${many_tiles})
vksort_fault(radix_counts_with_moving_arguments "all digits are counted by as many workgroups as move them"
  IN ${radix}/sort.cpp FROM "groups, by_arguments ? VKSORT_RADIX_HISTOGRAM" TO "groups, by_arguments ? VKSORT_RADIX_PASS"
  NOTICED_BY vksort-tests ${followed})
vksort_fault(radix_waits_for_few "a few workgroups are waited for"
  IN ${radix}/shape.h FROM "return tilesOf(most) > kAtOnce;" TO "return true;" NOTICED_BY vksort-cpu-tests ${many_tiles})
vksort_fault(radix_waits_for_none "many workgroups are not waited for"
  IN ${radix}/shape.h FROM "return tilesOf(most) > kAtOnce;" TO "return tilesOf(most) > 600;"
  NOTICED_BY vksort-cpu-tests ${many_tiles})
vksort_fault(radix_sets_up_coherent_sorts "what decides has its workgroups found before it"
  IN ${radix}/shape.h FROM "mode.device_count && !mode.coherent && shape" TO "mode.device_count && shape"
  NOTICED_BY vksort-cpu-tests ${many_tiles})
vksort_fault(radix_sets_up_nothing "a set-up finds workgroups for nobody"
  IN ${radix}/sort.cpp FROM "if (by_arguments || clears)" TO "if (mode.device_count || clears)"
  NOTICED_BY vksort-tests ${followed})
vksort_fault(radix_tells_nobody "a set-up finds workgroups that are known"
  IN ${radix}/kernels.cpp FROM "if (setsUpArguments(configuration.mode, shape))"
  TO "if (configuration.mode.device_count && shape.most != 0)"
  NOTICED_BY vksort-cpu-tests ${writes_arguments})
vksort_fault(radix_tells_coherent_sorts "a set-up finds workgroups that are not known yet"
  IN ${radix}/kernels.cpp FROM "if (setsUpArguments(configuration.mode, shape))"
  TO "if (configuration.mode.device_count && shape.hasArguments())" NOTICED_BY vksort-cpu-tests ${writes_arguments})
vksort_fault(radix_at_once_too_many "one tile more than run at once is taken for few"
  IN ${radix}/shape.h FROM "return tilesOf(most) > kAtOnce;" TO "return tilesOf(most) > kAtOnce + 1;"
  NOTICED_BY vksort-cpu-tests ${writes_arguments})
vksort_fault(radix_set_up_of_tables "a set-up ahead of summed tables is called like any other"
  IN ${radix}/sort.cpp FROM ": \"radix_portable_set_up\"" TO ": \"radix_set_up\"" NOTICED_BY vksort-tests ${portable_few})
vksort_fault(radix_counts_by_tiles_of_moves "what counts all digits has the invocations of those that move"
  IN ${radix}/kernels.cpp FROM "of_its_own ? shape.counting_log2 : shape.invocations_log2" TO "shape.invocations_log2"
  NOTICED_BY vksort-cpu-tests "sort/large_radix_sorts_.*")
vksort_fault(radix_counts_fewer "all digits of large sorts are counted by half as many"
  IN ${radix}/shape.cpp FROM "8, 20, 2, Offsets::by_look_back, 10, 8}" TO "8, 20, 2, Offsets::by_look_back, 9, 8}"
  NOTICED_BY vksort-cpu-tests "sort/large_radix_sorts_.*")
vksort_fault(radix_arguments_again "every pass waits for arguments"
  IN ${radix}/sort.cpp FROM "is_told ? Wait::passes_and_arguments : Wait::passes" TO "Wait::passes_and_arguments"
  NOTICED_BY vksort-tests ${followed})
vksort_fault(radix_values_untold "passes by value do not wait for their arguments"
  IN ${radix}/sort.cpp FROM "is_told ? Wait::passes_and_arguments : Wait::passes" TO "Wait::passes"
  NOTICED_BY vksort-tests ${followed})
vksort_fault(radix_values_told_twice "passes by value of coherent sorts wait for arguments that a repair has waited for"
  IN ${radix}/sort.cpp FROM " && !setting.configuration.mode.coherent;" TO ";" NOTICED_BY vksort-tests ${followed})
vksort_fault(radix_values_always "passes by value have as many workgroups as those by key"
  IN ${radix}/sort.cpp FROM "may_be_needless ? VKSORT_RADIX_VALUE_ARGUMENTS :" TO "may_be_needless ? VKSORT_RADIX_PASS_ARGUMENTS :"
  NOTICED_BY vksort-tests ${followed})
vksort_fault(radix_values_told_to_nobody "what counts values tells nobody"
  IN ${radix}/kernels.cpp FROM "if (configuration.mode.device_count) return" TO "if (shape.most == 0) return"
  NOTICED_BY vksort-tests ${values_told})
vksort_fault(radix_values_of_few_tiles "passes by value have no more workgroups than what counts"
  IN shaders/sort/radix/count.comp FROM "scratch[at(VKSORT_RADIX_TILES_AT)] = tilesOf(n);"
  TO "scratch[at(VKSORT_RADIX_TILES_AT)] = rowCount();" NOTICED_BY vksort-tests ${values_told})
vksort_fault(radix_units_without_a_repair "where nothing is repaired elements are counted one at a time"
  IN ${radix}/shape.cpp FROM "while (repair_log2 != 0 && elements > 1" TO "while (elements > 1"
  NOTICED_BY vksort-cpu-tests "sort/large_radix_sorts_.*")
vksort_fault(radix_runs_of_unordered_keys "values change places where keys are out of order"
  IN shaders/sort/radix/runs.comp FROM "atomicOr(found, KEYS_ARE_NOT)" TO "atomicOr(found, 0u)"
  NOTICED_BY vksort-tests "sort/loses_no_value_where_a_promise_of_key_bits_is_broken@8")
vksort_fault(radix_runs_of_others "a run that begins behind a piece is put in order by two workgroups"
  IN shaders/sort/radix/runs.comp FROM "&& run_begin < end)" TO "&& run_begin < end || goes_on && in_order_of_keys)"
  NOTICED_BY vksort-tests "sort/loses_no_value_where_a_promise_of_key_bits_is_broken@8")
vksort_fault(radix_proves_no_runs "the self-test has no runs of equal keys that are not sorted by value"
  IN engine/vksort/self_test/run.cpp FROM "Pattern::clumps);" TO "Pattern::ties);"
  NOTICED_BY vksort-tests "sort/a_self_test_notices_runs_of_equal_keys_that_are_out_of_order@8")
vksort_fault(radix_no_second_copy_of_three_and_three "three passes by value end in a copy, from which those by key go on"
  IN ${radix}/sort.cpp FROM "setting.copies() == 1" TO "setting.passes() % 2 == 0"
  NOTICED_BY vksort-tests "sort/sorts_equal_keys_by_their_values_by_radix@8")
