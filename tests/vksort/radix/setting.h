// What radix makes of a configuration on a device.
#pragma once
#include <doctest/doctest.h>

#include "radix/sort.h"
#include "support/device/recording.h"
#include "support/device/rig.h"
#include "vulkan/support.h"

namespace test {

// Of the device that the Sorter is to be for.
inline vksort::DeviceFacts factsOf(const vksort::SorterInfo& info) {
  vksort::InstanceFunctions functions;
  vksort::DeviceFacts facts;
  REQUIRE(vksort::load(info.get_instance_proc_addr, info.instance, functions));
  REQUIRE(vksort::inspect(functions, info.physical_device, facts) == VK_SUCCESS);
  return facts;
}

inline vksort::radix::Setting settingOf(Rig& rig, const Config& config) {
  const vksort::SorterInfo info = rig.sorterInfo(config);
  const vksort::DeviceFacts facts = factsOf(info);
  return vksort::radix::settingOf(info, facts.limits, facts.record_limits, rig.tuning(config), true);
}

// Without objects of the driver.
inline vksort::Sorter sorterOf(Rig& rig, const Config& config, vksort::Algorithm algorithm, Faults faults = {},
                               const vksort::Tuning* tuning = nullptr) {
  faults.fake_objects = true;
  const HookScope hooks(faults);
  vksort::SorterInfo info = rig.sorterInfo(config);
  info.algorithm = algorithm;
  info.tuning = tuning;
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  return sorter;
}

// The fewest elements that there may be for a workgroup to sort few of them.
inline uint32_t leastOfMany(const vksort::radix::Setting& setting) {
  REQUIRE(setting.shape_count != 0);
  return setting.shape_count > 1 ? setting.shapes[setting.shape_count - 2].max_count + 1 : 2 * setting.few + 1;
}

}  // namespace test
