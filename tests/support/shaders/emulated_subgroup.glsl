// Emulates subgroups of 2^SUBGROUP_LOG2 invocations using shared memory. All invocations of a workgroup must call each
// operation. The device's own subgroups run one after the other up to the next barrier, so a missing subgroup barrier
// is detected.
#define gl_SubgroupID (gl_LocalInvocationIndex >> SUBGROUP_LOG2)
#define gl_SubgroupInvocationID (gl_LocalInvocationIndex & ((1u << SUBGROUP_LOG2) - 1u))
#define gl_ScopeSubgroup gl_ScopeWorkgroup
#define subgroupBarrier barrier

shared uint ballots[gl_WorkGroupSize.x / 32u];
shared uint exchanged[gl_WorkGroupSize.x];

uvec4 bitsBelow(const uint end) {
  uvec4 bits;
  for (uint i = 0u; i < 4u; ++i) bits[i] = end >= 32u * (i + 1u) ? 0xffffffffu : (1u << (max(end, 32u * i) & 31u)) - 1u;
  return bits;
}

uvec4 emulatedBallot(const bool set) {
  const uint t = gl_LocalInvocationIndex;
  barrier();
  if (t % 32u == 0u) ballots[t / 32u] = 0u;
  barrier();
  if (set) atomicOr(ballots[t / 32u], 1u << (t & 31u));
  barrier();
  uvec4 of_all = uvec4(0u);
  for (uint i = 0u; i < (1u << SUBGROUP_LOG2) / 32u; ++i) of_all[i] = ballots[((gl_SubgroupID << SUBGROUP_LOG2) / 32u) + i];
  return of_all;
}

uint emulatedBitCount(const uvec4 bits, const uint end) {
  const ivec4 counts = bitCount(bits & bitsBelow(end));
  return uint(counts[0] + counts[1] + counts[2] + counts[3]);
}

// Publishes a value to the subgroup, which reads it at OF_LANE.
void tell(const uint mine) {
  barrier();
  exchanged[gl_LocalInvocationIndex] = mine;
  barrier();
}
#define OF_LANE(i) exchanged[(gl_SubgroupID << SUBGROUP_LOG2) + (i)]

uint sumOfLanes(const uint mine, const uint end) {
  tell(mine);
  uint sum = 0u;
  for (uint i = 0u; i < end; ++i) sum += OF_LANE(i);
  return sum;
}

#define subgroupBallot emulatedBallot
#define subgroupBallotExclusiveBitCount(bits) emulatedBitCount(bits, gl_SubgroupInvocationID)
#define subgroupBallotBitCount(bits) emulatedBitCount(bits, 1u << SUBGROUP_LOG2)
#define subgroupInclusiveAdd(mine) sumOfLanes(mine, gl_SubgroupInvocationID + 1u)
