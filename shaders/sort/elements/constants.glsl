// Specialization constants of every kernel that loads and stores elements; interface.h says what each one is.
layout(local_size_x_id = VKSORT_SPEC_WORKGROUP) in;
layout(constant_id = VKSORT_SPEC_TILE_LOG2) const uint TILE_LOG2 = 11;
layout(constant_id = VKSORT_SPEC_INTERLEAVED) const uint INTERLEAVED = 0;
layout(constant_id = VKSORT_SPEC_TIES) const uint TIES_BY_LAST_WORD = 1;
layout(constant_id = VKSORT_SPEC_SUBGROUP_LOG2) const uint SUBGROUP_LOG2 = 0;
layout(constant_id = VKSORT_SPEC_LAST_WORD) const uint LAST_WORD_FROM = 0;
layout(constant_id = VKSORT_SPEC_PACKED_LOG2) const uint PACKED_LOG2 = 0;
