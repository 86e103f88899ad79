# Of sorts by rows: who sums them up comes late, or not at all, or sums up something else; included by variants.cmake.
set(sums sum_rows.glsl "  atomicStore(")
set(untold ${sums} "  if (first >= DIGITS) atomicStore(")
vksort_radix_variant(larger_sums_untold sorts "nobody tells the first pass what rows add up to" radix_pass_keys ${patience}
  ${untold})
vksort_radix_variant(larger_sums_untold sorts "nobody tells the first pass what rows add up to" radix_pass_pairs ${patience}
  ${untold})
set(sum_last pass.comp "workgroup() < summing) {" "summing != 0u && workgroup() >= pass.tiles) {"
  pass.comp "sumRows(workgroup(), t)" "sumRows(workgroup() - pass.tiles, t)" pass.comp "workgroup() - summing" "workgroup()")
vksort_radix_variant(larger_sums_last sorts "workgroups that sum rows up come last" radix_pass_keys ${patience} ${sum_last})
vksort_radix_variant(larger_sums_turned_round sorts "the last invocations sum up first" radix_pass_keys ${round} ${patience}
  ${sum_last})
vksort_radix_variant(larger_sums_of_one_pass sorts "rows are summed up for the first pass alone" radix_pass_keys ${patience}
  pass.comp "pass.passes * ROW_GROUPS" "ROW_GROUPS")
vksort_radix_variant(larger_sums_kept fails "what was there is taken for sums" radix_count
  count.comp "ALL_DIGITS != 0u && OFFSETS != VKSORT_RADIX_BY_ROWS" "ALL_DIGITS != 0u")
vksort_radix_variant(larger_sums_short fails "a row is left out" radix_pass_keys
  rows.glsl "row = first\; row < rows" "row = first + 1u\; row < rows")
vksort_radix_variant(larger_sums_of_others fails "who has waited leaves a row out" radix_pass_keys ${patience} ${untold}
  sum_rows.glsl "sumColumn(column, 0u, 1u, " "sumColumn(column, 1u, 1u, ")
vksort_radix_variant(larger_sums_with_state fails "what tells of a sum is taken for more of it" radix_pass_pairs
  sum_rows.glsl "state & ((1u << VKSORT_RADIX_STATE_BITS) - 1u)" "state")
vksort_radix_variant(larger_sums_as_first fails "all passes take the sums of the first" radix_pass_keys
  pass.comp "column = pass.index * DIGITS + t" "column = t")
vksort_radix_variant(larger_row_of_one_pass fails "rows overlap" radix_count
  table.glsl "group * rowWords()" "group * DIGITS")
