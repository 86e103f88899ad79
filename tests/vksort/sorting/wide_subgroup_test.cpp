// The subgroup pass at the sizes that no software driver executes: its own source, with the shuffles emulated.
#include <doctest/doctest.h>

#include "bitonic/kernels.h"
#include "emulated_subgroup_keys.spv.h"
#include "emulated_subgroup_pairs.spv.h"
#include "support/check/conform.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Element;
using vksort::Kernel;
using vksort::Values;

// A device whose subgroups all have `size` invocations, and whose subgroup pass is the emulated one.
Faults emulated(uint32_t size) {
  Faults faults;
  faults.edit_properties = [size](VkPhysicalDeviceProperties2& out) {
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
        reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(link)->subgroupSize = size;
      } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
        auto* control = reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link);
        control->minSubgroupSize = control->maxSubgroupSize = size;
      }
    }
  };
  faults.shaders.push_back({vksort::moduleOf(Kernel::subgroup_sort, Element::key), emulated_subgroup_keys});
  faults.shaders.push_back({vksort::moduleOf(Kernel::subgroup_sort, Element::pair), emulated_subgroup_pairs});
  return faults;
}

}  // namespace

TEST_CASE("sorts_in_subgroups_of_32_64_and_128_invocations" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    // The real size must divide the emulated one, and be no more than it.
    if (!rig.hasSubgroupPass() || rig.device().properties().subgroup.subgroupSize > 32) {
      return skip("no subgroups, or larger ones than those that are emulated");
    }
    for (const uint32_t size : {32u, 64u, 128u}) {
      for (const Values values : {Values::none, Values::split}) {
        if (!everythingWanted() && (values == Values::split) != (size == 64u)) continue;
        const Config config{.values = values};
        INFO("subgroups of " << size << ", " << describe(config));
        const HookScope hooks(emulated(size));
        const vksort::Sorter sorter = rig.makeSubgroupSorter(config);
        std::vector<Input> inputs;
        for (uint32_t n = 2; n <= 4 * size; ++n) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.dispatches == inputs.size());
        CHECK(report.pipelines.size() == 1);
      }
    }
  });
}

}  // namespace test
