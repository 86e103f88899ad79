# Passes that rank by additions: what is out of order is seen, and moved once more; nothing else is.
set(radix engine/vksort/radix)
set(shaders shaders/sort/radix)
set(others "sort/sorts_by_radix_whatever_other_workgroups_do@8")
set(sees "sort/sees_what_is_out_of_order_on_either_side_of_the_middle_of_a_tile@8")
set(once "sort/no_tile_is_moved_twice_where_additions_come_in_order@8")
set(waits "sort/kernels_synchronize_as_was_recorded")
set(where "sort/ranks_are_added_up_on_devices_that_do_so_in_order_and_where_that_pays")
set(positions "sort/positions_are_kept_where_values_ascend")

vksort_fault(order_within_parts "a part's first place is not compared with the last of the one before" IN ${shaders}/additions.glsl
  FROM "  if (part != 0u && t == 0u) return spare[last];
" TO "" NOTICED_BY vksort-tests ${sees})
vksort_fault(order_of_lost_keys "the last key of a part is forgotten" IN ${shaders}/pass.comp
  FROM "#define LAST_OF_PART LAST_KEY" TO "#define LAST_OF_PART 4u" NOTICED_BY vksort-tests ${sees})
vksort_fault(order_of_lost_keys_with_values "the last key of a part is forgotten where values follow" IN ${shaders}/pass.comp
  FROM "spare[LAST_KEY] = words[PART - 1u];" TO "spare[LAST_KEY] = 0u;" NOTICED_BY vksort-tests ${sees})
vksort_fault(order_of_lost_values_of_parts "the last value of a part is forgotten" IN ${shaders}/pass.comp
  FROM "#define LAST_OF_PART LAST_VALUE" TO "#define LAST_OF_PART 4u" NOTICED_BY vksort-tests ${sees})
vksort_fault(order_of_keys_that_values_follow "keys are in order whatever the values that follow" IN ${shaders}/pass.comp
  FROM "        ties |= areByValue(before, sorted[ROW_OF(p, i)]) ? 1u << ROW_OF(p, i) : 0u;
" TO "" NOTICED_BY vksort-tests ${others})
vksort_fault(order_of_all_values_that_follow "values that follow their keys count whatever these are" IN ${shaders}/pass.comp
  FROM "(is_behind && (ties & 1u << ROW_OF(p, i)) != 0u)" TO "(is_behind && (KEEPS_POSITIONS != 0u))" NOTICED_BY vksort-tests ${once})
vksort_fault(order_of_values_in_one_bit "of a part's rows one says for all whether values count" IN ${shaders}/pass.comp
  FROM "? 1u << ROW_OF(p, i) : 0u;" TO "? 1u << ROW_OF(p, i) / 2u * 2u : 0u;" NOTICED_BY vksort-tests ${sees})
vksort_fault(order_of_lost_keys_of_halves "the last key of the first half is forgotten" IN ${shaders}/pass.comp
  FROM "[LAST_KEY] = words[HALF - 1u];" TO "[LAST_KEY] = 0u;" NOTICED_BY vksort-tests ${sees})
vksort_fault(order_of_lost_values "the last value of the first half is forgotten" IN ${shaders}/pass.comp
  FROM "[LAST_VALUE] = words[TILE - 1u];" TO "[LAST_VALUE] = 0u;" NOTICED_BY vksort-tests ${sees})
vksort_fault(order_of_one_digit "elements are in order if their digits are" IN ${shaders}/additions.glsl
  FROM "<< 32u - VKSORT_RADIX_DIGIT_BITS - pass.shift;" TO ">> pass.shift & (DIGITS - 1u);" NOTICED_BY vksort-tests ${others})
vksort_fault(order_of_all_bits "elements are out of order if bits to come are" IN ${shaders}/additions.glsl
  FROM "<< 32u - VKSORT_RADIX_DIGIT_BITS - pass.shift;" TO "<< 0u;" NOTICED_BY vksort-tests ${once})
vksort_fault(order_of_equal_keys "equal keys are in order whatever their values" IN ${shaders}/additions.glsl
  FROM "if (ADDS_IN_ORDER == 0u || KEEPS_POSITIONS == 0u) return false;" TO "return false;"
  NOTICED_BY vksort-tests ${others})
vksort_fault(order_of_any_values "values count where they need not be in order" IN ${shaders}/additions.glsl
  FROM "ADDS_IN_ORDER == 0u || KEEPS_POSITIONS == 0u" TO "ADDS_IN_ORDER == 0u" NOTICED_BY vksort-tests ${once})
vksort_fault(any_order_twice "elements of the second pass may go in any order" IN ${shaders}/additions.glsl
  FROM "COUNTS_OTHERS || pass.index == 0u ||" TO "COUNTS_OTHERS || pass.index <= 1u ||" NOTICED_BY vksort-tests ${others})
vksort_fault(any_order_of_positions "positions are not kept in the first pass" IN ${shaders}/additions.glsl
  FROM "  if (KEEPS_POSITIONS != 0u) return false;
" TO "" NOTICED_BY vksort-tests ${others})
vksort_fault(any_order_behind_values "the first pass by key forgets the order of values" IN ${shaders}/additions.glsl
  FROM "pass.index == pass.value_passes && !valuesAreInOrder())" TO "pass.index == pass.value_passes)" NOTICED_BY vksort-tests ${others})
vksort_fault(any_order_behind_values_without_look_back "the same where none looks back" IN ${shaders}/additions.glsl
  FROM "return !LOOKS_BACK || scratch" TO "return LOOKS_BACK && scratch" NOTICED_BY vksort-tests ${others})
vksort_fault(order_seen_too_late "the verdict on a tile is read before all have seen it" IN ${shaders}/pass.comp
  FROM "  if (turned) atomicOr(OUT_OF_ORDER, 1u);
  barrier();" TO "  if (turned) atomicOr(OUT_OF_ORDER, 1u);" NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(order_of_the_tile_before "a verdict is not cleared" IN ${shaders}/pass.comp
  FROM "    if (ADDS_IN_ORDER != 0u && t == 0u) OUT_OF_ORDER = 0u;
" TO "" NOTICED_BY vksort-tests ${once})
vksort_fault(missing_anywhere "what is missing may take the place of what is not" IN ${shaders}/pass.comp
  FROM "turned = turned || (first + i * SUBGROUP >= n && place[i] < n - begin);" TO ";" NOTICED_BY vksort-tests ${others})
vksort_fault(missing_among_the_last "what is missing takes the last places of what is not" IN ${shaders}/pass.comp
  FROM "place[i] < n - begin);" TO "place[i] + SUBGROUP < n - begin);" NOTICED_BY vksort-tests ${others})
vksort_fault(missing_in_any_order "the same in passes in any order" IN ${shaders}/pass.comp
  FROM "(anyOrder() && begin + TILE <= n)) return;" TO "anyOrder()) return;" NOTICED_BY vksort-tests ${sees})
vksort_fault(missing_but_one "one that is missing may take the place of what is not" IN ${shaders}/pass.comp
  FROM "first + i * SUBGROUP >= n && place" TO "first + i * SUBGROUP > n && place" NOTICED_BY vksort-tests ${sees})
vksort_fault(missing_but_of_one "tiles that lack one element are taken for full" IN ${shaders}/pass.comp
  FROM "ADDS_IN_ORDER != 0u && begin + TILE > n)" TO "ADDS_IN_ORDER != 0u && begin + TILE > n + 1u)" NOTICED_BY vksort-tests ${sees})
vksort_fault(missing_of_the_capacity "what is missing of the capacity is looked for" IN ${shaders}/pass.comp
  FROM "ADDS_IN_ORDER != 0u && begin + TILE > n)" TO "ADDS_IN_ORDER != 0u && begin + TILE > push.count)"
  NOTICED_BY vksort-tests ${sees})
vksort_fault(any_order_of_the_capacity "in any order the last tile is that of the capacity" IN ${shaders}/pass.comp
  FROM "(anyOrder() && begin + TILE <= n)) return;" TO "(anyOrder() && begin + TILE <= push.count)) return;"
  NOTICED_BY vksort-tests ${sees})
vksort_fault(missing_in_any_order_elsewhere "what is missing is added in any order where nobody looks" IN ${shaders}/rank.glsl
  FROM "(anyOrder() && begin + TILE <= n)) {                                               " TO "anyOrder()) {"
  NOTICED_BY vksort-tests ${others})
vksort_fault(missing_everywhere "what is missing is looked for among what is there" IN ${shaders}/pass.comp
  FROM "first + i * SUBGROUP >= n && place" TO "place" NOTICED_BY vksort-tests ${once})
vksort_fault(again_before_all_have_moved "a tile is moved once more before all of it has been" IN ${shaders}/additions.glsl
  FROM "gl_StorageSemanticsBuffer | gl_StorageSemanticsShared" TO "gl_StorageSemanticsShared" NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(again_past_the_range "what is missing is looked for where it would be" IN ${shaders}/additions.glsl
  FROM "const uint key = exists ? keyOf(begin + i) : MISSING;" TO "const uint key = keyOf(begin + i);"
  NOTICED_BY vksort-tests "sort/never_touches_anything_outside_the_arguments_as_it_moves_once_more@8")
vksort_fault(again_with_keys "values are keys again" IN ${shaders}/additions.glsl
  FROM "FROM_RANGE ? wordOfRange(index, true) : wordOfCopy(COPIED(pass.from), index, true)"
  TO "FROM_RANGE ? wordOfRange(index, false) : wordOfCopy(COPIED(pass.from), index, false)" NOTICED_BY vksort-tests ${others})
vksort_fault(again_from_the_counters "counters are not cleared" IN ${shaders}/additions.glsl
  FROM "i += INVOCATIONS) words[i] = 0u;" TO "i += INVOCATIONS) words[i] += 0u;" NOTICED_BY vksort-tests ${others})
vksort_fault(again_of_one_subgroup "each subgroup begins where the first does" IN ${shaders}/additions.glsl
  FROM "      run += count;" TO "      run += 0u * count;" NOTICED_BY vksort-tests ${others})
vksort_fault(again_past_the_tile "the subgroups behind the last element have some" IN ${shaders}/additions.glsl
  FROM "min(first + (ELEMENTS << SUBGROUP_LOG2), to.count)" TO "first + (ELEMENTS << SUBGROUP_LOG2)" NOTICED_BY vksort-tests ${others})
vksort_fault(added_anywhere "all devices are taken to add in order" IN ${radix}/shape.cpp
  FROM "limits.vendor_id == kNvidia || !out.hasWideSubgroups()" TO "true" NOTICED_BY vksort-cpu-tests ${where})
vksort_fault(added_in_software_alone "no GPU is taken to add in order" IN ${radix}/shape.cpp
  FROM "limits.vendor_id == kNvidia || !out.hasWideSubgroups()" TO "!out.hasWideSubgroups()" NOTICED_BY vksort-cpu-tests ${where})
vksort_fault(added_without_look_back "what rests on no device rests on its additions" IN ${radix}/kernels.cpp
  FROM "if (!setting.adds_in_order || !shape.looksBack()) return false;" TO "if (!setting.adds_in_order) return false;"
  NOTICED_BY vksort-cpu-tests ${where})
vksort_fault(added_by_value_alone "votes rank what is kept in the order of positions" IN ${radix}/kernels.cpp
  FROM "return setting.value_digits == 0;" TO "return !setting.ordersByPosition() && setting.value_digits == 0;"
  NOTICED_BY vksort-cpu-tests ${where})
vksort_fault(added_by_value "what is sorted by value is ranked as if values did not count" IN ${radix}/kernels.cpp
  FROM "return setting.value_digits == 0;" TO "return true;" NOTICED_BY vksort-cpu-tests ${where})
vksort_fault(added_below_the_first_bit "bits of floats below the first digit seem out of order" IN ${radix}/kernels.cpp
  FROM "if (setting.first_bit != 0 && setting.configuration.conversion.mask != 0) return false;" TO "" NOTICED_BY vksort-tests ${once})
vksort_fault(positions_of_keys "keys alone are kept in the order of positions" IN ${radix}/shape.h
  FROM "configuration.layout.element != Element::key && configuration.compares_last_word" TO "configuration.compares_last_word"
  NOTICED_BY vksort-cpu-tests ${positions})
vksort_fault(positions_in_any_order "pairs in any order are kept in the order of positions" IN ${radix}/shape.h
  FROM "&& configuration.compares_last_word && value_digits == 0" TO "&& value_digits == 0" NOTICED_BY vksort-cpu-tests ${positions})
vksort_fault(positions_by_value "what is sorted by value is kept in the order of positions" IN ${radix}/shape.h
  FROM "configuration.compares_last_word && value_digits == 0;" TO "configuration.compares_last_word;" NOTICED_BY vksort-cpu-tests ${positions})
vksort_fault(flags_stored_by_many "invocations store one word side by side, which the memory model calls a race"
  IN ${shaders}/verdict.glsl FROM "if (!in_order) atomicAnd(all_in_order, 0u);" TO "if (!in_order) all_in_order = 0u;"
  NOTICED_BY vksort-cpu-tests ${waits})
