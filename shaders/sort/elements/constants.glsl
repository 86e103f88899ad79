// Specialization constants of every kernel that loads and stores elements; interface.h says what each one is.
layout(local_size_x_id = VKSORT_SPEC_WORKGROUP) in;
layout(constant_id = VKSORT_SPEC_TILE_LOG2) const uint TILE_LOG2 = 11;
layout(constant_id = VKSORT_SPEC_INTERLEAVED) const uint INTERLEAVED = 0;
layout(constant_id = VKSORT_SPEC_TIES) const uint TIES_BY_VALUE = 1;
layout(constant_id = VKSORT_SPEC_SUBGROUP_LOG2) const uint SUBGROUP_LOG2 = 0;
layout(constant_id = VKSORT_SPEC_ROTATION) const uint ROTATION = 0;
layout(constant_id = VKSORT_SPEC_IOTA) const uint IOTA = 0;
layout(constant_id = VKSORT_SPEC_SECOND_FLIP) const uint SECOND_FLIP = 0;
layout(constant_id = VKSORT_SPEC_DEVICE_COUNT) const uint DEVICE_COUNT = 0;
layout(constant_id = VKSORT_SPEC_LISTS) const uint LISTS = 0;
layout(constant_id = VKSORT_SPEC_PACKED_LOG2) const uint PACKED_LOG2 = 0;
layout(constant_id = VKSORT_SPEC_THIRD_FLIP) const uint THIRD_FLIP = 0;
