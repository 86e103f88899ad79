#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "decide/decide.h"
#include "support/check/segment_check.h"
#include "create/connect.h"

namespace test {

SorterSetup tested(const Rig& rig, const Config& config, vksort::SelfTestMode mode) {
  SorterSetup setup = rig.setupOf(config);
  constexpr uint32_t kTimeoutMs = 400'000;
  setup.creation.self_test = {rig.device().queue(), rig.device().queueFamily(), mode, kTimeoutMs};
  return setup;
}

SorterSetup testedUpTo(const Rig& rig, const Config& config, uint32_t max_count) {
  SorterSetup setup = tested(rig, config);
  setup.info.max_count = max_count;
  return setup;
}

Attempt create(const vksort::SorterInfo& info, Faults faults) {
  return create({info, info.creation ? *info.creation : vksort::Creation{}, {}}, std::move(faults));
}

Attempt create(const SorterSetup& setup, Faults faults) {
  Attempt made;
  faults.widen_by = 16;
  const MockVulkan mock(faults);
  const char* reason = nullptr;
  made.result = setup.create(made.sorter, &reason);
  if (reason) made.reason = reason;
  while (made.result == VK_SUCCESS && vksort::pipelineJobCount(made.sorter) != 0)
    made.result = vksort::runPipelineJob(made.sorter);
  return made;
}

vksort::Algorithms algorithmsOf(const vksort::SorterInfo& info, bool looks_back) {
  vksort::InstanceFunctions functions;
  vksort::DeviceFacts facts;
  const vksort::Device& device = info.device;
  REQUIRE(vksort::load(device.get_instance_proc_addr, device.instance, functions));
  REQUIRE(vksort::findFacts(functions, device.physical_device, device.api_version, facts) == VK_SUCCESS);
  if ((device.enabled_features & VKSORT_FULL_SUBGROUPS) == 0) facts.limits.subgroup_size = 0;
  vksort::Fallback allowed{};
  allowed.look_back = looks_back;
  return vksort::algorithmsFor(vksort::configurationOf(info), facts.limits, facts.record_limits, allowed);
}

bool isTrial(const vksort::SorterInfo& info, const vksort::Rejected& rejected, bool looks_back, uint64_t kernels) {
  const vksort::Algorithms algorithms = algorithmsOf(info, looks_back);
  const vksort::TrialList list = vksort::trialsOf(algorithms);
  return std::any_of(list.trials, list.trials + list.count, [&](const vksort::Trial& trial) {
    const vksort::Request request = {trial.count, trial.mode, 1, trial.scratch ? vksort::kEnoughScratch : 0};
    uint64_t used = 0;
    vksort::addPasses(algorithms, request, vksort::decide(algorithms, request),
                      [&](const vksort::Pass& pass) { used |= uint64_t{1} << pass.kernel; });
    return vksort::kernelName(trial.kernel) == std::string(rejected.kernel) && trial.count == rejected.count &&
           (used & kernels) == kernels;
  });
}

void expectThatItSorts(Rig& rig, const Attempt& made, const Config& config) {
  if (config.mode == Mode::segments) {
    expectSegments(rig, made.sorter, config, placedSegments({3, 30, 1000, 4099, 70'001}, nextSeed()));
    return;
  }
  const std::vector<Input> inputs = inputsOf({3u, 30u, 1000u, 4099u, 70'001u});
  expectSorts(rig, made.sorter, config, inputs);
}

}  // namespace test
