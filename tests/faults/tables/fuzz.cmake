# Faults where guarantees meet, each of which has its own tests that say nothing of both together.
set(kernels engine/vksort/bitonic/kernels.cpp)
vksort_fault(verdict_of_pairs "the verdict on a repair takes interleaved elements for keys alone"
  IN ${kernels} FROM "= configuration.layout.interleaved"
  TO "= kernel == Kernel::verdict && configuration.layout.interleaved == 1 ? 0 : configuration.layout.interleaved"
  NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")
vksort_fault(nan_of_hooked_lists "NaN that a hook computes stay where their bits put them, in lists"
  IN ${kernels} FROM "= configuration.conversion.rotation"
  TO "= mode.lists && mode.writes_keys ? 0 : configuration.conversion.rotation"
  NOTICED_BY vksort-tests "sort/hooks_go_with_lists@8")
vksort_fault(nan_of_coherent_counts "NaN stay where their bits put them in coherent sorts of a device count"
  IN ${kernels} FROM "= configuration.conversion.rotation"
  TO "= mode.coherent && mode.device_count ? 0 : configuration.conversion.rotation"
  NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")
vksort_fault(values_of_hooked_keys "values ascend where they should descend, among equal keys of a hook"
  IN ${kernels} FROM "= configuration.conversion.second_flip"
  TO "= mode.writes_keys ? 0 : configuration.conversion.second_flip"
  NOTICED_BY vksort-tests "sort/sorts_by_keys_that_a_hook_computes_on_the_floor@8")
vksort_fault(values_of_coherent_pairs "values ascend where they should descend, in coherent sorts of 32-bit keys"
  IN ${kernels} FROM "= configuration.conversion.second_flip"
  TO "= mode.coherent && configuration.layout.element == Element::pair ? 0 : configuration.conversion.second_flip"
  NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")
vksort_fault(low_words_of_a_device_count "second words ascend in a descending order where the device counts"
  IN ${kernels} FROM "= configuration.conversion.second_flip"
  TO "= mode.device_count ? 0 : configuration.conversion.second_flip"
  NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")
vksort_fault(single_hooked_lists "a hook computes no key for a list of one element"
  IN ${kernels} FROM "out[VKSORT_LISTS_FEWEST] = configuration.mode.fewest()"
  TO "out[VKSORT_LISTS_FEWEST] = configuration.mode.writes_values ? 1 : 2"
  NOTICED_BY vksort-tests "sort/hooks_go_with_lists@8")

# What a Sorter is promised, and what is recorded beside that.
vksort_fault(promised_bits_from_the_lowest "keys are sorted by as many bits as may differ, from the lowest on"
  IN engine/vksort/radix/shape.cpp FROM "info.key_bits.first < highest ? info.key_bits.first : highest"
  TO "highest > 32 ? info.key_bits.first : 0" NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")
vksort_fault(promised_ascent_descends "values that ascend are taken for sorted where they are to descend"
  IN engine/vksort/configuration.cpp FROM "return ascending && configuration.conversion.second_flip == 0;"
  TO "return ascending;" NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")
vksort_fault(max_count_refused "as many elements as max_count are refused"
  IN engine/vksort/arguments.cpp FROM "> state.algorithms.most()) return" TO ">= state.algorithms.most()) return"
  NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")
vksort_fault(always_lends_where_none_is_of_use "sorts that take no memory wait for some where each recording is to lend it"
  IN engine/vksort/algorithm.cpp FROM "return algorithms.always_lent && scratchWords(algorithms, count) != 0;"
  TO "return algorithms.always_lent && count != 0;" NOTICED_BY vksort-fuzz-small "fuzz/random_sorts_.*@8")

# Of the fuzzer itself.
vksort_fault(fuzz_keeps_what_was_moved "values that were moved are not written anew where they must ascend"
  IN tests/fuzz/draw.cpp FROM "configuration.ascends() && isMoved(of, step)" TO "configuration.ascends() && isMoved(of, step) && step.count == 0"
  NOTICED_BY vksort-fuzz-tests "fuzz/no_case_breaks_a_promise")
vksort_fault(fuzz_shrinks_promises "a case becomes smaller by breaking a promise"
  IN tests/fuzz/shrink.cpp FROM " || !expect(candidate, layOut(candidate)).broken.empty()) continue;" TO ") continue;"
  NOTICED_BY vksort-fuzz-tests "fuzz/what_shrinks_keeps_its_promises")
vksort_fault(fuzz_trusts_the_last_word "the last word of a buffer is not looked at"
  IN tests/fuzz/check.cpp FROM "i < is.size()" TO "i + 1 < is.size()"
  NOTICED_BY vksort-fuzz-tests "fuzz/any_word_.*")
vksort_fault(fuzz_forgets_a_sign "NaN of both signs are taken for one group"
  IN tests/fuzz/oracle.cpp FROM "return named_first ? 1 : 2" TO "return named_first ? 1 : 1"
  NOTICED_BY vksort-fuzz-tests "fuzz/the_oracle_puts_every_nan_.*")
