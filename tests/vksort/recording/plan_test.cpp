// The plan against what is recorded, and what each pass moves.
#include <doctest/doctest.h>

#include "support/check/conform.h"
#include "support/check/recorded_modes.h"
#include "support/device/recording.h"
#include "vulkan/grid.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Plan;
using vksort::Values;

// Beside every mode: other shapes of the same kernels.
constexpr Config kPlannedConfigs[] = {
    {.values = Values::none},
    {.values = Values::split},
    {.values = Values::none, .full_subgroups = false},
    {.key_type = vksort::KeyType::u64},
    {.key_type = vksort::KeyType::u64, .values = Values::iota, .path = Path::floor},
};

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
  device.max_storage_range = limits.maxStorageBufferRange;
  device.max_storage_buffers = limits.maxPerStageDescriptorStorageBuffers;
  if (rig.hasSubgroupPass() && config.full_subgroups)
    device.subgroup_size = rig.device().properties().subgroup.subgroupSize;
  return device;
}

void expectSame(const Plan& a, const Plan& b) {
  CHECK(a.dispatches == b.dispatches);
  CHECK(a.barriers == b.barriers);
  CHECK(a.timestamps == b.timestamps);
  CHECK(a.bytes_read == b.bytes_read);
  CHECK(a.bytes_written == b.bytes_written);
}

void expectSame(const vksort::PassPlan& a, const vksort::PassPlan& b) {
  CHECK(std::string(a.name) == b.name);
  CHECK(a.stage == b.stage);
  CHECK(a.workgroups == b.workgroups);
  CHECK(a.bytes_read == b.bytes_read);
  CHECK(a.bytes_written == b.bytes_written);
}

void expectRecorded(const Plan& plan, const Log& log, const std::function<vksort::PassPlan(uint32_t)>& passOf) {
  CHECK(plan.dispatches == count(log, Command::Kind::dispatch));
  CHECK(plan.barriers == count(log, Command::Kind::barrier));
  CHECK(plan.timestamps == (plan.dispatches == 0 ? 0 : plan.dispatches + 1));
  uint32_t index = 0;
  uint64_t bytes = 0;
  for (const Command& command : log.commands) {
    if (command.kind != Command::Kind::dispatch) continue;
    const vksort::PassPlan pass = passOf(index++);
    const bool indirect = command.arguments != VK_NULL_HANDLE;
    if (!indirect) CHECK(pass.workgroups <= uint64_t{command.groups.width} * command.groups.height);
    bytes += pass.bytes_read + pass.bytes_written;
  }
  CHECK(bytes == plan.bytes_read + plan.bytes_written);
  CHECK(std::string(passOf(index).name).empty());
  CHECK(passOf(index).workgroups == 0);
}

// Elements below n that the workgroups of a pass hold.
uint64_t touchedBy(const vksort::Shape& shape, const Step& pass, uint32_t max_groups, uint64_t n) {
  const vksort::Grid grid = vksort::foldGrid(pass.groups, max_groups);
  const uint64_t groups = uint64_t{grid.x} * grid.y;
  const uint32_t log2 = shape.elementsLog2(pass.kernel);
  if (!vksort::isGlobal(pass.kernel)) return std::min(n, groups << log2);
  const uint32_t strides = shape.strides(pass.kernel), columns_log2 = log2 - strides;
  const uint32_t middle_bits = pass.window - columns_log2, block_log2 = pass.window + strides;
  uint64_t touched = 0;
  for (uint64_t group = 0; group < groups; ++group) {
    const uint64_t block = group >> middle_bits << block_log2;
    const uint64_t middle = (group & ((uint64_t{1} << middle_bits) - 1)) << columns_log2;
    for (uint64_t i = 0; i < uint64_t{1} << (log2 - 1); ++i) {
      const uint64_t row = i >> columns_log2, column = i & ((uint64_t{1} << columns_log2) - 1);
      const uint64_t low = block | row << pass.window | middle | column;
      const uint64_t bits = pass.mirror ? (uint64_t{1} << block_log2) - 1 : uint64_t{1} << (block_log2 - 1);
      touched += (low < n) + ((low ^ bits) < n);
    }
  }
  return touched;
}

std::vector<Config> plannedConfigs() {
  std::vector<Config> configs(std::begin(kPlannedConfigs), std::end(kPlannedConfigs));
  configs.insert(configs.end(), everyMode().begin(), everyMode().end());
  return configs;
}

}  // namespace

// By the Sorter, and without a device.
TEST_CASE("plans_what_is_recorded_in_every_mode" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : plannedConfigs()) {
      if (config.count == vksort::Count::lists) continue;
      const vksort::Sorter sorter = fakeSorter(rig, config);
      const vksort::SorterInfo info = rig.sorterInfo(config);
      const vksort::PlanDevice device = planDevice(rig, config);
      std::vector<uint32_t> sizes = sizesAround(rig.tuning(config).tile_log2, 14);
      sizes.insert(sizes.end(), {0, 1, kRecordedCount});
      std::erase_if(sizes, [](uint32_t n) { return n > kRecordedCount; });
      for (const uint32_t n : sizes) {
        INFO(describe(config) << ", n " << n);
        vksort::SortInfo call = modeInfo(rig, config);
        call.count = n;
        expectRecorded(sorter.plan(n, config.lent), recordMode(rig, sorter, call).log,
                       [&](uint32_t i) { return sorter.planPass(n, i, config.lent); });
      }
      for (const uint32_t n : {0u, 1u, 2u, 1000u, 100'000u, 12'345'678u, 0xffffffffu}) {
        INFO(describe(config) << ", n " << n);
        const Plan plan = sorter.plan(n, config.lent);
        expectSame(plan, vksort::plan(info, device, n, config.lent));
        for (uint32_t i = 0; i <= plan.dispatches; ++i)
          expectSame(sorter.planPass(n, i, config.lent), vksort::planPass(info, device, n, i, config.lent));
      }
    }
  });
}

TEST_CASE("plans_what_is_recorded_for_lists" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      if (config.count != vksort::Count::lists) continue;
      const vksort::Sorter sorter = fakeSorter(rig, config);
      const vksort::SorterInfo info = rig.sorterInfo(config);
      for (const uint32_t lists : {1u, 1024u, 1025u, 65536u}) {
        for (const uint32_t largest : {0u, 1u, 2u, 16u, 17u, 128u, 129u, 1024u, 4097u, 0xffffffffu}) {
          INFO(describe(config) << ": " << lists << " lists of " << largest);
          vksort::SortInfo call = modeInfo(rig, config, lists);
          call.lists.largest = largest;
          const uint32_t most = largest == 0 ? call.count : std::min(largest, call.count);
          const Plan plan = sorter.planLists(lists, most);
          expectRecorded(plan, recordMode(rig, sorter, call).log,
                         [&](uint32_t i) { return sorter.planListsPass(lists, most, i); });
          CHECK((plan.dispatches == 0) == (most == 1 && config.values != Values::iota));
          if (most > 1 && most <= 1u << rig.tuning(config).tiny_log2) CHECK(plan.dispatches == (lists <= 1024 ? 2 : 3));
          expectSame(plan, vksort::planLists(info, {}, lists, most));
          for (uint32_t i = 0; i <= plan.dispatches; ++i)
            expectSame(sorter.planListsPass(lists, most, i), vksort::planListsPass(info, {}, lists, most, i));
        }
      }
      CHECK(sorter.plan(5000).dispatches == sorter.planLists(1, 5000).dispatches);
      CHECK(sorter.planLists(0, 5000).dispatches == 0);
    }
    CHECK(fakeSorter(rig, {}).planLists(10, 5000).dispatches == 0);
    CHECK(std::string(fakeSorter(rig, {}).planListsPass(10, 5000, 0).name).empty());
    CHECK(vksort::Sorter().planLists(10, 5000).dispatches == 0);
  });
}

// Of a pass each element that a workgroup holds, once; but keys that a hook computes are not read, nor values that the
// sort makes up.
TEST_CASE("plans_the_bytes_of_the_elements_that_each_pass_holds" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config :
         {Config{}, Config{.values = Values::interleaved}, Config{.values = Values::iota},
          Config{.key_type = vksort::KeyType::u64, .values = Values::split}, Config{.path = Path::floor},
          Config{.hook = true}, Config{.values = Values::split, .hook = true}}) {
      for (const uint32_t max_groups : {65535u, 3u}) {  // a folded grid has workgroups over
        vksort::PlanDevice device = planDevice(rig, config);
        device.max_groups_x = max_groups;
        const vksort::SorterInfo info = rig.sorterInfo(config);
        const vksort::Shape shape = rig.tuning(config);
        const uint64_t keys = keyWords(config) * 4, values = splitValues(config) ? 4 : 0;
        for (const uint32_t n : sizesAround(shape.tile_log2, 13)) {
          INFO(describe(config) << ", n " << n << ", " << max_groups << " groups per axis");
          Schedule schedule;
          buildSchedule(shape, n, schedule);
          for (uint32_t i = 0; i < schedule.count; ++i) {
            const uint64_t touched = touchedBy(shape, schedule.passes[i], max_groups, n);
            const vksort::PassPlan pass = vksort::planPass(info, device, n, i);
            const bool reads_keys = i != 0 || !config.hook, reads_values = i != 0 || config.values != Values::iota;
            CHECK(pass.bytes_written == touched * (keys + values));
            CHECK(pass.bytes_read == touched * ((reads_keys ? keys : 0) + (reads_values ? values : 0)));
          }
        }
      }
    }
  });
}

}  // namespace test
