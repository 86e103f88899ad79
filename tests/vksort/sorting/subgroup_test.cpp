// The subgroup pass, at whatever size the device's subgroups have.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/conform.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Ties;
using vksort::Values;

constexpr Config kSubgroupConfigs[] = {
    {.values = Values::none},
    {.values = Values::split},
    {.values = Values::split, .ties = Ties::any},
    {.values = Values::interleaved},
    {.key_type = vksort::KeyType::u64, .order = vksort::Order::descending},
};

// Most elements that one subgroup holds.
uint32_t subgroupElements(Rig& rig, const Config& config) {
  return 1u << rig.tuning(config).elementsLog2(vksort::Kernel::subgroup_sort);
}

bool usesSubgroups(const Report& report, const Log& creation) {
  return std::ranges::any_of(creation.subgroup_pipelines, [&](VkPipeline pipeline) {
    return std::ranges::find(report.pipelines, pipeline) != report.pipelines.end();
  });
}

}  // namespace

TEST_CASE("sorts_every_size_that_one_subgroup_holds") {
  for (const Config& config : kSubgroupConfigs) {
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDevice([&](Rig& rig) {
        if (!rig.hasSubgroupPass()) return skip("no subgroups");
        const uint32_t most = subgroupElements(rig, config);
        std::vector<Input> inputs;
        for (uint32_t n = 2; n <= most; ++n)
          for (const Keys keys : {Keys::random, Keys::last}) inputs.push_back({n, keys, Payload::index, nextSeed()});
        HookScope hooks;
        const vksort::Sorter sorter = rig.makeSubgroupSorter(config);
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(usesSubgroups(report, hooks.log));
        CHECK(report.dispatches == inputs.size());
        CHECK(report.tallest_grid == 1);
        CHECK(report.widest_grid == 1);
      });
    }
  }
}

TEST_CASE("sorts_the_same_sizes_without_subgroup_operations" * doctest::test_suite("one width")) {
  for (Config config : kSubgroupConfigs) {
    config.full_subgroups = false;
    const std::string name = describe(config);
    SUBCASE(name.c_str()) {
      onEveryDevice([&](Rig& rig) {
        const uint32_t most = subgroupElements(rig, config);
        std::vector<Input> inputs;
        for (uint32_t n = 2; n <= most; n += n < 40 ? 1 : 13)
          inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        HookScope hooks;
        const vksort::Sorter sorter = rig.makeSorter(config);
        const Report report = checkSorts(rig, sorter, config, inputs);
        INFO(report.first);
        CHECK(report.ok());
        CHECK(hooks.log.subgroup_pipelines.empty());
      });
    }
  }
}

// Where the driver may choose the size, the pipeline must say which one its code was specialized to.
TEST_CASE("pins_the_subgroup_size_where_it_could_vary") {
  onEveryDevice([](Rig& rig) {
    const gpu::DeviceProperties& properties = rig.device().properties();
    if (!rig.hasSubgroupPass() ||
        (properties.subgroup_size.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) {
      return skip("the device has no subgroups whose size can be asked for");
    }
    Faults faults;
    faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
      for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
        if (link->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) continue;
        reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link)->maxSubgroupSize *= 2;
      }
    };
    HookScope hooks(faults);
    if (!rig.hasSubgroupPass()) return skip("a pinned size limits the workgroup too much to be of use");
    const vksort::Sorter sorter = rig.makeSorter({});
    REQUIRE(hooks.log.subgroup_pipelines.size() > 0);
    const auto pinned = std::ranges::count(hooks.log.pinned_sizes, properties.subgroup.subgroupSize);
    CHECK(static_cast<std::size_t>(pinned) == hooks.log.subgroup_pipelines.size());
    std::vector<Input> inputs;
    for (const uint32_t n : {2u, 31u, subgroupElements(rig, {}), 5000u})
      inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
    const Report report = checkSorts(rig, sorter, {}, inputs);
    INFO(report.first);
    CHECK(report.ok());
  });
}

}  // namespace test
