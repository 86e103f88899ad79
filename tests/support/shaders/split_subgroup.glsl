// Subgroups that stay divided from a condition to the next barrier. SPIR-V has invocations meet sooner. An operation sees
// those alone that met the same conditions. Loops of `for` have as many rounds in all of a subgroup, or a barrier behind
// them. Before all else of a module.
uint met = 0u;  // the conditions since the last barrier, and what they were

bool note(const bool condition) {
  met = met * 0x9e3779b1u + (condition ? 2u : 1u);
  return condition;
}

// A bit for each invocation that is with this one.
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

// 0 where not all of the subgroup are.
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
