# What keeps the shaders correct, taken away piece by piece: every mutant, and the tag of the case that notices it.
# mutants.cmake says what a row is. A line that is the same for every kind of element is broken for one kind.

vksort_mutant_tag(sort "sorts of random keys")
vksort_mutant_tag(tie "of equal keys, whose values decide")
vksort_mutant_tag(any_tie "of values in any order among equal keys")
vksort_mutant_tag(tie_in_order "of values in the order of the keys")
vksort_mutant_tag(nan "of keys with every NaN last")
vksort_mutant_tag(iota "of values that the sort makes up")
vksort_mutant_tag(wide "of 64-bit keys alone")
vksort_mutant_tag(width "workgroups of more than 128 invocations")
vksort_mutant_tag(read_outside "a fence around the arguments, as no result tells")
vksort_mutant_tag(read_outside_of_lists "the same of lists")
vksort_mutant_tag(read_outside_of_repair "of coherent sorts")
vksort_mutant_tag(read_outside_of_device_count "of counts on the device")
vksort_mutant_tag(read_outside_of_hook "of sorts by keys that a hook computes")
vksort_mutant_tag(read_outside_of_verification "of verifications")
vksort_mutant_tag(verifier "verifications")
vksort_mutant_tag(device_count "sorts whose count is on the device")
vksort_mutant_tag(setup "what the set-up writes")
vksort_mutant_tag(repair "coherent sorts")
vksort_mutant_tag(repair_in_vain "coherent sorts that take too long, with the right result")
vksort_mutant_tag(repair_turned "coherent sorts that come out right none the less")
vksort_mutant_tag(lists "sorts of lists")
vksort_mutant_tag(lists_turned "the same that come out right none the less")
vksort_mutant_tag(hook "sorts by keys that a hook computes")
vksort_mutant_tag(hook_of_lists "of lists")

vksort_mutant(no_barrier sort "no barrier between the write and the read of a move through shared memory"
  window.glsl " barrier();" "" tile global ELEMENTS pairs)
vksort_mutant(unbounded_store sort "elements past the count are written"
  storage.glsl "if (index < job.count) storeElement" "storeElement"
  tile global subgroup ELEMENTS keys WRITES_OUTSIDE)
vksort_mutant(unbounded_load sort "elements past the count are taken for real ones"
  storage.glsl "const bool exists = index < job.count;" "const bool exists = true;"
  tile global subgroup ELEMENTS keys pairs)
vksort_mutant(unclamped_load read_outside "elements past the count are read, and thrown away"
  storage.glsl "min(index, job.readable - 1u)" "index" tile global subgroup ELEMENTS pairs)
vksort_mutant(unclamped_small_load read_outside "the same where one workgroup sorts everything"
  storage.glsl "min(index, job.readable - 1u)" "index" small ELEMENTS keys)
vksort_mutant(full_too_soon read_outside "a tile that lacks one element is loaded like a full one"
  tile.comp "LOAD_ALL(full)" "LOAD_ALL(live + 1u >= TILE)" small ELEMENTS keys)
vksort_mutant(subgroup_full_too_soon read_outside "what one subgroup holds, but for one element, is loaded like all"
  subgroup.comp "LOAD_ALL(full)" "LOAD_ALL(live + 1u >= TILE)" subgroup ELEMENTS keys)
vksort_mutant(subgroup_stride_missing sort "the highest stride behind a mirrored one is left out" subgroup.comp
  "mask = 1u << q >> 2u;" "mask = 1u << q >> 3u;" subgroup ELEMENTS keys)
vksort_mutant(global_full_too_soon read_outside "a workgroup whose highest element is the first past the end is full"
  global.comp "LOAD_ALL(last < job.readable)" "LOAD_ALL(last <= job.readable)" global ELEMENTS pairs)
vksort_mutant(merge_full_too_soon read_outside "a merge that lacks one element loads like a full one"
  tile.comp "lane = t;\n  LOAD_ALL(readableElements(tile, TILE) == TILE)"
  "lane = t;\n  LOAD_ALL(readableElements(tile, TILE) + 1u >= TILE)" tile ELEMENTS pairs)
vksort_mutant(missing_not_last any_tie "a partial tile is loaded in the order of a full one"
  tile.comp "#define INDEX(r) first + r * step" "#define INDEX(r) tile + t + (r << kTopWindow)" tile ELEMENTS pairs)
vksort_mutant(wrong_tie tie "equal keys in the wrong order of their values"
  order.glsl "a1 > b1 && TIES" "a1 < b1 && TIES" tile global subgroup ELEMENTS pairs)
vksort_mutant(no_rotation nan "NaN stay where their bits put them"
  constants.glsl "layout(constant_id = VKSORT_SPEC_ROTATION) const uint" "const uint" tile subgroup ELEMENTS keys)
vksort_mutant(no_iota iota "values are read that the sort should make up"
  constants.glsl "layout(constant_id = VKSORT_SPEC_IOTA) const uint" "const uint" tile subgroup ELEMENTS pairs)
vksort_mutant(iota_of_binding iota "made up from the start of the binding, not of the range"
  storage.glsl "LAST_WORD[r] = index;" "LAST_WORD[r] = index + job.first_value;" tile subgroup ELEMENTS pairs)
vksort_mutant(wrong_if_wide width "stages are left out in workgroups of more than 128 invocations"
  tile.comp "live > 1u << (k - 1u)" "live > 1u << (k - 1u) && gl_WorkGroupSize.x <= 32u" tile ELEMENTS keys)

# 64-bit keys alone are pairs of words.
vksort_mutant(unflipped_value wide "the low word ascends in a descending order"
  constants.glsl "layout(constant_id = VKSORT_SPEC_SECOND_FLIP) const uint" "const uint" tile subgroup ELEMENTS pairs)
vksort_mutant(swapped_words wide "a 64-bit key is stored with its high word first"
  storage.glsl "uvec2(word1[r], word0[r])" "uvec2(word0[r], word1[r])" tile global subgroup ELEMENTS pairs)

# 64-bit keys with values.
vksort_mutant(wrong_extra_tie tie "equal keys in the wrong order of their values"
  order.glsl "a2 > b2 && TIES" "a2 < b2 && TIES" tile global ELEMENTS triples)
vksort_mutant(unordered_low_word sort "keys that differ in the low word count as equal"
  order.glsl "const bool after1 = a1 > b1;" "const bool after1 = false;" tile global ELEMENTS triples)
vksort_mutant(unflipped_extra tie_in_order "values ascend where they should descend"
  constants.glsl "layout(constant_id = VKSORT_SPEC_THIRD_FLIP) const uint" "const uint" tile ELEMENTS triples)
vksort_mutant(stale_extra sort "values stay behind when elements move through shared memory"
  window.glsl "word2[r] = shared_word2[s];" "" tile global ELEMENTS triples)

vksort_mutant(verify_reads_on verifier "the last element's neighbour is what lies behind the range"
  verify.comp "min(at + r * size + 1u, last)" "at + r * size + 1u" verify)
vksort_mutant(verify_adds_missing verifier "the last element counts again for each one missing from a workgroup"
  verify.comp "at + r * size <= last" "true" verify)
vksort_mutant(verify_keeps_old verifier "the result is not cleared"
  verify.comp "[push.first_result + t] = 0u" "[push.first_result + t] += 0u" verify)
vksort_mutant(verify_sums_half verifier "of the invocations of a workgroup"
  verify.comp "rest > 0u" "rest > 1u" verify)

vksort_mutant(unclamped_count device_count "a count above the capacity is believed"
  job.glsl "min(counts[push.first_count], push.count)" "counts[push.first_count]"
  tile subgroup ELEMENTS pairs WRITES_OUTSIDE)
vksort_mutant(store_to_capacity device_count "elements between the count and the capacity are written"
  storage.glsl "if (index < job.count) storeElement" "if (index < job.readable) storeElement"
  tile global subgroup ELEMENTS keys WRITES_OUTSIDE)
vksort_mutant(load_to_capacity device_count "elements between the count and the capacity are taken for real ones"
  storage.glsl "const bool exists = index < job.count;" "const bool exists = index < job.readable;"
  tile global subgroup ELEMENTS pairs)
vksort_mutant(always_last device_count "keys are converted back at the end of every stage"
  job.glsl "DEVICE_COUNT == 0u || job.count - 1u <= pass.last_of" "true" tile ELEMENTS keys)
vksort_mutant(set_up_unclamped setup "a count above the capacity is believed"
  setup.comp "min(counts[push.first_count], capacity)" "counts[push.first_count]" setup)
vksort_mutant(set_up_misplaced setup "arguments are written to the places of others"
  setup.comp "FIRST_MERGE + stages" "FIRST_MERGE + 1u + stages" setup)
vksort_mutant(set_up_lost_block setup "complete blocks are left out if the last one is not"
  workgroups.h "last & ~(upper | (upper - 1u))" "0u" setup)

vksort_mutant(tiles_in_order repair "every tile is taken for sorted"
  tile.comp "if (!in_order) atomicAnd(VERDICT, 0u);" "" tile ELEMENTS pairs)
vksort_mutant(seams_in_order repair "every seam is taken for in order"
  tile.comp "job.count == 0u || inOrder(tile + to_seam)" "true" tile ELEMENTS keys)
vksort_mutant(seams_far_apart repair "seams are merged with what lies half a tile behind them"
  tile.comp "tile += TILE / 2u;" "tile += TILE;" tile ELEMENTS pairs)
vksort_mutant(all_in_order repair "the verdict is always that the repair was enough"
  verdict.comp "if (!in_order) atomicAnd(shared_in_order, 0u);" "" verdict ELEMENTS keys)
vksort_mutant(last_in_order repair "the verdict leaves out the last tile's middle"
  verdict.comp ">> TILE_LOG2) + 1u" ">> TILE_LOG2)" verdict ELEMENTS pairs)
vksort_mutant(never_in_order repair_in_vain "the verdict is never that the repair was enough"
  verdict.comp "if (shared_in_order == 0u) return" "return" verdict ELEMENTS keys)
vksort_mutant(verdict_too_soon repair "a tile is taken for in order after some have found that it is not"
  tile.comp "VERDICT = 1u;\n  barrier();" "VERDICT = 1u;" tile ELEMENTS pairs TURNED)
vksort_mutant(all_told_too_soon repair "the same of the tiles' middles"
  verdict.comp "shared_in_order = 1u;\n  barrier();" "shared_in_order = 1u;" verdict ELEMENTS keys TURNED)
vksort_mutant(tiles_turned repair_turned "invocations of a tile count from the other end"
  window.glsl gl_LocalInvocationIndex "${mutant_turned}" tile ELEMENTS pairs)
vksort_mutant(verdict_turned repair_turned "those of the verdict do"
  verdict.comp gl_LocalInvocationIndex "${mutant_turned}" verdict ELEMENTS keys)

# Keys alone are no different, and their kernels take longer to compile.
vksort_mutant(lists_unclamped lists "a list may reach past the range"
  list_setup.comp "min(min(count, pass.largest), room)" "min(count, pass.largest)" list_setup WRITES_OUTSIDE)
vksort_mutant(lists_unfolded lists "a grid has one row, however many workgroups it needs"
  list_setup.comp "(max(groups, 1u) - 1u) / ROW + 1u" "1u" list_setup)
vksort_mutant(lists_over_others lists "lists of one round of the set-up displace those of the round before"
  list_setup.comp "return first;" "return 0u;" list_setup)
vksort_mutant(lists_in_one_place lists "lists of one workgroup of the set-up displace each other"
  list_setup.comp "place[class_of] + rank" "place[class_of]" list_setup)
vksort_mutant(lists_counted_too_soon lists "the counts of lists are cleared after some have counted"
  list_setup.comp "total[t] = 0u;\n  barrier();" "total[t] = 0u;" list_setup TURNED)
vksort_mutant(lists_put_too_soon lists "lists are put in a place before it is known"
  list_setup.comp "    barrier();\n    if (class_of != kNone) {" "    if (class_of != kNone) {" list_setup TURNED)
vksort_mutant(slots_counted_too_soon lists "the counts of lists in slots are cleared after some have counted"
  list_setup.comp "of_slots[t] = 0u;\n  barrier();" "of_slots[t] = 0u;" list_setup TURNED)
vksort_mutant(slots_put_too_soon lists "lists in slots are put in order before their places are known"
  list_setup.comp "  barrier();\n  for (uint i = t; i < lists; i += gl_WorkGroupSize.x) {"
  "  for (uint i = t; i < lists; i += gl_WorkGroupSize.x) {" list_setup TURNED)
vksort_mutant(lists_turned lists_turned "invocations of the set-up count from the other end"
  list_setup.comp gl_LocalInvocationIndex "${mutant_turned}" list_setup)
vksort_mutant(lists_of_one_slot lists "passes have too few workgroups"
  list_setup.comp "room : here << k" "room : here" list_setup)
vksort_mutant(lists_of_all_stages lists "a stage may concern lists that are complete"
  lists.glsl "VKSORT_LISTS_SLOT_END + pass.least_slots_log2" "VKSORT_LISTS_SLOT_END" tile global ELEMENTS pairs)
vksort_mutant(lists_same_part lists "all workgroups of a list work on its first part"
  lists.glsl "const uint of_list = of_lists & ((1u << k) - 1u)" "const uint of_list = 0u" tile global ELEMENTS pairs)
vksort_mutant(lists_packed_alike lists "all invocations of a workgroup work on its first list"
  lists.glsl "begin + t / (gl_WorkGroupSize.x >> PACKED_LOG2)" "begin" small ELEMENTS pairs)

# For pairs one is enough: the loads are the same.
set(hook_index "LISTS != 0u ? index + (job.first_key - push.first_key) : index")
vksort_mutant(hook_of_binding hook "the index counts from the binding's start"
  storage.glsl "${hook_index}" "index + job.first_key" hooked_tile ELEMENTS pairs)
vksort_mutant(hook_of_list hook_of_lists "the index counts from the list's start"
  storage.glsl "${hook_index}" "index" hooked_tile ELEMENTS keys)
vksort_mutant(hook_past_end hook "the index is not bounded"
  storage.glsl "min(index, job.readable - 1u)" "index" hooked_tile ELEMENTS keys)

# What no result tells, or not alone: reads next to the arguments.
vksort_mutant(count_of_neighbour read_outside_of_device_count "the word behind the count is read"
  setup.comp "min(counts[push.first_count], capacity)" "min(counts[push.first_count + 1u], capacity)" setup)
vksort_mutant(count_before read_outside_of_device_count "the word before the count is read"
  job.glsl "min(counts[push.first_count], push.count)" "min(counts[push.first_count - 1u], push.count)"
  small ELEMENTS keys)
vksort_mutant(repair_looks_ahead read_outside_of_repair "the last element of a tile is compared with the next"
  tile.comp "live - 2u" "live - 1u" tile ELEMENTS keys)
vksort_mutant(halves_full_too_soon read_outside_of_repair "a seam that lacks one element is loaded like a full one"
  tile.comp "r << kTopWindow)\n  LOAD_ALL(readableElements(tile, TILE) == TILE)"
  "r << kTopWindow)\n  LOAD_ALL(readableElements(tile, TILE) + 1u >= TILE)" tile ELEMENTS keys)
vksort_mutant(seam_at_the_end read_outside_of_repair "there is a seam behind the last element"
  tile.comp "job.count - 1u <= tile + to_seam" "job.count <= tile + to_seam" tile ELEMENTS keys)
vksort_mutant(verdict_looks_ahead read_outside_of_repair "the last element is compared with the next"
  verdict.comp "(job.count - half_tile - 1u) >> TILE_LOG2" "(job.count - half_tile) >> TILE_LOG2" verdict ELEMENTS keys)
vksort_mutant(lists_of_longer_table read_outside_of_lists "one list more is read than there are"
  list_setup.comp "begin + t < pass.list_count" "begin + t <= pass.list_count" list_setup)
vksort_mutant(lists_longer read_outside_of_lists "the element behind a list is read in the place of missing ones"
  lists.glsl "job.readable = job.count;" "job.readable = job.count + 1u;" small global ELEMENTS pairs)
vksort_mutant(lists_past_queue read_outside_of_lists "where a workgroup has no list left, one is read behind the last"
  lists.glsl "min(entry, lists - 1u)" "entry" small ELEMENTS pairs)
vksort_mutant(lists_next_in_queue read_outside_of_lists "each list is taken for the next one"
  lists.glsl "(of_lists >> k)" "(of_lists >> k) + 1u" tile ELEMENTS pairs)
vksort_mutant(hook_unclamped read_outside_of_hook "values and hook are asked for elements past the count"
  storage.glsl "min(index, job.readable - 1u)" "index" hooked_small ELEMENTS pairs)
vksort_mutant(verify_finds_order verifier "no element comes before the one in front of it"
  verify.comp "inverted = IS_AFTER_NEXT(r)" "inverted = false" verify)
vksort_mutant(verify_reads_missing read_outside_of_verification "elements past the count are read, and thrown away"
  verify.comp "INDEX(r) min(at + r * size, last)" "INDEX(r) (at + r * size)" verify_triples)
vksort_mutant(verify_looks_back read_outside_of_verification "elements are compared with those before"
  verify.comp "NEXT(r) min(at + r * size + 1u, last)" "NEXT(r) (at + r * size - 1u)" verify)
