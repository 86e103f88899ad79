// The plan against what is recorded, and against what the shaders load and store.
#include <doctest/doctest.h>

#include "support/check/access_counts.h"
#include "support/check/conform.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Plan;
using vksort::Values;

constexpr Config kPlannedConfigs[] = {
    {.values = Values::none},
    {.values = Values::interleaved},
    {.key_type = vksort::KeyType::u64, .values = Values::split},
    {.values = Values::iota},
    {.values = Values::split},
    // Other shapes of the same kernels; their bytes are counted in full runs.
    {.values = Values::none, .path = Path::floor},
    {.values = Values::split, .path = Path::floor},
    {.values = Values::none, .full_subgroups = false},
    {.key_type = vksort::KeyType::u64},
    {.key_type = vksort::KeyType::u64, .values = Values::iota, .path = Path::floor},
};
constexpr std::size_t kCountedByDefault = 4;

bool agrees(const Plan& plan, const Counted& counted) {
  return plan.bytes_read == counted.loaded * 4 && plan.bytes_written == counted.stored * 4;
}

bool agrees(const Plan& plan, const Log& log) {
  return plan.dispatches == count(log, Command::Kind::dispatch) && plan.barriers == count(log, Command::Kind::barrier);
}

// Around each power of two and each multiple of a tile, up to 2^most_log2 elements.
std::vector<uint32_t> sizesAround(uint32_t tile_log2, uint32_t most_log2) {
  std::vector<uint32_t> sizes = {2, 3, 5};
  for (uint32_t k = 3; k <= most_log2; ++k)
    for (const uint32_t n : {(1u << k) - 1, 1u << k, (1u << k) + 1, (5u << k) / 4 + 3}) sizes.push_back(n);
  for (const uint32_t tiles : {3u, 5u, 7u, 9u, 11u, 13u, 21u})
    for (const uint32_t n : {(tiles << tile_log2) - 1, tiles << tile_log2, (tiles << tile_log2) + 1})
      sizes.push_back(n);
  return sizes;
}

vksort::PlanDevice planDevice(Rig& rig, const Config& config) {
  const VkPhysicalDeviceProperties& properties = rig.device().properties().core;
  const VkPhysicalDeviceLimits& limits = properties.limits;
  vksort::PlanDevice device;
  device.workgroup_invocations = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  device.shared_memory_bytes = limits.maxComputeSharedMemorySize;
  device.vendor_id = properties.vendorID;
  device.max_groups_x = limits.maxComputeWorkGroupCount[0];
  device.max_storage_buffers = limits.maxPerStageDescriptorStorageBuffers;
  if (rig.hasSubgroupPass() && config.full_subgroups)
    device.subgroup_size = rig.device().properties().subgroup.subgroupSize;
  return device;
}

// What a plan needs to know of a configuration: no handles.
vksort::SorterInfo withoutDevice(const Config& config) {
  vksort::SorterInfo info;
  info.key_type = config.key_type;
  info.values = config.values;
  info.path = config.path;
  return info;
}

}  // namespace

TEST_CASE("plans_the_dispatches_and_barriers_that_are_recorded" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kPlannedConfigs) {
      const vksort::Sorter& sorter = rig.sorter(config);
      std::vector<uint32_t> sizes = sizesAround(rig.tuning(config).tile_log2, 20);
      sizes.insert(sizes.end(), {0, 1, 2'000'003});
      for (const uint32_t n : sizes) {
        INFO(describe(config) << ", n " << n);
        const Log log = recorded(rig, config, n);
        const Plan plan = sorter.plan(n);
        CHECK(agrees(plan, log));
        CHECK(plan.timestamps == (plan.dispatches == 0 ? 0 : plan.dispatches + 1));
        uint32_t index = 0;
        uint64_t bytes = 0;
        for (const Command& command : log.commands) {
          if (command.kind != Command::Kind::dispatch) continue;
          const vksort::PassPlan pass = sorter.planPass(n, index++);
          CHECK(pass.workgroups <= uint64_t{command.groups.width} * command.groups.height);
          bytes += pass.bytes_read + pass.bytes_written;
        }
        CHECK(bytes == plan.bytes_read + plan.bytes_written);
        CHECK(sorter.planPass(n, index).workgroups == 0);
      }
    }
  });
}

TEST_CASE("plans_the_same_without_a_device" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kPlannedConfigs) {
      const vksort::Sorter& sorter = rig.sorter(config);
      const vksort::SorterInfo info = withoutDevice(config);
      const vksort::PlanDevice device = planDevice(rig, config);
      for (const uint32_t n : {0u, 1u, 2u, 1000u, 100'000u, 12'345'678u, 0xffffffffu}) {
        INFO(describe(config) << ", n " << n);
        const Plan mine = sorter.plan(n), without = vksort::plan(info, device, n);
        CHECK(mine.dispatches == without.dispatches);
        CHECK(mine.bytes_read == without.bytes_read);
        CHECK(mine.bytes_written == without.bytes_written);
        for (uint32_t i = 0; i <= mine.dispatches; ++i) {
          const vksort::PassPlan pass = sorter.planPass(n, i), other = vksort::planPass(info, device, n, i);
          CHECK(pass.name == other.name);
          CHECK(pass.stage == other.stage);
          CHECK(pass.workgroups == other.workgroups);
          CHECK(pass.bytes_read == other.bytes_read);
        }
      }
    }
  });
}

TEST_CASE("plans_the_bytes_that_the_shaders_load_and_store" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config :
         std::span(kPlannedConfigs).first(everythingWanted() ? std::size(kPlannedConfigs) : kCountedByDefault)) {
      const HookScope hooks(counting());
      const vksort::Sorter sorter = rig.makeSorter(config);
      const std::vector<uint32_t> sizes = sizesAround(rig.tuning(config).tile_log2, 13);
      const std::vector<Counted> counted = countAccesses(rig, sorter, config, sizes);
      uint64_t repeated = 0;
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        INFO(describe(config) << ", n " << sizes[i]);
        CHECK(agrees(sorter.plan(sizes[i]), counted[i]));
        repeated += counted[i].repeated;
      }
      CHECK(repeated > 0);  // so the sizes have partial workgroups
    }
  });
}

// Everything is out of order, but for a tile of one element. What it takes to find that out is loaded besides.
TEST_CASE("plans_the_bytes_that_coherent_sorts_store" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.path = Path::floor, .coherent = true};
    const HookScope hooks(counting());
    const vksort::Sorter sorter = rig.makeSorter(config);
    const uint32_t tile_log2 = rig.tuning(config).tile_log2;
    std::vector<uint32_t> sizes = sizesAround(tile_log2, 12);
    std::erase_if(sizes, [tile_log2](uint32_t n) { return n % (1u << tile_log2) == 1; });
    const std::vector<Counted> counted = countAccesses(rig, sorter, config, sizes);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      INFO("n " << sizes[i]);
      const Plan plan = sorter.plan(sizes[i]);
      CHECK(plan.bytes_written == counted[i].stored * 4);
      CHECK(plan.bytes_read == plan.bytes_written);
      CHECK(plan.bytes_read <= counted[i].loaded * 4);
    }
  });
}

// A folded grid has workgroups over, and some of them work on blocks that the schedule leaves out.
TEST_CASE("plans_the_bytes_of_a_folded_grid" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Values values : {Values::none, Values::interleaved}) {
      if (values != Values::none && !everythingWanted()) continue;
      const Config config{.values = values, .path = Path::floor};
      vksort::PlanDevice folded = planDevice(rig, config), unfolded = folded;
      uint32_t extra = 0;
      for (const uint32_t most : {3u, 7u, 10u}) {
        if (most != 3 && !everythingWanted()) continue;
        Faults faults = counting();
        faults.edit_properties = [most](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = most; };
        const HookScope hooks(faults);
        const vksort::Sorter sorter = rig.makeSorter(config);
        const uint32_t tile_log2 = rig.tuning(config).tile_log2;
        const std::vector<uint32_t> sizes = sizesAround(tile_log2, everythingWanted() ? 13 : tile_log2 + 3);
        const std::vector<Counted> counted = countAccesses(rig, sorter, config, sizes);
        folded.max_groups_x = most;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
          INFO(describe(config) << ", n " << sizes[i] << ", " << most << " groups per axis");
          CHECK(agrees(sorter.plan(sizes[i]), counted[i]));
          CHECK(agrees(vksort::plan(withoutDevice(config), folded, sizes[i]), counted[i]));
          extra +=
              vksort::plan(withoutDevice(config), unfolded, sizes[i]).bytes_read < sorter.plan(sizes[i]).bytes_read;
        }
      }
      CHECK(extra > 0);
    }
  });
}

TEST_CASE("notices_a_plan_that_is_off" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.path = Path::floor};
    const uint32_t n = 5u << rig.tuning(config).tile_log2;
    const Log log = recorded(rig, config, n);
    Plan plan = rig.sorter(config).plan(n);
    REQUIRE(agrees(plan, log));
    plan.dispatches += 1;
    CHECK_FALSE(agrees(plan, log));
    plan = rig.sorter(config).plan(n);
    plan.barriers -= 1;
    CHECK_FALSE(agrees(plan, log));

    // A pass less, a store less, and the pass of blocks that do not exist.
    const std::vector<uint32_t> sizes = {n + 1};
    Faults faults = counting();
    const HookScope hooks(faults);
    const Counted counted = countAccesses(rig, rig.makeSorter(config), config, sizes).front();
    plan = rig.sorter(config).plan(n + 1);
    REQUIRE(agrees(plan, counted));
    plan.bytes_read -= rig.sorter(config).planPass(n + 1, plan.dispatches - 1).bytes_read;
    CHECK_FALSE(agrees(plan, counted));
    countShort(faults);
    const HookScope short_hooks(faults);
    const Counted one_less = countAccesses(rig, rig.makeSorter(config), config, sizes).front();
    CHECK_FALSE(agrees(rig.sorter(config).plan(n + 1), one_less));
    CHECK(one_less.stored < counted.stored);
  });
}

}  // namespace test
