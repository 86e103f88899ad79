// The radix sort of a configuration on a device.
#pragma once
#include <doctest/doctest.h>

#include "decide/decide.h"
#include "sorts/radix/passes.h"
#include "support/device/recording.h"
#include "support/device/rig.h"
#include "create/connect.h"

namespace test {

// Uses the active mock.
inline vksort::DeviceFacts factsOf(const vksort::Device& device) {
  vksort::InstanceFunctions functions;
  vksort::DeviceFacts facts;
  REQUIRE(vksort::load(device.get_instance_proc_addr, device.instance, functions));
  REQUIRE(vksort::findFacts(functions, device.physical_device, device.api_version, facts) == VK_SUCCESS);
  return facts;
}

inline vksort::radix::RadixSetting settingOf(Rig& rig, const Config& config) {
  const SorterSetup setup = rig.setupOf(config);
  const vksort::DeviceFacts facts = factsOf(setup.info.device);
  return vksort::algorithmsFor(vksort::configurationOf(setup.get()), facts.limits, facts.record_limits).radix;
}

// Has no driver objects. Ignores the configuration's algorithm.
inline vksort::Sorter sorterOf(Rig& rig, const Config& config, vksort::Algorithm algorithm, Faults faults = {}) {
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  SorterSetup setup = rig.setupOf(config);
  setup.info.scratch = vksort::Scratch::optional;
  setup.creation.algorithm = algorithm;
  vksort::Sorter sorter;
  REQUIRE(setup.create(sorter) == VK_SUCCESS);
  return sorter;
}

// Minimum SortInfo::count for which one workgroup sorts a small indirect count in place.
inline uint32_t minOfMany(const vksort::radix::RadixSetting& setting) {
  REQUIRE(setting.shape_count != 0);
  return setting.shape_count > 1 ? setting.shapes[setting.shape_count - 2].max_count + 1 : 2 * setting.max_in_place + 1;
}

}  // namespace test
