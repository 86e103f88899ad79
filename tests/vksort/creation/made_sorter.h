// Sorters with the pipelines that they made, and those that their recordings bind.
#pragma once
#include <doctest/doctest.h>

#include <set>

#include "support/device/hooks.h"
#include "support/device/rig.h"

namespace test {

struct MadeSorter {
  vksort::Sorter sorter;
  std::set<uint64_t> pipelines;
};

// `hooks`: those in effect.
inline MadeSorter madeUnder(const HookScope& hooks, const vksort::SorterInfo& info) {
  MadeSorter made;
  REQUIRE(vksort::Sorter::create(info, made.sorter) == VK_SUCCESS);
  for (const Created& each : hooks.log.created)
    if (each.kind == 'p') made.pipelines.insert(each.handle);
  return made;
}

// Records nowhere, and adds the pipelines that it binds.
inline vksort::SortStatus recordBinding(const vksort::Sorter& sorter, vksort::SortInfo info,
                                        std::set<uint64_t>& bound) {
  Faults faults;
  faults.only_logs = true;
  const HookScope hooks(faults);
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
  const vksort::SortStatus status = sorter.record(reinterpret_cast<VkCommandBuffer>(uint64_t{1}), info);
  for (const Command& command : hooks.log.commands)
    if (command.kind == Command::Kind::bind_pipeline) bound.insert((uint64_t)command.pipeline);
  return status;
}

}  // namespace test
