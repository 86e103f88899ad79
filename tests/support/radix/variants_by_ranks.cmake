# Shaders of sorts by ranks with something changed; included by variants.cmake.

# By ranks; one tile after the other, which software compiles in a third of the time. These names begin with rank_, and
# with rank_value_ where values order equal keys and need not ascend.
set(one merge.comp "const uint AT_ONCE = 4u\;" "const uint AT_ONCE = 1u\;")
vksort_radix_variant(rank_ties_collide fails "equal keys of different tiles go to one place" rank_merge_keys ${one}
  merge.comp "BY_VALUE == 0u && tile < own ? key + 1u : key" "key")
vksort_radix_variant(rank_tiles_backwards fails "equal keys come in the order of tiles turned round" rank_merge_pairs ${one}
  merge.comp "tile < own ? key + 1u : key" "tile > own ? key + 1u : key")
vksort_radix_variant(rank_own_twice fails "a tile is searched for its own elements" rank_merge_keys ${one}
  merge.comp "(i + j >= own ? 1u : 0u)" "0u")
vksort_radix_variant(rank_made_up fails "tiles that are not there are added" rank_merge_keys
  merge.comp "i + j < others ? in_tile : 0u" "in_tile")
vksort_radix_variant(rank_first_eight fails "the first eight tiles alone are searched" rank_merge_keys ${one}
  merge.comp "i < others\; i += AT_ONCE) place" "i < min(others, 8u)\; i += AT_ONCE) place")
vksort_radix_variant(rank_none_is_many fails "a count of none is taken for the most there can be" rank_merge_keys ${one}
  merge.comp "if (first >= n) return\;" "if (first > n) return\;")
vksort_radix_variant(rank_last_key fails "what equals the last of all keys does not come before it" rank_merge_keys ${one}
  merge.comp "bound[j] < key ? TILE :" "false ? TILE :")
vksort_radix_variant(rank_whole_tile fails "the last element of a tile never comes before" rank_merge_keys ${one}
  merge.comp "if (found[j] < bound[j]) ++end[j]\;" "{}")
vksort_radix_variant(rank_no_barrier fails "samples are looked at before all are there" rank_merge_keys ${one}
  merge.comp "  barrier()\;\n  if (index >= n) return\;" "  if (index >= n) return\;")
vksort_radix_variant(rank_few_samples fails "a sample of each four is loaded" rank_merge_keys ${one}
  merge.comp "samples[SAMPLE(j)] = loaded[j]" "samples[i] = loaded[0]")
vksort_radix_variant(rank_stores_missing fails "what is not there is stored" rank_merge_keys ${one}
  merge.comp "  barrier()\;\n  if (index >= n) return\;" "  barrier()\;")
vksort_radix_variant(rank_unpadded fails "the last tile is not filled up" apart_keys
  store.glsl "{ storeElement(r, index)\; }" "{ if (index < job.count) storeElement(r, index)\; }")
vksort_radix_variant(rank_other_sample fails "the first of each eight elements is the sample" apart_keys
  store.glsl "(index & last) == last" "(index & last) == 0u")
vksort_radix_variant(rank_second_sample fails "the values are sampled" apart_pairs
  store.glsl "scratch[sampleWord(index >> VKSORT_RANK_SAMPLE_LOG2)] = word0[r]" "scratch[sampleWord(index >> VKSORT_RANK_SAMPLE_LOG2)] = word1[r]")
vksort_radix_variant(rank_no_rotation fails "NaN stay where their bits put them" rank_merge_keys ${one}
  merge.comp "layout(constant_id = VKSORT_RANK_ROTATION) const uint" "const uint")
vksort_radix_variant(rank_counts_room fails "there are as many elements as there may be" rank_merge_keys ${one}
  merge.comp "DEVICE_COUNT != 0u ? min(counts[push.first_count], push.count) : push.count" "push.count")
vksort_radix_variant(rank_believes_count fails "a count above the capacity is believed" rank_merge_keys ${one}
  merge.comp "min(counts[push.first_count], push.count)" "counts[push.first_count]")
vksort_radix_variant(rank_value_blind fails "values do not order equal keys of different tiles" rank_merge_pairs ${one}
  merge.comp "layout(constant_id = VKSORT_RANK_BY_VALUE) const uint" "const uint")
vksort_radix_variant(rank_value_collides fails "what is equal with its value goes to one place" rank_merge_pairs ${one}
  merge.comp "(that_value == value && begin[j] >> TILE_LOG2 < own)" "false")
vksort_radix_variant(rank_value_past_the_tile fails "the values of the next tile are looked at" rank_merge_pairs ${one}
  merge.comp "if (exists && that_key == key && is_before)" "if (that_key == key && is_before)")
vksort_radix_variant(rank_value_of_other_keys fails "values of other keys are looked at" rank_merge_pairs ${one}
  merge.comp "if (exists && that_key == key && is_before)" "if (exists && is_before)")
vksort_radix_variant(rank_value_unflipped fails "values never descend" rank_merge_pairs ${one}
  merge.comp "layout(constant_id = VKSORT_RANK_SECOND_FLIP) const uint" "const uint")
vksort_radix_variant(rank_value_of_padding fails "what fills up the last tile is looked at" rank_merge_pairs ${one}
  merge.comp "min(begin[j] + TILE, n)" "begin[j] + TILE")
vksort_radix_variant(rank_value_past_the_copy reads "values behind the copy are looked at, and thrown away" rank_merge_pairs ${one}
  merge.comp "scratch[values_copy + min(at, n - 1u)]" "scratch[values_copy + at + 8192u]")
vksort_radix_variant(rank_past_the_copy reads "samples past the last one are loaded" rank_merge_keys ${one}
  merge.comp "sampleWord(SAMPLE(j))" "sampleWord(i + j * step + 4096u)")
