# Schedulers: valid behavior of some devices. Every sort must still be correct.

# Limits which tiles and digits publish counts, and how long others wait for them.
set(own "if (looksBack()) publishCount(ownTile(), digit, mine[j], rest[j] == 0u, before[j])\;")
set(sum "publish(tile, digit, VKSORT_RADIX_PREFIX, before[j] + mine[j])\;")
set(mute pass.comp "${own}" "{}" look_back.glsl "${sum}" "{}")
set(silent pass.comp "${own}" "if (ownTile() % 3u == 0u) ${own}" look_back.glsl "${sum}" "if (tile % 3u == 0u) ${sum}")
set(other_digits pass.comp "${own}" "if (digit % 2u == 0u) ${own}" look_back.glsl "${sum}" "if (digit % 2u == 0u) ${sum}")
set(impatient look_back.glsl "layout(constant_id = VKSORT_RADIX_SPIN_LIMIT) const uint SPIN_LIMIT = 512\;"
  "const uint SPIN_LIMIT = 3u\;")
set(late "uint looks = 0u\; for (uint k = 0u\; k < 4096u\; ++k) looks += stateOf(ownTile(), 0u)\; if (looks != 0xffffffffu)")
set(order "uint ownTile() { return workgroup()\; }")
set(backwards tile.glsl "${order}" "uint ownTile() { return tileCount() - 1u - workgroup()\; }")
set(swapped tile.glsl "${order}"
  "uint ownTile() { return (workgroup() ^ 1u) < tileCount() ? workgroup() ^ 1u : workgroup()\; }")
# Invocations without a digit rank during look-back. Software drivers have none otherwise.
set(half tile.glsl "1u : DIGITS / INVOCATIONS" "1u : 2u * DIGITS / INVOCATIONS")
# Software drivers run subgroups in order up to the next barrier. This runs the first one last.
set(subgroups "const uint SUBGROUPS = INVOCATIONS >> SUBGROUP_LOG2\;")
set(turned tile.glsl "${subgroups}"
  "${subgroups}\nuint turnedID() { return SUBGROUPS - 1u - gl_SubgroupID\; }\n#define gl_SubgroupID turnedID()")
# Devices can process additions of a subgroup's last invocation first.
set(adds_turned rank.glsl "place[i] = RANKING != VKSORT_RADIX_VOTES ? atomicAdd(rank_counters[counter], 1u) : placeByVotes(counter, digit)\;"
  "if (RANKING == VKSORT_RADIX_VOTES) place[i] = placeByVotes(counter, digit)\;
    else for (uint turn = SUBGROUP\; turn-- != 0u\;) {
      if (turn == gl_SubgroupInvocationID) place[i] = atomicAdd(rank_counters[counter], 1u)\;
      subgroupBarrier()\;
    }")
# Subgroups divided by a condition only reconverge at the next barrier. Counts of odd invocations are late.
set(common "#include \"common.glsl\"")
set(split pass.comp "${common}" "#include \"split_subgroup.glsl\"\n${common}"
  pass.comp "INVOCATIONS >= 4u * OWNERS" "true"
  pass.comp "publishCount(ownTile(), digit, mine[j], rest[j] == 0u, before[j])"
  "publish(ownTile(), digit, t % 2u != 0u ? 0u : rest[j] == 0u ? VKSORT_RADIX_PREFIX : VKSORT_RADIX_TILE_COUNT, mine[j] + before[j])"
  look_back.glsl "${sum}" "if (t % 2u == 0u) ${sum}")
set(first_sync "if (RANKING == VKSORT_RADIX_VOTES) subgroupSync()\;")
set(last_sync "subgroupSync()\;\n  return before + match.x\;")

foreach(module IN ITEMS radix_pass_word radix_pass_words)
  vksort_variant(mute ${module} "no workgroup publishes its counts" ${impatient} ${mute})
  vksort_variant(turned ${module} "the first subgroup comes last" ${turned})
  vksort_variant(adds_turned ${module} "a subgroup's last invocation adds first" ${adds_turned})
  vksort_variant(split ${module} "a subgroup stays divided up to the next barrier" ${impatient} ${split})
endforeach()
vksort_variant(mute_for_long radix_pass_word "no workgroup publishes its counts, and all wait as long as shipped" ${mute})
vksort_variant(silent radix_pass_word "two of three workgroups never publish" ${impatient} ${silent})
vksort_variant(late radix_pass_word "every workgroup publishes late" ${impatient} pass.comp "${own}" "${late} ${own}")
vksort_variant(partial radix_pass_word "workgroups publish their own counts alone" ${impatient} look_back.glsl "${sum}" "{}")
vksort_variant(other_digits radix_pass_word "workgroups publish each other digit" ${impatient} ${other_digits})
vksort_variant(backwards radix_pass_word "the first workgroup takes the last tile" ${impatient} ${backwards})
vksort_variant(mute_backwards radix_pass_word "the same, and none publishes" ${impatient} ${backwards} ${mute})
vksort_variant(swapped radix_pass_word "neighbours take each other's tile, and half of the invocations own no digit" ${half} ${swapped})
vksort_variant(half_mute radix_pass_word "half of the invocations own no digit, and none publishes" ${half} ${impatient} ${mute})
vksort_variant(half_silent radix_pass_words "the same, and one of three publishes" ${half} ${impatient} ${silent})
vksort_variant(early radix_pass_words "one window is looked at before ranking" pass.comp "INVOCATIONS >= 4u * OWNERS" "true"
  look_back.glsl "${sum}" "{}"
  look_back.glsl "while (end != 0u && spins < spin_limit) {"
  "uint windows = 0u\; while (end != 0u && spins < spin_limit && (spin_limit == SPIN_LIMIT || windows++ == 0u)) {")
vksort_variant(above_2_24 radix_pass_word "tiles publish 2^24 more than they have, and who looks back subtracts it"
  look_back.glsl "VKSORT_RADIX_STATE_BITS | count" "VKSORT_RADIX_STATE_BITS | (count + (1u << 24u))"
  look_back.glsl "state[i] & COUNT_MASK" "(state[i] & COUNT_MASK) - (1u << 24u)")
# Code paths that only large workgroups and large sorts use.
vksort_variant(follow radix_pass_words "as in tiles of many elements: ranked before counts are published, payloads loaded late"
  pass.comp "WORDS == 1u || ELEMENTS <= 8u" "WORDS == 1u" tile.glsl "ELEMENTS <= 8u && WORDS == 2u" "false")
vksort_variant(shares radix_pass_word "rows of a table are summed in two shares"
  first_table.glsl "INVOCATIONS > ROW ? INVOCATIONS / ROW : 1u" "2u"
  first_table.glsl "for (uint row = t / ROW\;" "for (uint share = 0u\; share < 2u && t < ROW\; ++share) for (uint row = share\;")
vksort_variant(groups radix_sum "a table is summed in groups of two lanes"
  sum.comp "LANES < 8u ? LANES : 8u" "2u" sum.comp "INVOCATIONS / 4u" "INVOCATIONS / 2u")
vksort_variant(three radix_set_up "three workgroups count all"
  set_up.comp "min(tiles, VKSORT_RADIX_COUNT_GROUPS)" "min(tiles, 3u)")
# Runs the first invocations last, because others read their results after a barrier.
set(last "gl_WorkGroupSize.x - 1u - gl_LocalInvocationIndex")
vksort_variant(turned radix_count_word "the first invocations come last" count.comp gl_LocalInvocationIndex "${last}")
vksort_variant(turned tile_pairs "the same" window.glsl gl_LocalInvocationIndex "${last}")
foreach(module IN ITEMS segment_setup segment_tiles)
  vksort_variant(turned ${module} "the same" segment_setup.comp gl_LocalInvocationIndex "${last}")
endforeach()
foreach(module IN ITEMS small_keys small_pairs)
  vksort_variant(harmful_load ${module} "an empty segment alters each element that it loads"
    storage.glsl "Element loaded\;" "Element loaded\; if (job.count == 0u) keys[job.first_key + index] ^= 1u\;"
    storage.glsl "payloads[job.first_payload + index]\;\n}\n#endif"
    "job.count == 0u ? payloads[job.first_payload + index]++ : payloads[job.first_payload + index]\;\n}\n#endif")
endforeach()

# Faults. Each must be detected by the self-test, the oracle, the verifier, the guard words or the fence.
vksort_variant(unbounded_load compact_keys "elements past the count are taken for real ones"
  storage.glsl "const bool exists = index < job.count;" "const bool exists = true;")
vksort_variant(unbounded_in_subgroups tile_keys "the same in full subgroups"
  storage.glsl "const bool exists = index < job.count;" "const bool exists = index < job.count || SUBGROUP_LOG2 != 0u;")
vksort_variant(unbounded_store compact_keys "elements past the count are written"
  storage.glsl "if (index < job.count) storeElement" "storeElement")
vksort_variant(unclamped_load tile_pairs "elements past the count are read, and thrown away"
  storage.glsl "min(index, job.readable - 1u)" "index")
vksort_variant(wrong_tie compact_pairs "equal keys in the wrong order of their payloads"
  element.glsl "a.word1 > b.word1 && TIES" "a.word1 < b.word1 && TIES")
vksort_variant(wrong_if_wide tile_keys "stages are left out in workgroups of more than 32 invocations"
  tile.comp "live > 1u << (k - 1u)" "live > 1u << (k - 1u) && gl_WorkGroupSize.x <= 32u")
set(rank "bitCount(same & ((1u << gl_SubgroupInvocationID) - 1u))")
vksort_variant(unstable radix_pass_words "equal digits of a subgroup are turned round" ${adds_turned}
  rank.glsl "${rank}" "bitCount(same >> gl_SubgroupInvocationID) - 1u"
  move.glsl "if (order.is_wrong) atomicOr(out_of_order, 1u)\;" "{}")
vksort_variant(deaf radix_pass_words "counts of other workgroups are not added"
  look_back.glsl "rest[j] = lookBack(rest[j], digit, spin_limit, before[j])\;" "rest[j] = 0u\;")
vksort_variant(across_segments radix_pass_words "a segment's first tile adds counts of the segment before"
  pass.comp "looksBack() && tile != part.first_tile ? tile : 0u" "looksBack() ? tile : 0u")
vksort_variant(shared_histogram segment_tiles "two segments share a histogram"
  list_tiles.glsl "atomicAdd(next_histogram, 1u)" "atomicAdd(next_histogram, 1u) / 2u")
vksort_variant(split_by_look_back radix_pass_words "votes of a subgroup that look-back divided" ${impatient} ${split}
  rank.glsl "${first_sync}" "{}")
vksort_variant(split_by_votes radix_pass_words "votes of a subgroup that the vote before divided" ${impatient} ${split}
  rank.glsl "${last_sync}" "return before + match.x\;")
vksort_variant(few_index_bits radix_pass_words "a narrow element has one bit too few for its index"
  words.glsl "<< pass.index_bits | order.y" "<< (pass.index_bits - 1u) | order.y")
vksort_variant(few_index_bits radix_pass_word "the same, in a sort by two digits"
  words.glsl "digit << pass.index_bits" "digit << (pass.index_bits - 1u)")
vksort_variant(missing_tiles rank_merge_keys "elements of missing tiles are added"
  merge.comp "i + j < others ? in_tile : 0u" "in_tile")
foreach(module IN ITEMS radix_pass_word radix_pass_words)
  vksort_variant(wrong_if_moved_again ${module} "tiles that move twice are wrong"
    additions.glsl "storeElement(order," "storeElement(~order,")
endforeach()
vksort_variant(wrong_tool toolkit_runs "bits that are not significant begin runs"
  compact.comp "(here[i] ^ before[i]) & mask" "here[i] ^ before[i]")
vksort_variant(wrong_tool toolkit_cull "the highest key is left out"
  compact.comp "order <= push.highest" "order < push.highest")
vksort_variant(wrong_tool toolkit_cells "the last cell ends too early"
  cells.comp "target[begin + 1u] = n\;" "target[begin + 1u] = index\;")
vksort_variant(wrong_tool toolkit_gather "indices past the end are not clamped"
  toolkit/gather.comp "min(index[i], push.readable - 1u)" "index[i]")
vksort_variant(wrong_tool toolkit_select "elements equal to the k-th one are all selected"
  select.glsl "kept > left" "false")
vksort_variant(harmful_read toolkit_runs "elements past the maximum count alter the last word of the target"
  toolkit.glsl "uint wordOf(const uint index) {" "uint wordOf(const uint index) {
  if (index >= push.source.max_count) target[push.kept.first_index + push.source.max_count] = 0u\;")
foreach(module IN ITEMS toolkit_runs toolkit_cull toolkit_select)
  vksort_variant(turned ${module} "the first invocations come last" compact.comp gl_LocalInvocationIndex "${last}")
endforeach()
