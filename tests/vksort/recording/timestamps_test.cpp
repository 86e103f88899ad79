// GPU timestamps in the caller's query pool.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/device/recording.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Values;

constexpr Config kTimedConfigs[] = {
    {.values = Values::none},
    {.values = Values::none, .path = Path::floor},
    {.values = Values::split, .path = Path::floor, .push_descriptor = false},
};

gpu::Owned<VkQueryPool> makePool(const gpu::Device& device, uint32_t queries) {
  VkQueryPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
  info.queryType = VK_QUERY_TYPE_TIMESTAMP;
  info.queryCount = queries;
  VkQueryPool pool = VK_NULL_HANDLE;
  REQUIRE(device.vk.vkCreateQueryPool(device.handle(), &info, nullptr, &pool) == VK_SUCCESS);
  return {device.handle(), pool, device.vk.vkDestroyQueryPool};
}

bool hasTimestamps(Rig& rig) { return rig.device().properties().timestamp_valid_bits != 0; }

struct Query {
  uint64_t ticks, available;
};

// Whether the queries [first, first + count) were written, in the order of their numbers, and no others.
bool writtenAlone(const std::vector<Query>& queries, uint32_t first, uint32_t count) {
  for (uint32_t i = 0; i < queries.size(); ++i) {
    const bool inside = i >= first && i < first + count;
    if ((queries[i].available != 0) != inside) return false;
    if (inside && i > first && queries[i].ticks < queries[i - 1].ticks) return false;
  }
  return true;
}

// Whether a timestamp comes before the first dispatch and after each, ahead of the barrier, from query `first` on.
bool timesEachPass(const Log& log, uint32_t first) {
  uint32_t query = first;
  bool due = true;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::timestamp) {
      if (!due || command.query != query++ || command.source_stages != VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT)
        return false;
      due = false;
    } else if (command.kind == Command::Kind::dispatch || command.kind == Command::Kind::barrier) {
      if (due) return false;
      due = command.kind == Command::Kind::dispatch;
    }
  }
  return !due && query > first + 1;
}

// All queries of a pool that is larger than the sort of n elements needs, after that sort has run.
std::vector<Query> timed(Rig& rig, const Config& config, uint32_t n, uint32_t first, uint32_t spare) {
  const gpu::Device& device = rig.device();
  const vksort::Sorter& sorter = rig.sorter(config);
  const uint32_t total = first + sorter.plan(n).timestamps + spare;
  const gpu::Owned<VkQueryPool> pool = makePool(device, total);
  vksort::SortInfo info;
  info.keys = {rig.arena(0, n).device.handle(), 0, VkDeviceSize{n} * 4};
  if (config.values == Values::split) info.values = {rig.arena(1, n).device.handle(), 0, VkDeviceSize{n} * 4};
  info.count = n;
  info.timestamps = {pool.get(), first, total - first};
  gpu::DescriptorPool sets;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {device, 1, vksort::kDescriptorsPerSet};
    info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    device.vk.vkCmdResetQueryPool(cmd, pool.get(), 0, total);
    REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
  });
  std::vector<Query> queries(total);
  const VkResult result = device.vk.vkGetQueryPoolResults(
      device.handle(), pool.get(), 0, total, queries.size() * sizeof(Query), queries.data(), sizeof(Query),
      VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
  CHECK(result == VK_NOT_READY);  // those around are not written
  return queries;
}

}  // namespace

TEST_CASE("times_each_pass_in_the_queries_that_the_plan_tells_and_no_others" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasTimestamps(rig)) return skip("no timestamps");
    for (const Config& config : kTimedConfigs) {
      for (const uint32_t n : {2u, 1000u, 5000u, 100'000u}) {
        INFO(describe(config) << ", n " << n);
        const uint32_t planned = rig.sorter(config).plan(n).timestamps;
        for (const uint32_t spare : {0u, 5u}) {
          const std::vector<Query> queries = timed(rig, config, n, 2, spare);
          CHECK(writtenAlone(queries, 2, planned));
          CHECK_FALSE(writtenAlone(queries, 2, planned - 1));
          CHECK_FALSE(writtenAlone(queries, 1, planned));
        }
      }
      const std::vector<Query> none = timed(rig, config, 1, 2, 5);
      CHECK(writtenAlone(none, 2, 0));
    }
  });
}

TEST_CASE("records_a_timestamp_before_the_first_pass_and_after_each" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!hasTimestamps(rig)) return skip("no timestamps");
    for (const Config& config : kTimedConfigs) {
      const vksort::Sorter& sorter = rig.sorter(config);
      const uint32_t planned = sorter.plan(100'000).timestamps;
      const gpu::Owned<VkQueryPool> pool = makePool(rig.device(), planned + 3);
      const Log log = recorded(rig, sorter, config, 100'000, {}, {pool.get(), 3, planned});
      CHECK(count(log, Command::Kind::timestamp) == planned);
      CHECK(timesEachPass(log, 3));
      CHECK(count(recorded(rig, config, 100'000), Command::Kind::timestamp) == 0);

      // Each timestamp left out, and each a command too late, is noticed.
      for (std::size_t i = 0; i < log.commands.size(); ++i) {
        if (log.commands[i].kind != Command::Kind::timestamp) continue;
        Log less = log;
        less.commands.erase(less.commands.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK_FALSE(timesEachPass(less, 3));
        const auto passes = std::find_if(log.commands.begin() + static_cast<std::ptrdiff_t>(i), log.commands.end(),
                                         [](const Command& each) { return each.kind == Command::Kind::dispatch; });
        if (passes == log.commands.end()) continue;
        Log late = log;
        const auto dispatch = late.commands.begin() + (passes - log.commands.begin());
        std::rotate(late.commands.begin() + static_cast<std::ptrdiff_t>(i),
                    late.commands.begin() + static_cast<std::ptrdiff_t>(i) + 1, dispatch + 1);
        CHECK_FALSE(timesEachPass(late, 3));
      }
    }
  });
}

}  // namespace test
