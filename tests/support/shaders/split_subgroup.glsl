// Simulates subgroups that stay divided from a condition to the next barrier, although SPIR-V reconverges earlier.
// Operations only see invocations that met the same conditions. A `for` loop must have the same number of rounds in the
// whole subgroup, or a barrier after it. Include this before all other code of a module.
uint met = 0u;  // hash of all conditions since the last barrier and their results

bool note(const bool condition) {
  met = met * 0x9e3779b1u + (condition ? 2u : 1u);
  return condition;
}

// Returns a mask of the invocations on the same path.
uvec4 companions() {
  uvec4 same = subgroupBallot(true);
  for (uint bit = 0u; bit < 32u; ++bit) {
    const bool is_set = (met & (1u << bit)) != 0u;
    const uvec4 votes = subgroupBallot(is_set);
    same &= is_set ? votes : ~votes;
  }
  return same;
}

uvec4 ballotOfCompanions(const bool set) { return subgroupBallot(set) & companions(); }

// Returns 0 unless the whole subgroup is on the same path.
uint sumOfAll(const uint mine) {
  const bool are_all = companions() == subgroupBallot(true);
  const uint sum = subgroupInclusiveAdd(mine);
  return are_all ? sum : 0u;
}

#define if(condition) if (note(condition))
#define while(condition) while (note(condition))
#define barrier() { barrier(); met = 0u; }
#define controlBarrier(a, b, c, d) { controlBarrier(a, b, c, d); met = 0u; }
#define subgroupBallot ballotOfCompanions
#define subgroupInclusiveAdd sumOfAll
