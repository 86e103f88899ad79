// subgroupShuffleXor among the invocations of a workgroup that stands for one subgroup. All of them must call it.
shared uint exchanged[TILE >> R];

uint emulatedShuffleXor(const uint mine, const uint mask) {
  barrier();
  exchanged[gl_LocalInvocationIndex] = mine;
  barrier();
  return exchanged[gl_LocalInvocationIndex ^ mask];
}

#define subgroupShuffleXor emulatedShuffleXor
