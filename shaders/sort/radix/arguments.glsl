// Workgroups of the passes behind. Needs ../grid.h.

layout(constant_id = VKSORT_RADIX_MAX_GROUPS_X) const uint MAX_GROUPS_X = 65535;
layout(constant_id = VKSORT_RADIX_RUN_PIECE) const uint RUN_PIECE = 0;
layout(std430, set = 0, binding = VKSORT_BINDING_STATE) writeonly buffer State { uint state[]; };

void writeArguments(const uint first, const uint groups) {
  const uint word = push.first_state + first;
  const uint rows = gridRows(groups, MAX_GROUPS_X);
  state[word] = gridColumns(groups, rows);
  state[word + 1u] = rows;
  state[word + 2u] = 1u;
}
