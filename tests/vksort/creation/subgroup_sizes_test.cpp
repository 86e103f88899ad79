// Which sizes of a subgroup are used, and that others are done without.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/device/rig.h"
#include "support/device/subgroups.h"

namespace test {

using vksort::Values;

TEST_CASE("uses_subgroups_of_4_to_128_invocations_and_no_others" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const uint32_t size : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u, 1024u}) {
      for (const bool varying : {false, true}) {
        INFO("subgroups of " << size << (varying ? " and more" : ""));
        const bool usable = size >= 4 && size <= 128;
        const HookScope hooks(withSubgroups(size, varying));
        const vksort::Support support =
            vksort::querySupport(hookedInstanceProcAddr, rig.device().instance(), rig.device().physical());
        CHECK(support.supported);
        CHECK(((support.features & vksort::kFullSubgroups) != 0) == usable);
        for (const Values values : {Values::none, Values::split}) {
          vksort::SorterInfo info = rig.sorterInfo({.values = values});
          info.enabled_features |= vksort::kFullSubgroups;
          vksort::Sorter sorter;
          const VkResult made = vksort::Sorter::create(info, sorter);
          CHECK(made == (usable ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT));
          info.enabled_features &= ~vksort::kFullSubgroups;
          CHECK(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
        }
        CHECK(hooks.log.subgroup_pipelines.empty() == !usable);
        // All that radix adds to the pipelines of the network has full subgroups.
        std::size_t pipelines[2] = {}, full[2] = {};
        for (const bool radix : {false, true}) {
          const HookScope counted(withSubgroups(size, varying));
          vksort::SorterInfo info = rig.sorterInfo({.lent = radix});
          info.enabled_features |= vksort::kFullSubgroups;
          vksort::Sorter sorter;
          CHECK(vksort::Sorter::create(info, sorter) == (usable ? VK_SUCCESS : VK_ERROR_FEATURE_NOT_PRESENT));
          CHECK((sorter.scratchBytes(1 << 20) > 0) == (usable && radix));
          pipelines[radix] = counted.log.workgroups.size();
          full[radix] = counted.log.subgroup_pipelines.size();
        }
        CHECK((pipelines[1] > pipelines[0]) == usable);
        CHECK(full[1] - full[0] == pipelines[1] - pipelines[0]);
        // One subgroup sorts 4 elements per invocation.
        const vksort::PlanDevice device{
            .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = size};
        const std::string first = vksort::planPass({}, device, 4 * size, 0).name;
        CHECK((first == "subgroup_sort") == usable);
        CHECK(vksort::planPass({}, device, 4 * size + 1, 0).name != std::string("subgroup_sort"));
        for (const uint32_t pinned : hooks.log.pinned_sizes) CHECK((pinned == 0 || (varying && pinned == size)));
      }
    }
  });
}

TEST_CASE("workgroups_have_no_more_subgroups_than_may_be_pinned" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const auto largestOf = [&](const Faults& faults) {
      const HookScope hooks(faults);
      vksort::SorterInfo info = rig.sorterInfo({.values = Values::split, .lent = true});
      info.enabled_features |= vksort::kFullSubgroups;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      CHECK(sorter.scratchBytes(1 << 20) > 0);
      uint32_t largest = 0;
      for (std::size_t i = 0; i < hooks.log.workgroups.size(); ++i) {
        if (hooks.log.pinned_sizes[i] != 0) largest = std::max(largest, hooks.log.workgroups[i]);
      }
      return largest;
    };
    CHECK(largestOf(withSubgroups(32, true, 16)) == 512);
    CHECK(largestOf(withSubgroups(32, true, 31)) == 512);
    CHECK(largestOf(withSubgroups(32, true, 32)) == 1024);
    CHECK(largestOf(withSubgroups(32, true, 1u << 27)) == 1024);  // 2^32 invocations
    CHECK(largestOf(withSubgroups(32, false, 16)) == 0);          // none is pinned
  });
}

}  // namespace test
