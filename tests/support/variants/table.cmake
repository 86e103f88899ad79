# Schedulers: what workgroups, subgroups and invocations may do on some device. Every sort must come out right.

# What each tile publishes, and how long another one waits for it.
set(own "publish(tile, t * OWNED + j, ofTile(tile), mine[j])\;")
set(sum "publish(tile, t * OWNED + j, VKSORT_RADIX_ALL_TILES, before[j] + mine[j])\;")
set(mute pass.comp "${own}" "{}" pass.comp "${sum}" "{}")
set(silent pass.comp "${own}" "if (tile % 3u == 0u) ${own}" pass.comp "${sum}" "if (tile % 3u == 0u) ${sum}")
set(other_digits pass.comp "${own}" "if ((t * OWNED + j) % 2u == 0u) ${own}"
  pass.comp "${sum}" "if ((t * OWNED + j) % 2u == 0u) ${sum}")
set(impatient look_back.glsl "layout(constant_id = VKSORT_RADIX_PATIENCE) const uint PATIENCE = 512\;" "const uint PATIENCE = 3u\;")
set(late "uint looks = 0u\; for (uint k = 0u\; k < 4096u\; ++k) looks += stateOf(tile, 0u)\; if (looks != 0xffffffffu)")
# The order in which workgroups take tiles.
set(order "tile = workgroup()")
set(backwards pass.comp "${order}" "tile = LOOKS_BACK ? tilesOf(elementCount()) - 1u - workgroup() + summing : workgroup()")
set(swapped pass.comp "${order}"
  "tile = LOOKS_BACK && (workgroup() - summing ^ 1u) < tilesOf(elementCount()) ? workgroup() - summing ^ 1u : workgroup()")
# Invocations that own no digit rank while the others look back. Software has none.
set(half pass.comp "1u : DIGITS / INVOCATIONS" "1u : 2u * DIGITS / INVOCATIONS")
# Software runs the subgroups of a workgroup one after the other, up to the next barrier: here the first comes last.
set(turned pass.comp "subgroup = gl_SubgroupID" "subgroup = SUBGROUPS - 1u - gl_SubgroupID")
# Devices may add for a subgroup's last invocation first.
set(adding "place[i] = atomicAdd(words[subgroup * DIGITS + digitOf(key[i])], 1u)\;")
set(adds_turned rank.glsl "${adding}"
  "for (uint turn = SUBGROUP\; turn-- != 0u\;) { if (turn == lane) { ${adding} } subgroupSync()\; }")

foreach(module IN ITEMS radix_pass_keys radix_pass_pairs)
  vksort_variant(mute ${module} "no workgroup publishes its counts" ${impatient} ${mute})
  vksort_variant(turned ${module} "the first subgroup comes last" ${turned})
  vksort_variant(adds_turned ${module} "a subgroup's last invocation adds first" ${adds_turned})
endforeach()
vksort_variant(mute_for_long radix_pass_keys "no workgroup publishes its counts, and all wait as long as shipped" ${mute})
vksort_variant(silent radix_pass_keys "two of three workgroups never publish" ${impatient} ${silent})
vksort_variant(late radix_pass_keys "every workgroup publishes late" ${impatient} pass.comp "${own}" "${late} ${own}")
vksort_variant(partial radix_pass_keys "workgroups publish their own counts alone" ${impatient} pass.comp "${sum}" "{}")
vksort_variant(other_digits radix_pass_keys "workgroups publish each other digit" ${impatient} ${other_digits})
vksort_variant(backwards radix_pass_keys "the first workgroup takes the last tile" ${impatient} ${backwards})
vksort_variant(mute_backwards radix_pass_keys "the same, and none publishes" ${impatient} ${backwards} ${mute})
vksort_variant(swapped radix_pass_keys "neighbours take each other's tile, and half of the invocations own no digit" ${half} ${swapped})
vksort_variant(half_mute radix_pass_keys "half of the invocations own no digit, and none publishes" ${half} ${impatient} ${mute})
vksort_variant(half_silent radix_pass_pairs "the same, and one of three publishes" ${half} ${impatient} ${silent})
vksort_variant(half_in_part radix_pass_keys "the same, and one window is looked at before ranking" ${half} pass.comp "${sum}" "{}"
  look_back.glsl "while (tile_end != 0u && looks < patience) {"
  "uint windows = 0u\; while (tile_end != 0u && looks < patience && (patience == PATIENCE || windows++ == 0u)) {")
vksort_variant(above_2_24 radix_pass_keys "tiles publish 2^24 more than they have, and who looks back subtracts it"
  look_back.glsl "stateWord(status, count)" "stateWord(status, count + (1u << 24u))"
  look_back.glsl "sum += tells ?" "if (tells) sum -= 1u << 24u\;\n      sum += tells ?")
# What only large workgroups and large sorts do.
vksort_variant(follow radix_pass_pairs "values follow their keys in one piece" pass.comp "PARTS + ODD == 1u && ELEMENTS <= 8u" "false")
vksort_variant(shares radix_pass_keys "rows of a table are summed in two shares"
  sum_table.glsl "INVOCATIONS > ROW ? INVOCATIONS / ROW : 1u" "2u"
  sum_table.glsl "for (uint row = t / ROW\;" "for (uint share = 0u\; share < 2u && t < ROW\; ++share) for (uint row = share\;")
vksort_variant(groups radix_sum "a table is summed in groups of two lanes"
  sum.comp "LANES < 8u ? LANES : 8u" "2u" sum.comp "INVOCATIONS / 4u" "INVOCATIONS / 2u")
vksort_variant(three radix_set_up_counted "three workgroups count and order all"
  set_up.comp "min(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS)" "min(tiles, 3u)"
  set_up.comp "few ? 0u : ceilOf(n, RUN_PIECE)" "few ? 0u : min(ceilOf(n, RUN_PIECE), 3u)")
vksort_variant(sums_untold radix_pass_keys "nobody publishes the sums of rows" ${impatient}
  sum_rows.glsl "  atomicStore(" "  if (first >= DIGITS) atomicStore(")
vksort_variant(sums_last radix_pass_keys "workgroups that sum rows come last" ${impatient}
  pass.comp "workgroup() < summing) {" "summing != 0u && workgroup() >= pass.tiles) {"
  pass.comp "sumRows(workgroup(), t)" "sumRows(workgroup() - pass.tiles, t)" pass.comp "workgroup() - summing" "workgroup()")
# The first invocations come last, whose work the others read behind a barrier.
set(last "gl_WorkGroupSize.x - 1u - gl_LocalInvocationIndex")
vksort_variant(turned radix_runs "the first invocations come last"
  runs.comp "t = gl_LocalInvocationIndex" "t = INVOCATIONS - 1u - gl_LocalInvocationIndex")
vksort_variant(turned radix_decision "the same" decision.comp "gl_LocalInvocationIndex" "INVOCATIONS - 1u - gl_LocalInvocationIndex")
vksort_variant(turned radix_count "the same, where units are cleared" count.comp
  "uint i = t\; i < UNITS\; i += INVOCATIONS) {\n        lowest"
  "uint i = INVOCATIONS - 1u - t\; i < UNITS\; i += INVOCATIONS) {\n        lowest")
vksort_variant(turned tile_pairs "the same" window.glsl gl_LocalInvocationIndex "${last}")
vksort_variant(turned verdict_keys "the same" verdict.comp gl_LocalInvocationIndex "${last}")
vksort_variant(turned list_setup "the same" list_setup.comp gl_LocalInvocationIndex "${last}")

# Faults, of which each must be noticed: by the self-test, the oracle, the verifier, the guard words or the fence.
foreach(module IN ITEMS tile_keys subgroup_keys)
  vksort_variant(unbounded_load ${module} "elements past the count are taken for real ones"
    storage.glsl "const bool exists = index < job.count;" "const bool exists = true;")
endforeach()
vksort_variant(unbounded_store tile_keys "elements past the count are written"
  storage.glsl "if (index < job.count) storeElement" "storeElement")
vksort_variant(unclamped_load tile_pairs "elements past the count are read, and thrown away"
  storage.glsl "min(index, job.readable - 1u)" "index")
vksort_variant(wrong_tie tile_pairs "equal keys in the wrong order of their values"
  order.glsl "a1 > b1 && TIES" "a1 < b1 && TIES")
vksort_variant(wrong_if_wide tile_keys "stages are left out in workgroups of more than 32 invocations"
  tile.comp "live > 1u << (k - 1u)" "live > 1u << (k - 1u) && gl_WorkGroupSize.x <= 32u")
vksort_variant(half_verified verify "half of the invocations are not summed" verify.comp "rest > 0u" "rest > 1u")
foreach(module IN ITEMS radix_pass_keys radix_pass_pairs)
  vksort_variant(unclamped_load ${module} "keys past the end are read, and thrown away"
    pass.comp "registers[i] = wordOfRange(INDEX(i), values)" "registers[i] = wordOfRange(first + i * SUBGROUP, values)")
endforeach()
vksort_variant(unclamped_samples rank_merge_keys "samples past the last one are read, and thrown away"
  merge.comp "sampleWord(SAMPLE(j))" "sampleWord(i + j * step)"
  merge.comp "samples[SAMPLE(j)] = loaded[j]" "if (i + j * step < count) samples[i + j * step] = loaded[j]")
vksort_variant(unstable radix_pass_pairs "equal digits of a subgroup are turned round"
  rank.glsl "bitCount(same & ((1u << lane) - 1u))" "bitCount(same >> lane) - 1u" ${adds_turned}
  pass.comp "if (turned) atomicOr(OUT_OF_ORDER, 1u)\;" "{}")
vksort_variant(deaf radix_pass_pairs "counts of other workgroups are not added"
  pass.comp "rest[j] = lookBack(rest[j], t * OWNED + j, patience, before[j])\;" "rest[j] = 0u\;")
vksort_variant(last_seam radix_first_pass_keys "the last seam is not repaired"
  verdict.glsl "repairs ? tiles - 1u : 0u" "repairs ? max(tiles, 2u) - 2u : 0u")
vksort_variant(runs_left radix_runs "runs of equal keys are left as they are" runs.comp "begin < n && !in_order" "false")
vksort_variant(missing_tiles rank_merge_keys "elements of missing tiles are added"
  merge.comp "i + j < others ? in_tile : 0u" "in_tile")
