# The shaders of sorts in lent memory with something changed, for vksort-tests: what must sort none the less, and what must not.
# Makes radix_variants.h; see variants.h.
include(${CMAKE_CURRENT_LIST_DIR}/../shaders/edit.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/../shaders/tried.cmake)
set(variant_declarations "")
set(variant_rows "")

# Of those that no other case takes, one of so many is compiled and run by default.
set(variants_of_fails 16)
set(variants_of_reads 3)
set(variants_of_misleads 4)
set(variants_elsewhere unstable adds_turned_round_unseen values_stay counts_missing deaf value_runs_left value_runs_short_alone value_runs_in_piece_alone
  value_runs_spoiled value_runs_of_others_spoiled value_untold rank_made_up rank_other_sample looks_back_twice
  rank_past_the_copy rank_value_past_the_copy last_seam
  last_seam_at_first blind_in_halves blind_amid_halves)

# vksort_radix_variant(<name> sorts|fails|reads|misleads|leads|strays|stays|trusts "<description>" <module> {<file> <text> <replacement>}...)
# reads: or writes something outside the arguments, which no result tells. misleads: a coherent sort does something else than what
# its input takes; leads: it does not. strays: a sort by value takes passes that it need not, or leaves out some; stays: it does not. hooked_ before a module: with source_hook.glsl.
function(vksort_radix_variant name verdict description module)
  set(dir ${CMAKE_CURRENT_BINARY_DIR}/radix/${name}_${module})
  vksort_edit_shaders(${dir} ${ARGN})
  if(DEFINED variants_of_${verdict} AND NOT VKSORT_TEST_EVERY_VARIANT AND NOT name IN_LIST variants_elsewhere)
    vksort_leave_out(left_out variants_${verdict} ${variants_of_${verdict}})
    if(left_out)
      return()
    endif()
  endif()
  set(array ${name}_${module})
  string(REGEX REPLACE "^hooked_" "" shipped ${module})
  set(definitions "")
  if(NOT shipped STREQUAL module)
    set(definitions -DHOOK -I${small_hooks_dir}/vksort_small_hooks.hooks/source_hook)
  endif()
  vksort_add_tried_module(vksort-tests ${shipped} ${array} variant_declarations DIR ${dir} ${definitions})
  set(variant_declarations "${variant_declarations}" PARENT_SCOPE)
  set(variant_rows "${variant_rows}    {\"${name}\", \"${description}\", \"${module}\", Verdict::${verdict}, {${array}, ${array}_end}},\n" PARENT_SCOPE)
endfunction()

# Workgroups that other workgroups wait for in vain.
set(own "publish(tile, t * OWNED + j, ofTile(tile), mine[j])\;")
set(sum "publish(tile, t * OWNED + j, VKSORT_RADIX_ALL_TILES, before[j] + mine[j])\;")
set(order "tile = workgroup()")
set(last_first "tile = LOOKS_BACK ? tilesOf(elementCount()) - 1u - workgroup() + summing : workgroup()")
set(late "uint looks = 0u\; for (uint k = 0u\; k < 4096u\; ++k) looks += stateOf(tile, 0u)\; if (looks != 0xffffffffu)")
set(patience look_back.glsl "layout(constant_id = VKSORT_RADIX_PATIENCE) const uint PATIENCE = 512\;" "const uint PATIENCE = 3u\;")
vksort_radix_variant(silent sorts "two of three workgroups never tell their counts" radix_pass_keys ${patience}
  pass.comp "${own}" "if (tile % 3u == 0u) ${own}" pass.comp "${sum}" "if (tile % 3u == 0u) ${sum}")
vksort_radix_variant(mute sorts "no workgroup ever tells its counts" radix_pass_keys ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
vksort_radix_variant(mute sorts "no workgroup ever tells its counts" radix_pass_pairs ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
vksort_radix_variant(mute_for_long sorts "no workgroup ever tells its counts, of as many tiles as look back, and all wait for it"
  radix_pass_keys pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
vksort_radix_variant(value_mute sorts "no workgroup ever tells its counts, of values either" radix_pass_pairs ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
vksort_radix_variant(wide_mute sorts "no workgroup ever tells its counts, of keys of two words" radix_pass_pairs ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
# What tiles of many pairs do, of which software has none.
set(apart pass.comp "PARTS + ODD == 1u && ELEMENTS <= 8u" "false")
vksort_radix_variant(apart sorts "values follow where registers are enough for both" radix_pass_pairs ${apart})
vksort_radix_variant(value_apart sorts "the same, by value" radix_pass_pairs ${apart})
vksort_radix_variant(portable_apart sorts "the same, without look-back" radix_pass_pairs ${apart})
vksort_radix_variant(apart_keys_twice fails "the same, but that they are keys again" radix_pass_pairs ${apart}
  pass.comp "if (PARTS == 1u) LOAD(value, !OF_VALUES)" "if (PARTS == 1u) LOAD(value, OF_VALUES)")
vksort_radix_variant(apart_keys_of_one_row fails "the same, but that all rows have the keys of the first" radix_pass_pairs
  ${apart} pass.comp "sorted[ROW_OF(p, i)] = words[i * INVOCATIONS + t]" "sorted[ROW_OF(p, i)] = words[t]")
vksort_radix_variant(apart_rows_of_one_key fails "the same, but that each part takes the key of its first row" radix_pass_pairs
  ${apart} pass.comp "KEY_AT(p, i) sorted[ROW_OF(p, i)]" "KEY_AT(p, i) sorted[ROW_OF(p, 0u)]")
vksort_radix_variant(portable_halves_of_one_row fails "all rows of a half take the first" radix_pass_pairs
  pass.comp "in_half = i * INVOCATIONS + t" "in_half = t")
vksort_radix_variant(pairs_begin_late fails "a copy begins with the word after the next" radix_pass_pairs
  elements.glsl "(at(word) + 1u) >> 1u" "(at(word) >> 1u) + 1u")
vksort_radix_variant(late sorts "every workgroup tells its counts late" radix_pass_keys ${patience}
  pass.comp "${own}" "${late} ${own}")
vksort_radix_variant(backwards sorts "the first workgroup takes the last tile" radix_pass_keys ${patience}
  pass.comp "${order}" "${last_first}")
vksort_radix_variant(mute_backwards sorts "the first workgroup takes the last tile, and nobody tells" radix_pass_keys ${patience}
  pass.comp "${order}" "${last_first}" pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
vksort_radix_variant(partial sorts "workgroups tell their own counts alone" radix_pass_keys ${patience} pass.comp "${sum}" "{}")

# Devices that add for a subgroup's last invocation first. What is out of order is seen, and moved once more.
set(adding "place[i] = atomicAdd(words[subgroup * DIGITS + digitOf(key[i])], 1u)\;")
set(last_adds_first "for (uint turn = SUBGROUP\; turn-- != 0u\;) { if (turn == lane) { ${adding} } subgroupSync()\; }")
set(see "if (turned) atomicOr(OUT_OF_ORDER, 1u)\;")
foreach(module radix_pass_keys radix_pass_pairs)
  vksort_radix_variant(adds_turned_round sorts "a subgroup's last invocation adds first" ${module}
    rank.glsl "${adding}" "${last_adds_first}")
  vksort_radix_variant(adds_turned_round_unseen fails "the same, and nobody sees it" ${module}
    rank.glsl "${adding}" "${last_adds_first}" pass.comp "${see}" "{}")
  vksort_radix_variant(moves_all_again sorts "every tile is taken to be out of order" ${module}
    pass.comp "${see}" "OUT_OF_ORDER = 1u\;")
  vksort_radix_variant(larger_moves_all_again sorts "the same, of tiles in parts" ${module}
    pass.comp "${see}" "OUT_OF_ORDER = 1u\;")
  vksort_radix_variant(never_again trusts "what is moved once more is spoiled" ${module}
    additions.glsl "before + rank.x, key," "before + rank.x, ~key,")
  vksort_radix_variant(mute_never_again trusts "the same, and no workgroup ever tells its counts" ${module}
    ${patience} pass.comp "${own}" "{}" pass.comp "${sum}" "{}" additions.glsl "before + rank.x, key," "before + rank.x, ~key,")
  vksort_radix_variant(portable_adds_turned_round sorts "the same without look-back, where additions come in any order" ${module}
    rank.glsl "${adding}" "${last_adds_first}")
endforeach()
vksort_radix_variant(again_past_the_end reads "what is missing is moved once more, too" radix_pass_pairs
  pass.comp "${see}" "OUT_OF_ORDER = 1u\;" additions.glsl "if (exists) move(to" "move(to")
vksort_radix_variant(portable_value_adds_turned_round sorts "the same, by value" radix_pass_pairs
  rank.glsl "${adding}" "${last_adds_first}")
vksort_radix_variant(mute_adds_turned_round sorts "the last invocation adds first, and no workgroup ever tells its counts"
  radix_pass_keys ${patience} pass.comp "${own}" "{}" pass.comp "${sum}" "{}" rank.glsl "${adding}" "${last_adds_first}")
vksort_radix_variant(apart_adds_turned_round sorts "the same of values that follow their keys, in one piece" radix_pass_pairs
  ${apart} rank.glsl "${adding}" "${last_adds_first}")
vksort_radix_variant(adds_turned_round_side_by_side sorts "the same of pairs in any order" radix_pass_pairs
  rank.glsl "${adding}" "${last_adds_first}")
vksort_radix_variant(value_adds_turned_round sorts "the same, by value" radix_pass_pairs
  rank.glsl "${adding}" "${last_adds_first}")
vksort_radix_variant(wide_adds_turned_round sorts "the same of keys of two words" radix_pass_pairs
  rank.glsl "${adding}" "${last_adds_first}")

# As many elements as take 2^24 of a digit are never sorted here.
vksort_radix_variant(counts_above_2_24 sorts "tiles tell 2^24 more than they have, and who looks back takes that off"
  radix_pass_keys look_back.glsl "stateWord(status, count)" "stateWord(status, count + (1u << 24u))"
  look_back.glsl "sum += tells ?" "if (tells) sum -= 1u << 24u\;\n      sum += tells ?")

# Software runs the subgroups of a workgroup one after the other up to the next barrier, so that what the first prepares for
# the others is there without one: here it comes last.
set(round pass.comp "subgroup = gl_SubgroupID" "subgroup = SUBGROUPS - 1u - gl_SubgroupID")
vksort_radix_variant(turned_round sorts "the first subgroup comes last" radix_pass_keys ${round})
vksort_radix_variant(turned_round sorts "the first subgroup comes last" radix_pass_pairs ${round})
vksort_radix_variant(value_turned_round sorts "the same, by value" radix_pass_pairs ${round})
vksort_radix_variant(portable_turned_round sorts "the same, without look-back" radix_pass_keys ${round})
vksort_radix_variant(mute_turned_round sorts "the same, and no workgroup ever tells its counts" radix_pass_keys ${round}
  ${patience} pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
vksort_radix_variant(turned_round leads "the first invocations that decide come last" radix_decision
  decision.comp "gl_LocalInvocationIndex" "INVOCATIONS - 1u - gl_LocalInvocationIndex")
set(turned_round "INVOCATIONS - 1u - (gl_SubgroupID << SUBGROUP_LOG2 | gl_SubgroupInvocationID)")
set(count_turned_round count.comp "t = gl_SubgroupID << SUBGROUP_LOG2 | gl_SubgroupInvocationID" "t = ${turned_round}")
vksort_radix_variant(value_looks_turned_round stays "the first invocations that look for equal keys come last" radix_count_pairs
  ${count_turned_round})
vksort_radix_variant(value_digits_turned_round stays "the first invocations that sum up come last" radix_count_values
  count_values.comp "t = gl_SubgroupID << SUBGROUP_LOG2 | gl_SubgroupInvocationID" "t = ${turned_round}")
vksort_radix_variant(units_cleared_last leads "the first invocations that clear units come last" radix_count
  count.comp "uint i = t\; i < UNITS\; i += INVOCATIONS) {\n        lowest"
  "uint i = INVOCATIONS - 1u - t\; i < UNITS\; i += INVOCATIONS) {\n        lowest")
# Workgroups of a GPU have more invocations than there are digits, and several shares of a table.
set(half pass.comp "1u : DIGITS / INVOCATIONS" "1u : 2u * DIGITS / INVOCATIONS")
vksort_radix_variant(half_own_nothing sorts "half of the invocations own no digit" radix_pass_keys ${half})
vksort_radix_variant(half_own_nothing sorts "half of the invocations own no digit" radix_pass_pairs ${half})
# Those rank while the others look back.
vksort_radix_variant(half_own_nothing_mute sorts "the same, and no workgroup ever tells its counts" radix_pass_keys ${half}
  ${patience} pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
vksort_radix_variant(half_own_nothing_silent sorts "the same, but that one of three does" radix_pass_pairs ${half} ${patience}
  pass.comp "${own}" "if (tile % 3u == 0u) ${own}" pass.comp "${sum}" "if (tile % 3u == 0u) ${sum}")
vksort_radix_variant(half_own_nothing_backwards sorts "the same, and the first workgroup takes the last tile" radix_pass_keys ${half}
  ${patience} pass.comp "${order}" "${last_first}")
set(late_look "\n  for (\;\;) {")
set(anew "\n  EACH_OWNED(j) rest[j] = LOOKS_BACK ? tile : 0u\;\n  for (\;\;) {")
vksort_radix_variant(looks_back_twice fails "what was found before ranking is added again" radix_pass_keys ${half}
  pass.comp "${late_look}" "${anew}")
vksort_radix_variant(looks_back_late sorts "who has nobody to rank meanwhile looks back behind ranking" radix_pass_keys
  pass.comp "${late_look}" "${anew}")
vksort_radix_variant(looks_back_late_in_parts_ sorts "the same, for want of registers" radix_pass_pairs ${half}
  pass.comp "${late_look}" "${anew}")
vksort_radix_variant(looks_back_in_part sorts "before ranking one window of states is looked at" radix_pass_keys ${half}
  pass.comp "${sum}" "{}" look_back.glsl "while (tile_end != 0u && looks < patience) {"
  "uint windows = 0u\; while (tile_end != 0u && looks < patience && (patience == PATIENCE || windows++ == 0u)) {")
vksort_radix_variant(of_each_other_digit sorts "tiles tell of each other digit alone" radix_pass_keys ${patience}
  pass.comp "${own}" "if ((t * OWNED + j) % 2u == 0u) ${own}" pass.comp "${sum}" "if ((t * OWNED + j) % 2u == 0u) ${sum}")
vksort_radix_variant(neighbours_exchanged sorts "workgroups take each other's tiles" radix_pass_keys ${half}
  pass.comp "${order}"
  "tile = LOOKS_BACK && (workgroup() - summing ^ 1u) < tilesOf(elementCount()) ? workgroup() - summing ^ 1u : workgroup()")
vksort_radix_variant(portable_half_own_nothing sorts "half of the invocations own no digit, without look-back" radix_pass_keys ${half})
vksort_radix_variant(in_shares sorts "rows of a table are summed up in two shares" radix_pass_keys
  sum_table.glsl "INVOCATIONS > ROW ? INVOCATIONS / ROW : 1u" "2u"
  sum_table.glsl "for (uint row = t / ROW\;" "for (uint share = 0u\; share < 2u && t < ROW\; ++share) for (uint row = share\;")
vksort_radix_variant(portable_in_shares sorts "the same, of all passes" radix_pass_pairs
  sum_table.glsl "INVOCATIONS > ROW ? INVOCATIONS / ROW : 1u" "2u"
  sum_table.glsl "for (uint row = t / ROW\;" "for (uint share = 0u\; share < 2u && t < ROW\; ++share) for (uint row = share\;")
# Those of neighbours, which are at work together, meet in one word.
set(neighbours sum_table.glsl "INVOCATIONS > ROW ? INVOCATIONS / ROW : 1u" "2u" sum_table.glsl "word = t % ROW" "word = t / 2u"
  sum_table.glsl "word += INVOCATIONS" "word += INVOCATIONS / 2u" sum_table.glsl "uint row = t / ROW" "uint row = t % 2u")
vksort_radix_variant(in_shares_of_neighbours sorts "two invocations side by side add to the same digits" radix_pass_keys
  ${neighbours})
vksort_radix_variant(portable_in_shares_of_neighbours sorts "the same, of all passes" radix_pass_pairs ${neighbours})
vksort_radix_variant(portable_in_groups sorts "a table is summed up in groups of two lanes" radix_sum
  sum.comp "LANES < 8u ? LANES : 8u" "2u" sum.comp "INVOCATIONS / 4u" "INVOCATIONS / 2u")
# And large sorts have more than their workgroups count, or look for runs in, at once.
set(few_count set_up.comp "min(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS)" "min(tiles, 3u)")
vksort_radix_variant(three_count_all sorts "three workgroups count all" radix_set_up_counted ${few_count})
vksort_radix_variant(value_three_count_all sorts "three workgroups count all, values too" radix_set_up_counted ${few_count})
vksort_radix_variant(value_runs_by_three sorts "three workgroups put all runs in order" radix_set_up_counted
  set_up.comp "few ? 0u : ceilOf(n, RUN_PIECE)" "few ? 0u : min(ceilOf(n, RUN_PIECE), 3u)")

# What stands in for them, broken.
vksort_radix_variant(counts_nothing fails "what is counted for another is not told" radix_pass_keys ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}" pass.comp "ofTile(tile), spare[i])" "ofTile(tile), 0u)")
vksort_radix_variant(counts_first_twice fails "the first tile is told as one of many" radix_pass_keys ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}" pass.comp "ofTile(tile), spare[i])" "VKSORT_RADIX_ONE_TILE, spare[i])")
vksort_radix_variant(value_counts_keys fails "keys are counted in place of another's values" radix_pass_pairs ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}" pass.comp "digitOf(keyOf(i))" "digitOf(FROM_RANGE ? wordOfRange(i, false) : keyOf(i))")
vksort_radix_variant(counts_next fails "the next tile is counted in its place" radix_pass_keys ${patience}
  pass.comp "${own}" "{}" pass.comp "${sum}" "{}" pass.comp "uint i = tile * TILE + t" "uint i = (tile + 1u) * TILE + t")
vksort_radix_variant(skips_one fails "the tile before the last that told is left out" radix_pass_keys ${patience}
  pass.comp "${sum}" "{}" look_back.glsl "min(tile_end, told)" "min(tile_end, told + 1u)")

# The rest.
vksort_radix_variant(stores_missing fails "what is not there is stored" radix_pass_keys
  move.glsl "if (exists) keys_out[to.first + index] = bits" "keys_out[to.first + index] = bits")
vksort_radix_variant(stores_missing fails "what is not there is stored" radix_pass_pairs
  move.glsl "if (exists) values_out" "values_out")
vksort_radix_variant(stores_missing_side_by_side fails "what is not there is stored, with its value" radix_pass_pairs
  move.glsl "if (exists) pairs_out" "pairs_out")
vksort_radix_variant(counts_missing fails "what is not there is counted" radix_count
  count.comp "if (first + i * STEP >= n) continue\;" "{}")
# Beside `backwards`, whose last workgroup has not told yet when the others look.
vksort_radix_variant(keeps_state fails "the states of the first tile are not cleared" radix_count
  count.comp "i += groups * INVOCATIONS) scratch"
  "i += groups * INVOCATIONS) if (i < VKSORT_RADIX_STATES || i >= VKSORT_RADIX_STATES + DIGITS) scratch")
vksort_radix_variant(keeps_state_of_many fails "states are cleared for as many tiles as rounds are counted" radix_count
  count.comp "tilesOf(n) * DIGITS" "rounds * DIGITS")
vksort_radix_variant(unstable fails "equal digits of a subgroup are turned round" radix_pass_pairs
  rank.glsl "bitCount(same & ((1u << lane) - 1u))" "bitCount(same >> lane) - 1u"
  rank.glsl "${adding}" "${last_adds_first}" pass.comp "${see}" "{}")
vksort_radix_variant(portable_unstable fails "the same of votes alone" radix_pass_pairs
  rank.glsl "bitCount(same & ((1u << lane) - 1u))" "bitCount(same >> lane) - 1u")
# What ranks subgroups of 64 and 128 does at any width.
vksort_radix_variant(portable_ranked_as_wide sorts "ranks are those of wide subgroups" radix_pass_keys
  rank.glsl "if (SUBGROUP_LOG2 <= 5u) {" "if (SUBGROUP_LOG2 > 9u) {")
vksort_radix_variant(portable_ranked_with_itself fails "in wide subgroups an invocation is before itself" radix_pass_keys
  rank.glsl "if (SUBGROUP_LOG2 <= 5u) {" "if (SUBGROUP_LOG2 > 9u) {"
  rank.glsl "subgroupBallotExclusiveBitCount(same)" "subgroupBallotInclusiveBitCount(same)")
vksort_radix_variant(value_parts_ranked_as_one fails "elements ranked ahead of their counters all count as the only one" radix_pass_pairs
  rank.glsl "place[i] = rank.y << 8u | rank.x" "place[i] = 1u << 8u | rank.x")
vksort_radix_variant(lost_iota fails "values are read that the sort should make up" radix_pass_pairs
  move.glsl "IOTA != 0u && pass.index == 0u" "false")
vksort_radix_variant(pairs_misaligned fails "a copy begins with the word before it" radix_pass_pairs
  elements.glsl "(at(word) + 1u) >> 1u" "at(word) >> 1u")
vksort_radix_variant(pairs_mixed fails "pairs leave the range with their words exchanged" radix_pass_pairs
  pass.comp "FROM_RANGE ? pairOfRange(INDEX(i))" "FROM_RANGE ? pairOfRange(INDEX(i)).yx")
vksort_radix_variant(pairs_turned_side_by_side fails "pairs side by side are stored with their words exchanged" radix_pass_pairs
  move.glsl "INTERLEAVED == 1u ? pair : pair.yx\;\n    } else" "INTERLEAVED == 1u ? pair.yx : pair\;\n    } else")
vksort_radix_variant(pairs_read_turned_side_by_side fails "pairs side by side are loaded with their words exchanged"
  radix_pass_pairs move.glsl "return INTERLEAVED == 1u ? pair : pair.yx" "return INTERLEAVED == 1u ? pair.yx : pair")
vksort_radix_variant(values_stay fails "values go where they were" radix_pass_pairs
  pass.comp "words[place[i] - p * HALF + HALF] = value[i]" "words[i * INVOCATIONS % HALF + t % HALF + HALF] = value[i]")
vksort_radix_variant(parts_without_values fails "keys take the places of their values, too" radix_pass_pairs
  pass.comp "EXCHANGE(0u, value)" "EXCHANGE(0u, key)")
vksort_radix_variant(parts_in_one_order fails "the second part has the keys of the first" radix_pass_pairs
  pass.comp "if (p != 0u) EXCHANGE(p, key)" "{}")
vksort_radix_variant(halves_lost fails "the second half of a tile is not stored" radix_pass_pairs
  pass.comp "uint p = 0u\; p < 2u\;" "uint p = 0u\; p < 1u\;")
vksort_radix_variant(no_barrier fails "elements are stored before all know where they go" radix_pass_keys
  pass.comp "barrier()\;\n    const uint stuck" "const uint stuck")
vksort_radix_variant(no_barrier fails "pairs are stored before all are there" radix_pass_pairs
  pass.comp "EXCHANGE_PAIRS(p)\n        barrier()\;" "EXCHANGE_PAIRS(p)")
vksort_radix_variant(halves_in_a_hurry fails "a half takes the place of one that is not stored yet" radix_pass_pairs
  pass.comp "barrier()\;\n        EXCHANGE_PAIRS(p)" "EXCHANGE_PAIRS(p)")
vksort_radix_variant(parts_read_in_a_hurry fails "keys are taken before all are there" radix_pass_pairs
  pass.comp "barrier()\;\n      EACH_OF_PART(i) {\n        const uint before" "EACH_OF_PART(i) {\n        const uint before")
vksort_radix_variant(parts_values_in_a_hurry fails "values take the places of keys that are not taken yet" radix_pass_pairs
  pass.comp "      barrier()\;\n    }\n    if (PARTS" "    }\n    if (PARTS")
vksort_radix_variant(parts_in_a_hurry fails "a part takes the place of one that is not stored yet" radix_pass_keys
  pass.comp "barrier()\;\n      EXCHANGE(p, LAST_TO_MOVE)" "EXCHANGE(p, LAST_TO_MOVE)")
vksort_radix_variant(parts_lost fails "the second part is not stored" radix_pass_keys
  pass.comp "move(to, p * PART + in_part" "if (p == 0u) move(to, p * PART + in_part")
vksort_radix_variant(no_rotation fails "NaN stay where their bits put them" radix_pass_keys
  elements.glsl "layout(constant_id = VKSORT_RADIX_ROTATION) const uint" "const uint")
vksort_radix_variant(believes_count fails "a count above the capacity is believed" radix_pass_keys
  elements.glsl "min(counts[push.first_count], push.count)" "counts[push.first_count]")
vksort_radix_variant(keys_beyond_count fails "workgroups that have no element move some" radix_pass_keys
  pass.comp "#else\n  if (begin >= n) return\;" "#else")
vksort_radix_variant(pairs_beyond_count fails "workgroups that have no element move some" radix_pass_pairs
  pass.comp "if (begin >= n || (" "if ((")
vksort_radix_variant(portable_keys_beyond_count fails "without look-back, too" radix_pass_keys
  pass.comp "#else\n  if (begin >= n) return\;" "#else")
vksort_radix_variant(too_few_tiles fails "a tile that is not full has no workgroup" radix_set_up_counted
  elements.glsl "return ceilOf(n, TILE)\;" "return n / TILE\;")
vksort_radix_variant(portable_too_few_tiles fails "without look-back, too" radix_set_up_counted
  elements.glsl "return ceilOf(n, TILE)\;" "return n / TILE\;")
vksort_radix_variant(few_too_many fails "one element more than a workgroup sorts is left to it" radix_set_up_counted
  set_up.comp "n <= FEW" "n <= FEW + 1u")
vksort_radix_variant(few_by_nobody fails "few elements have no workgroup" radix_set_up_counted
  set_up.comp "few ? min(n, 1u) : 0u" "0u")
vksort_radix_variant(few_always fails "values are made up again behind the passes that move" radix_set_up_counted
  set_up.comp "few ? min(n, 1u) : 0u" "1u")
vksort_radix_variant(few_moved fails "few elements are moved first" radix_set_up_counted
  set_up.comp "few ? 0u : tilesOf(n)" "tilesOf(n)")

# Where none looks back; these names begin with portable_, but for that of what looks back in vain.
vksort_radix_variant(deaf fails "what other workgroups tell is not added" radix_pass_pairs
  pass.comp "rest[j] = lookBack(rest[j], t * OWNED + j, patience, before[j])\;" "rest[j] = 0u\;")
vksort_radix_variant(portable_at_home fails "the next digit is counted for the tile that an element comes from"
  radix_pass_keys move.glsl "rowFor(pass.index + 1u, index / TILE)" "rowFor(pass.index + 1u, gl_WorkGroupID.x)")
vksort_radix_variant(portable_again fails "the digit itself is counted in place of the next" radix_pass_pairs
  move.glsl "laterDigitOf(key, 1u)" "laterDigitOf(key, 0u)")
vksort_radix_variant(portable_stale fails "the table after the next is not cleared" radix_pass_keys
  pass.comp "scratch[rowFor(pass.index + 2u, tile) + i] = 0u\;" "{}")
vksort_radix_variant(portable_stale fails "the second table is not cleared" radix_count
  count.comp "scratch[rowFor(1u, round) + i] = 0u\;" "{}")
vksort_radix_variant(portable_two fails "two tables take turns" radix_pass_keys table.glsl "index % 3u" "index % 2u")
vksort_radix_variant(portable_own_tile fails "a tile is before itself" radix_pass_keys
  sum_table.glsl "of_row < tile ?" "of_row <= tile ?")
vksort_radix_variant(portable_last_row fails "the last row is not summed up" radix_pass_pairs
  sum_table.glsl "of_row < rows ?" "of_row + 1u < rows ?")
vksort_radix_variant(portable_all_rows fails "rows are summed up that the count has no tiles for" radix_pass_keys
  pass.comp "DEVICE_COUNT != 0u ? tilesOf(n) : pass.tiles" "pass.tiles")
vksort_radix_variant(portable_no_barrier fails "sums of a table are overwritten before all have them" radix_pass_keys
  pass.comp "before[j] = spare[t * OWNED + j]\;\n      }\n    }\n    barrier()\;" "before[j] = spare[t * OWNED + j]\;\n      }\n    }")
vksort_radix_variant(portable_half_words fails "two digits that share a word are taken for one" radix_pass_keys
  sum_table.glsl "uvec2(count[i] & 0xffffu" "uvec2(count[i]")
vksort_radix_variant(portable_other_digit fails "the digit after that of the pass is counted" radix_count_digit
  count_digit.comp "counters[digitOf(key[i])]" "counters[laterDigitOf(key[i], 1u)]")
vksort_radix_variant(portable_missing fails "what is not there is counted" radix_count_digit
  count_digit.comp "if (first + i * INVOCATIONS < n) atomicAdd" "atomicAdd")
vksort_radix_variant(portable_no_barrier fails "counts are stored before all are there" radix_count_digit
  count_digit.comp "barrier()\;\n  STORE_ROW" "STORE_ROW")
vksort_radix_variant(portable_row_before fails "counts are stored for the tile before" radix_count_digit
  count_digit.comp "STORE_ROW(tile, counters)" "STORE_ROW(max(tile, 1u) - 1u, counters)")
vksort_radix_variant(portable_value_of_keys fails "the first digit of keys is counted in place of that of values" radix_count_pairs
  count.comp "counters[(value[i] >> pass.shift) & (DIGITS - 1u)]" "counters[digitOf(key[i])]")
vksort_radix_variant(portable_value_in_range fails "keys of the range are counted in place of its values" radix_count_digit_pairs
  count_digit.comp "} else if (by_value)" "} else if (false)")
vksort_radix_variant(portable_value_in_copy fails "keys of a copy are counted in place of its values" radix_count_digit_pairs
  count_digit.comp "(by_value ? 1u : 0u)" "0u")
vksort_radix_variant(portable_pairs_as_keys fails "a copy of pairs is counted as one of keys" radix_count_digit
  count_digit.comp "(index) * pass.copied" "(index)")
vksort_radix_variant(portable_pairs_misaligned fails "a copy of pairs is counted from the word before it on" radix_count_digit
  count_digit.comp "2u * pairAt(pass.from)" "at(pass.from)")
vksort_radix_variant(portable_no_barrier fails "sums are added up before all are there" radix_sum
  sum.comp "sums[t] = mine\;\n    barrier()\;" "sums[t] = mine\;")
vksort_radix_variant(portable_own_tile fails "a tile is before itself" radix_sum
  sum.comp "scratch[begin + (row + i) * DIGITS] = before\;" "scratch[begin + (row + i) * DIGITS] = before + count[i]\;")
vksort_radix_variant(portable_own_lane fails "an invocation's rows are before themselves" radix_sum
  sum.comp "i < lane % GROUP ?" "i <= lane % GROUP ?")
vksort_radix_variant(portable_past_the_end fails "the last row is summed up again and again" radix_sum
  sum.comp "if (row + i >= tiles) count[i] = 0u\;" "{}")
vksort_radix_variant(portable_begin fails "the rows after the first round are left out" radix_sum
  sum.comp "done < tiles\;" "done < 1u\;")
vksort_radix_variant(portable_no_total fails "what all have is not stored" radix_sum
  sum.comp "if (lane == 0u) scratch[begin + tiles * DIGITS] = total\;" "{}")
vksort_radix_variant(portable_kept misleads "counts of a tile are added to those of the next that a workgroup has" radix_count
  count.comp "    for (uint i = t\; i < DIGITS\; i += INVOCATIONS) counters[i] = 0u\;\n    barrier()\;\n  }" "    barrier()\;\n  }")

# With a hook.
vksort_radix_variant(keys_unstored fails "keys are computed, counted and not stored" hooked_radix_count
  count.comp "keys[keyWord(first + i * STEP)] = key[i]\;" "{}")
vksort_radix_variant(stores_missing_keys fails "keys are stored for what is not there" hooked_radix_count
  count.comp "if (first + i * STEP < n) keys[keyWord(first + i * STEP)]"
  "keys[keyWord(first + i * STEP)]")
vksort_radix_variant(calls_for_missing fails "keys are computed for what is not there" hooked_radix_count
  count.comp "keyBits(min(first + i * STEP, n - 1u))" "keyBits(first + i * STEP)")

include(${CMAKE_CURRENT_LIST_DIR}/variants_by_rows.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/variants_by_value.cmake)

# Of coherent sorts.
vksort_radix_variant(blind_in_units misleads "what is out of order within a unit is not seen" radix_count
  count.comp "if (any_disordered) atomicOr(disordered[unit], 1u)\;" "{}")
vksort_radix_variant(blind_at_ends misleads "the last two elements of a unit are not compared" radix_count
  count.comp "first + i * STEP + 1u) &" "first + i * STEP + 2u) &")
vksort_radix_variant(no_highest misleads "the highest key of a unit is that of any subgroup" radix_count
  count.comp "atomicMax(highest[unit], of_all_most)" "highest[unit] = of_all_most")
vksort_radix_variant(no_lowest misleads "the lowest key of a unit is that of any subgroup" radix_count
  count.comp "atomicMin(lowest[unit], of_all_least)" "lowest[unit] = of_all_least")
vksort_radix_variant(unit_too_few misleads "the last unit is not looked at" radix_count
  count.comp "if (unit > (n - 1u) >> UNIT_LOG2) break\;" "if (unit >= (n - 1u) >> UNIT_LOG2) break\;")
vksort_radix_variant(blind_in_halves misleads "units of a half tile are not compared with their neighbours" radix_first_pass_keys
  verdict.glsl "seen.x <= seen.y && found.highest <= seen.x" "seen.x <= seen.y")
vksort_radix_variant(blind_between_halves misleads "half tiles are not compared with their neighbours" radix_first_pass_keys
  verdict.glsl "mine.in_order && one_back <= mine.lowest" "mine.in_order")
vksort_radix_variant(one_look misleads "each invocation looks at one half tile" radix_decision
  verdict.glsl "i < halves\; i += INVOCATIONS" "i < min(halves, INVOCATIONS)\; i += INVOCATIONS")
vksort_radix_variant(never_repairs misleads "all that is out of order is moved" radix_decision
  verdict.glsl "const bool moves = all_in_order == 0u && all_mendable == 0u" "const bool moves = all_in_order == 0u")
vksort_radix_variant(too_strict misleads "the half tile beside must not be out of order either" radix_decision
  verdict.glsl "max(two_back, three_back)" "max(one_back, max(two_back, three_back))")
vksort_radix_variant(blind_two_back misleads "the half tile before the last is not looked at" radix_decision
  verdict.glsl "max(two_back, three_back)" "three_back")
vksort_radix_variant(blind_three_back misleads "the half tile before that is not looked at" radix_first_pass_keys
  verdict.glsl "max(two_back, three_back)" "two_back")
vksort_radix_variant(in_rows leads "units are looked at by rows of a tile" radix_count
  count.comp "CHUNK > 1u << UNIT_LOG2 ? 1u : ELEMENTS & (ELEMENTS - 1u)" "1u")
vksort_radix_variant(last_seam misleads "the last seam is not repaired" radix_decision
  verdict.glsl "repairs ? tiles - 1u : 0u" "repairs ? max(tiles, 2u) - 2u : 0u")
vksort_radix_variant(blind_amid_halves misleads "of a half tile the last unit tells the highest key" radix_first_pass_keys
  verdict.glsl "found.highest = max(found.highest, max(seen.x, seen.y))\;" "found.highest = max(seen.x, seen.y)\;")
vksort_radix_variant(last_seam_at_first misleads "the same where the first pass decides" radix_first_pass_keys
  verdict.glsl "repairs ? tiles - 1u : 0u" "repairs ? max(tiles, 2u) - 2u : 0u")
vksort_radix_variant(repairs_always misleads "tiles are repaired though all is moved" radix_decision
  verdict.glsl "all_in_order == 0u && all_mendable != 0u" "all_in_order == 0u")
vksort_radix_variant(no_barrier misleads "decided before all have looked" radix_decision
  verdict.glsl "if (!mendable) atomicAnd(all_mendable, 0u)\;\n  barrier()\;" "if (!mendable) atomicAnd(all_mendable, 0u)\;")

# Stores behind the last copy, and reads that are thrown away.
vksort_radix_variant(copies_missing reads "what is not there is stored behind a copy" radix_pass_keys
  move.glsl "if (exists) copy_out" "copy_out")
vksort_radix_variant(copies_missing reads "what is not there is stored behind a copy" radix_pass_pairs
  move.glsl "if (exists) copied_pairs_out" "copied_pairs_out")
vksort_radix_variant(unclamped_load reads "keys past the end are loaded" radix_pass_keys
  pass.comp "registers[i] = wordOfRange(INDEX(i), values)" "registers[i] = wordOfRange(first + i * SUBGROUP, values)")
vksort_radix_variant(unclamped_values reads "values past the end are loaded" radix_pass_pairs
  pass.comp "pairOfRange(INDEX(i))" "pairOfRange(first + i * SUBGROUP)")
vksort_radix_variant(unclamped_copy reads "values past the end of the copy are loaded" radix_pass_pairs
  pass.comp "copied_pairs_in[FROM_COPY + INDEX(i)]" "copied_pairs_in[FROM_COPY + first + i * SUBGROUP]")
vksort_radix_variant(unclamped_parts reads "keys past the end of the copy are loaded where values follow" radix_pass_pairs
  pass.comp "wordOfCopy(FROM_COPY, INDEX(i), values)" "wordOfCopy(FROM_COPY, first + i * SUBGROUP, values)")
vksort_radix_variant(unclamped_range_parts reads "keys past the end are loaded where values follow" radix_pass_pairs
  pass.comp "registers[i] = wordOfRange(INDEX(i), values)" "registers[i] = wordOfRange(first + i * SUBGROUP, values)")
vksort_radix_variant(portable_unclamped reads "keys past the end are loaded to be counted" radix_count_digit
  count_digit.comp "min(first + i * INVOCATIONS, n - 1u)" "first + i * INVOCATIONS")
vksort_radix_variant(portable_of_none reads "an element of none is counted" radix_count_digit
  count_digit.comp "tile >= tilesOf(n)" "false")
vksort_radix_variant(keys_of_none reads "a tile without elements is loaded" radix_pass_keys
  pass.comp "#else\n  if (begin >= n) return\;" "#else\n  if (begin > n) return\;")
vksort_radix_variant(pairs_of_none reads "a tile without elements is loaded" radix_pass_pairs
  pass.comp "if (begin >= n || (" "if (begin > n || (")
vksort_radix_variant(portable_value_unclamped reads "values past the end are loaded to be counted" radix_count_digit_pairs
  count_digit.comp "min(first + i * INVOCATIONS, n - 1u)" "first + i * INVOCATIONS")
vksort_radix_variant(unclamped_units reads "units past the last are looked at" radix_first_pass_keys
  verdict.glsl "min(first + i, units - 1u)" "(first + i)")
vksort_radix_variant(unclamped_count reads "keys past the end are loaded to be counted" radix_count
  count.comp "min(first + i * STEP, n - 1u)" "first + i * STEP")
vksort_radix_variant(count_of_neighbour reads "the word behind the count is read" radix_set_up_counted
  elements.glsl "min(counts[push.first_count], push.count)" "min(counts[push.first_count + 1u], push.count)")
vksort_radix_variant(portable_count_of_neighbour reads "the word behind the count is read" radix_set_up_counted
  elements.glsl "min(counts[push.first_count], push.count)" "min(counts[push.first_count + 1u], push.count)")

include(${CMAKE_CURRENT_LIST_DIR}/variants_by_ranks.cmake)

configure_file(${CMAKE_CURRENT_LIST_DIR}/radix_variants.h.in radix_variants.h @ONLY)
vksort_includes_tried(${CMAKE_CURRENT_LIST_DIR}/variants.cpp vksort-tests)
target_sources(vksort-tests PRIVATE ${CMAKE_CURRENT_LIST_DIR}/variants.cpp ${CMAKE_CURRENT_LIST_DIR}/variants.h)
