#include "support/check/self_test_check.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "algorithm.h"
#include "support/check/list_check.h"
#include "vulkan/support.h"

namespace test {

vksort::SorterInfo tested(const Rig& rig, const Config& config, vksort::SelfTestMode mode) {
  static std::map<Config, vksort::Tuning> tunings;
  vksort::SorterInfo info = rig.sorterInfo(config);
  const bool has_pass = rig.hasSubgroupPass() && elementOf(config) != vksort::Element::triple;
  if (config.path == vksort::Path::automatic && has_pass) {
    vksort::Tuning& tuning = tunings[config];
    tuning = rig.tuning(config);
    tuning.subgroup_sort = 1;
    info.tuning = &tuning;
  }
  info.self_test.queue = rig.device().queue();
  info.self_test.queue_family = rig.device().queueFamily();
  info.self_test.mode = mode;
  info.self_test.timeout_ms = 400'000;
  return info;
}

Attempt create(const vksort::SorterInfo& info, Faults faults) {
  Attempt made;
  faults.widen_by = 16;
  const HookScope hooks(faults);
  const char* reason = nullptr;
  made.result = vksort::Sorter::create(info, made.sorter, &reason);
  if (reason) made.reason = reason;
  return made;
}

bool isProof(const vksort::SorterInfo& info, const vksort::DroppedPath& dropped, bool looks_back) {
  vksort::InstanceFunctions functions;
  vksort::DeviceFacts facts;
  REQUIRE(vksort::load(info.get_instance_proc_addr, info.instance, functions));
  REQUIRE(vksort::inspect(functions, info.physical_device, facts) == VK_SUCCESS);
  if ((info.enabled_features & vksort::kFullSubgroups) == 0) facts.limits.subgroup_size = 0;
  const vksort::ProofList list =
      vksort::proofsOf(vksort::algorithmsFor(info, facts.limits, facts.record_limits, looks_back));
  return std::any_of(list.proofs, list.proofs + list.count, [&](const vksort::Proof& proof) {
    return proof.kernel == std::string(dropped.kernel) && proof.count == dropped.count;
  });
}

void expectThatItSorts(Rig& rig, const Attempt& made, const Config& config) {
  if (config.count == vksort::Count::lists) {
    expectLists(rig, made.sorter, config, placedLists({3, 30, 1000, 4099, 70'001}, nextSeed()));
    return;
  }
  const std::vector<Input> inputs = inputsOf({3u, 30u, 1000u, 4099u, 70'001u});
  expectSorts(rig, made.sorter, config, inputs);
}

}  // namespace test
