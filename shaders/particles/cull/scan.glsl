// The sum of what the invocations before have, and of all. All invocations must call it.

shared uint sums[PARTICLES_WORKGROUP];

uint sumBefore(const uint mine, out uint all) {
  const uint me = gl_LocalInvocationIndex;
  sums[me] = mine;
  barrier();
  for (uint step_size = 1u; step_size < PARTICLES_WORKGROUP; step_size *= 2u) {
    const uint before = me >= step_size ? sums[me - step_size] : 0u;
    barrier();
    sums[me] += before;
    barrier();
  }
  all = sums[PARTICLES_WORKGROUP - 1u];
  return sums[me] - mine;
}
