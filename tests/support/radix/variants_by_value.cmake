# Shaders of sorts by value, and of wide keys, with something changed; included by variants.cmake.

# By value; these names begin with value_.
vksort_radix_variant(value_digits_of_keys fails "passes by value take the digits of the keys" radix_pass_pairs
  pass.comp "key[i] = OF_VALUES ? pair.y : pair.x" "key[i] = pair.x")
vksort_radix_variant(value_parts_of_keys fails "passes by value take the digits of the keys, where values follow" radix_pass_pairs
  pass.comp "LOAD(key, OF_VALUES)" "LOAD(key, false)")
vksort_radix_variant(value_copied_as_key fails "passes by value leave copies with their words exchanged" radix_pass_pairs
  move.glsl "OF_VALUES ? uvec2(other, key) : uvec2(key, other)" "uvec2(key, other)")
vksort_radix_variant(value_stored_as_key fails "passes by value leave the range with words exchanged" radix_pass_pairs
  move.glsl "OF_VALUES ? uvec2(other, bits) : uvec2(bits, other)" "uvec2(bits, other)")
vksort_radix_variant(value_missing_first fails "what is not there comes first where values descend" radix_pass_pairs
  pass.comp "(BY_VALUE != 0u ? ~pass.value_flip : 0xffffffffu)" "0xffffffffu")
vksort_radix_variant(value_unflipped fails "values never descend" radix_pass_pairs
  elements.glsl "BY_VALUE != 0u ? key ^ pass.value_flip : key" "key")
vksort_radix_variant(value_last_round fails "states of the eighth pass are not told from those of the first" radix_pass_pairs
  look_back.glsl " - 2u * pass.index) & 15u" " - 2u * pass.index) & 31u")
vksort_radix_variant(value_uncounted fails "values past the first digit are not counted" radix_count_values
  count_values.comp "if (d < pass.value_passes) atomicAdd" "if (d == 0u) atomicAdd")
vksort_radix_variant(value_counts_missing fails "values of what is not there are counted" radix_count_values
  count_values.comp "if (first + i * INVOCATIONS >= n) continue\;" "{}")
vksort_radix_variant(value_rows_of_none reads "rows are summed up where the device finds no element" radix_count_values_told
  count_values.comp "if (n == 0u) return\;" "{}" count_values.comp "VKSORT_RADIX_RUN / n)" "VKSORT_RADIX_RUN / max(n, 1u))")
set(values_untold count_values.comp "writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, scratch[at(VKSORT_RADIX_TILES_AT)])\;" "{}")
vksort_radix_variant(value_untold fails "passes by value are needed and given no workgroups" radix_count_values_told ${values_untold})
vksort_radix_variant(value_untold misleads "passes by value are needed and given no workgroups" radix_decision_pairs ${values_untold})
vksort_radix_variant(value_past_the_end reads "values past the end are loaded to be counted" radix_count_values
  count_values.comp "valueAt(min(first + i * INVOCATIONS, n - 1u))" "valueAt(first + i * INVOCATIONS)")
vksort_radix_variant(value_next_past_the_end reads "the value after the last is compared" radix_count_pairs
  count.comp "key[i] == next[i] && first + i * STEP + 1u < n" "key[i] == next[i]")
vksort_radix_variant(value_ties_in_order misleads "equal keys are in order whatever their values" radix_count_pairs
  count.comp "disorder |= valueAt(first + i * STEP) > valueAt(first + i * STEP + 1u) ? 1u << i : 0u" "{}")
vksort_radix_variant(value_keeps_verdict fails "what was found of another sort's equal keys is not cleared" radix_count_pairs
  count.comp "scratch[at(VKSORT_RADIX_BY_VALUE_AT)] = 0u" "{}")
vksort_radix_variant(value_keeps_counts fails "what values are counted into is not cleared" radix_count_pairs
  count.comp "scratch[at(VKSORT_RADIX_HISTOGRAM_AT) + i] = 0u" "{}")
vksort_radix_variant(value_row_missing fails "a row of keys is left out" radix_count_values
  rows.glsl "row = first\; row < rows" "row = first + 1u\; row < rows")
vksort_radix_variant(value_sums_of_one_turn fails "a workgroup sums up the digits of its first turn alone" radix_count_values
  count_values.comp "first < rowWords()" "first < min(rowWords(), groups * VKSORT_RADIX_ROW_DIGITS)")
vksort_radix_variant(value_notes_in_rows fails "notes lie where the last row does" radix_count_pairs
  table.glsl "return rowOf(rows) + " "return rowOf(rows - 1u) + ")
vksort_radix_variant(value_blind strays "keys that are alike are not told" radix_count_pairs
  count.comp "scratch[note] = alike" "scratch[note] = 0u")
vksort_radix_variant(value_always_alike strays "how many keys were looked at is not told" radix_count_pairs
  count.comp "looks ? INVOCATIONS * INVOCATIONS / 4u : 0u" "0u")
vksort_radix_variant(value_few_looked_at strays "the same few keys are looked at again and again" radix_count_pairs
  count.comp "mixed >> 13) % n" "mixed >> 13) % min(n, 9u)")
vksort_radix_variant(value_never_needed strays "passes by value are never needed" radix_count_values
  count_values.comp "scratch[at(VKSORT_RADIX_BY_VALUE_AT)] = 1u" "{}")
vksort_radix_variant(value_long_unseen strays "keys that share digits are taken for short runs" radix_count_values
  count_values.comp "has_short_runs && longest <= " "has_short_runs || longest <= ")
vksort_radix_variant(value_shared_digit strays "one shared digit makes a long run" radix_count_pairs
  count.comp "longest = min(longest, sharing[d])" "longest = max(longest, sharing[d])")
vksort_radix_variant(value_long_in_rows strays "of what may be one run the rows' own are not added up" radix_count_values
  count_values.comp "atomicAdd(longest, noted[2])" "atomicMax(longest, noted[2])")
vksort_radix_variant(value_never_moved fails "passes by value are left out though they are needed" radix_pass_pairs
  pass.comp "OF_VALUES && scratch[at(VKSORT_RADIX_BY_VALUE_AT)] == 0u" "OF_VALUES")
vksort_radix_variant(value_runs_never_moved sorts "passes by value never move anything, where runs are few" radix_pass_pairs
  pass.comp "OF_VALUES && scratch[at(VKSORT_RADIX_BY_VALUE_AT)] == 0u" "OF_VALUES")
# Of what orders runs of equal keys.
vksort_radix_variant(value_needless_runs sorts "runs would be spoiled, but passes by value have put them in order" radix_runs
  runs.comp "setValue(begin + place, value)" "setValue(begin + place, ~value)"
  runs.comp "setValue(begin + i, words[SEEN + i])" "setValue(begin + i, ~words[SEEN + i])"
  runs.comp "atomicOr(found, IS_DISORDERED)" "setValue(index, 0u)")
vksort_radix_variant(value_runs_left fails "runs of equal keys are left as they are" radix_runs
  runs.comp "begin < n && !in_order" "false")
vksort_radix_variant(value_runs_from_the_left fails "an element counts those before it alone" radix_runs
  runs.comp "place += words[SEEN + j] < value ? 1u : 0u" "{}")
vksort_radix_variant(value_runs_from_the_right fails "an element counts those behind it alone" radix_runs
  runs.comp "place -= words[SEEN + j - 1u] > value ? 1u : 0u" "{}")
vksort_radix_variant(value_runs_short_alone fails "runs of many are left as they are" radix_runs
  runs.comp "atomicOr(found, IS_LONG)" "{}")
vksort_radix_variant(value_runs_in_piece_alone fails "runs that go on behind what is seen are left as they are" radix_runs
  runs.comp "atomicOr(found, IS_DISORDERED)" "{}")
vksort_radix_variant(value_runs_endless fails "a run that goes on is not seen to end" radix_runs
  runs.comp "atomicMin(run_end, index)" "{}")
vksort_radix_variant(value_runs_begin_late fails "a run that goes on begins behind the piece" radix_runs
  runs.comp "atomicMin(run_begin, begin + i)" "{}")
vksort_radix_variant(value_runs_in_chunks fails "chunks of a run are not merged" radix_runs
  runs.comp "size = CHUNK\; size < count" "size = CHUNK\; size < 0u")
# What is spoiled is spoiled where a promise of key bits is broken, too: see loses_no_value_* of radix_runs_test.cpp.
set(spoiled_chunk runs.comp "setValue(begin + i, words[i])" "setValue(begin + i, ~words[i])")
vksort_radix_variant(value_runs_spoiled fails "values of a chunk are spoiled" radix_runs ${spoiled_chunk})
vksort_radix_variant(value_runs_of_others_spoiled fails "the same, and so is a value behind the piece" radix_runs
  ${spoiled_chunk} runs.comp "in_order_of_keys && run_begin < end" "in_order_of_keys")
vksort_radix_variant(value_runs_half_merged fails "chunks of a run are merged by their first comparators alone" radix_runs
  runs.comp "min(count - i, CHUNK), t, false)" "0u, t, false)")
vksort_radix_variant(value_runs_far_alone fails "comparators of four chunks are left out but for the first" radix_runs
  runs.comp "stride >= CHUNK" "stride > 4u * CHUNK")
vksort_radix_variant(value_runs_unmirrored fails "stages begin as they go on" radix_runs
  runs.comp "a ^ (2u * (stride) - 1u)" "a + (stride)")
vksort_radix_variant(value_runs_unflipped fails "values of runs are loaded as if they ascended" radix_runs
  runs.comp "return bits ^ pass.value_flip" "return bits")
vksort_radix_variant(value_runs_no_barrier fails "values of runs are counted before all are there" radix_runs
  runs.comp "atomicOr(any_run, 1u)\;\n    barrier()\;" "atomicOr(any_run, 1u)\;")
vksort_radix_variant(value_runs_unfound fails "nobody says that there are runs" radix_runs runs.comp "atomicOr(any_run, 1u)" "atomicOr(any_run, 0u)")
vksort_radix_variant(value_runs_counted sorts "pieces are counted where values would be" radix_runs
  runs.comp "const bool has_before = begin != 0u"
  "if (t == 0u) atomicAdd(scratch[at(VKSORT_RADIX_HISTOGRAM_AT)], 1u)\; const bool has_before = begin != 0u")
vksort_radix_variant(value_runs_turned_round sorts "the first invocations come last" radix_runs
  runs.comp "t = gl_LocalInvocationIndex" "t = INVOCATIONS - 1u - gl_LocalInvocationIndex")
vksort_radix_variant(value_runs_of_keys_to_come fails "keys are compared before all are there" radix_runs
  runs.comp "run_end = n\;\n    }\n    barrier()\;" "run_end = n\;\n    }")
vksort_radix_variant(value_runs_uncounted fails "no workgroups are found for runs of equal keys" radix_set_up_counted
  set_up.comp "few ? 0u : ceilOf(n, RUN_PIECE)" "0u")
vksort_radix_variant(value_runs_undecided misleads "no workgroups are given to runs of equal keys" radix_decision_pairs
  verdict.glsl "moves ? ceilOf(n, RUN_PIECE) : 0u" "0u")
vksort_radix_variant(value_at_rest misleads "passes by value have workgroups before anybody asks for them" radix_decision_pairs
  verdict.glsl "writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, 0u)" "writeArguments(VKSORT_RADIX_VALUE_ARGUMENTS, tilesOf(n))")
vksort_radix_variant(value_runs_of_none reads "a piece without elements is looked at" radix_runs
  runs.comp "begin < n && !in_order" "begin <= n")
vksort_radix_variant(value_runs_past_the_end reads "the key behind the last is loaded" radix_runs
  runs.comp "keyAt(min(begin + seen, n - 1u))" "keyAt(begin + seen)")
vksort_radix_variant(wide_runs_of_high_words fails "high words are put in order in place of low ones" radix_runs
  elements.glsl "keyWord(index) ^ 1u" "keyWord(index)")
vksort_radix_variant(value_blind_at_ends misleads "the last element of a unit is not compared with the next" radix_count_pairs
  count.comp "ends_unit && BY_VALUE == 0u" "ends_unit")
vksort_radix_variant(value_ties_apart misleads "equal keys far apart are left to a repair" radix_decision_pairs
  verdict.glsl "i < 2u || before < mine.lowest" "before <= mine.lowest")
vksort_radix_variant(value_equal_moved misleads "equal keys far apart are moved though they are in order" radix_decision_pairs
  verdict.glsl "all_in_order == 0u && all_mendable == 0u" "all_mendable == 0u")
vksort_radix_variant(value_first_halves_moved misleads "what is not there is before no key that is the lowest" radix_decision_pairs
  verdict.glsl "i < 2u || before < mine.lowest" "before < mine.lowest")

# Of wide keys; these names begin with wide_.
vksort_radix_variant(wide_low_first fails "the low word comes first" radix_pass_pairs
  move.glsl "return INTERLEAVED == 1u ? pair : pair.yx" "return pair")
vksort_radix_variant(wide_low_last fails "the high word is stored first" radix_pass_pairs
  move.glsl "INTERLEAVED == 1u ? pair : pair.yx\;\n    } else" "pair\;\n    } else")
vksort_radix_variant(wide_parts_low_first fails "the low word comes first" radix_pass_pairs
  elements.glsl "<< 1u | INTERLEAVED >> 1u" "<< 1u")
vksort_radix_variant(wide_low_first fails "the low word is counted for the high one" radix_count_pairs
  elements.glsl "<< 1u | INTERLEAVED >> 1u" "<< 1u")
vksort_radix_variant(wide_parts_next_key fails "low words are those of the next key" radix_pass_pairs
  elements.glsl "keyWord(index) ^ 1u" "keyWord(index) + 1u")
