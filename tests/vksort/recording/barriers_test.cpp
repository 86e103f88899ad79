// Synchronization inside a sort and around it.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/device/recording.h"
#include "support/devices.h"

namespace test {
namespace {

using vksort::Order;
using vksort::Path;
using vksort::Values;

}  // namespace

TEST_CASE("orders_every_two_neighbouring_passes" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Path path : {Path::automatic, Path::floor}) {
      for (const Values values : {Values::none, Values::split}) {
        for (const vksort::Count counted : {vksort::Count::host, vksort::Count::device}) {
          const Config config{.values = values, .path = path, .count = counted};
          const Log log = recorded(rig, config, 1'000'000);
          const uint32_t dispatches = count(log, Command::Kind::dispatch);
          CHECK(missingBarriers(log, independentOf(config, log)) == 0);
          CHECK(dispatches > 3);
          const auto indirect = static_cast<uint32_t>(std::ranges::count_if(
              log.commands, [](const Command& each) { return each.arguments != VK_NULL_HANDLE; }));
          const bool device = counted == vksort::Count::device;
          CHECK(count(log, Command::Kind::barrier) == dispatches - (device ? 2 : 1));
          CHECK(indirect == (device ? dispatches - 2 : 0));
        }
      }
    }
  });
}

// Descriptors begin at aligned offsets, so that neighbours are bound together, and validation takes all of it for used.
TEST_CASE("orders_the_set_up_where_it_is_bound_with_what_the_next_pass_uses" * doctest::test_suite("one width")) {
  constexpr uint32_t kCount = 100'000;
  onEveryDevice([](Rig& rig) {
    const Config config{.count = vksort::Count::device};
    const vksort::Sorter& sorter = rig.sorter(config);
    const VkBuffer buffer = rig.arena(0, 2 * kCount).device.handle();
    const VkDeviceSize end = VkDeviceSize{kCount} * 4, far = end + 4096;
    const auto barriers = [&](VkDeviceSize keys, VkDeviceSize counter, VkDeviceSize state) {
      vksort::SortInfo info;
      info.keys = {buffer, keys, end};
      info.count = kCount;
      info.device_count = {buffer, counter};
      info.state = {buffer, state, vksort::kStateBytes};
      return count(recorded(rig, sorter, info), Command::Kind::barrier);
    };
    const uint32_t apart = barriers(0, far, far + 4096);
    CHECK(apart == sorter.plan(kCount).barriers);
    CHECK(barriers(0, far, far + 4) == apart + 1);  // the state right behind the count
    CHECK(barriers(4, far, end + 4) == apart + 1);  // the state right behind the keys
    CHECK(barriers(4, end + 4, far) == apart + 1);  // the count right behind them
  });
}

TEST_CASE("notices_the_loss_of_any_barrier_of_the_recording" * doctest::test_suite("one width")) {
  lookAtShaders();
  onEveryDevice([](Rig& rig) {
    for (const Config& config :
         {Config{}, Config{.count = vksort::Count::device}, Config{.lent = true},
          Config{.count = vksort::Count::device, .lent = true}, Config{.lent = true, .by_ranks = true}}) {
      const bool host = config.count == vksort::Count::host;
      // By radix from a table on, with look-back alone and, of narrow subgroups, without.
      for (const uint32_t n : {3'000u, 30'000u, 1'000'000u}) {
        if (n != 1'000'000 && !config.lent) continue;
        const uint32_t barriers = count(recorded(rig, config, n), Command::Kind::barrier);
        if (config.by_ranks && n > 30'000) continue;  // in place
        CHECK(barriers > (config.by_ranks ? 0 : 2));
        for (uint32_t i = 0; i < barriers; ++i) {
          Faults faults;
          faults.drops_barrier = i;
          const Log log = recorded(rig, config, n, faults);
          CHECK(missingBarriers(log, independentOf(config, log)) == 1);
          // With the count on the device, a layer may see the arguments alone; and with scratch memory, which all
          // passes write, now this and now that.
          if (!validationWanted()) continue;
          const bool told = takeValidationMessages() > 0;
          if (instance().looksAtShaders() && !config.lent && (host || i == 0)) CHECK(told);
        }
      }
    }
  });
}

TEST_CASE("notices_barriers_that_are_too_weak" * doctest::test_suite("one width")) {
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkAccessFlags kBoth = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  const auto missing_with = [](Command barrier) {
    barrier.kind = Command::Kind::barrier;
    const Command dispatch{.kind = Command::Kind::dispatch};
    return missingBarriers({.commands = {dispatch, barrier, dispatch},
                            .ranges = {},
                            .workgroups = {},
                            .subgroup_pipelines = {},
                            .pinned_sizes = {}});
  };
  Command good{.kind = Command::Kind::barrier};
  good.source_stages = good.target_stages = kCompute;
  good.source_access = good.target_access = kBoth;
  CHECK(missing_with(good) == 0);
  Command weak = good;
  weak.target_access = VK_ACCESS_SHADER_READ_BIT;
  CHECK(missing_with(weak) == 1);
  weak = good;
  weak.source_access = VK_ACCESS_SHADER_READ_BIT;
  CHECK(missing_with(weak) == 1);
  weak = good;
  weak.target_stages = VK_PIPELINE_STAGE_TRANSFER_BIT;
  CHECK(missing_with(weak) == 1);
  weak = good;
  weak.source_stages = VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT;
  CHECK(missing_with(weak) == 1);
}

TEST_CASE("notices_barriers_that_are_too_weak_for_a_device_count" * doctest::test_suite("one width")) {
  const Command direct{.kind = Command::Kind::dispatch};
  const Command indirect{.kind = Command::Kind::dispatch, .arguments = (VkBuffer)uint64_t{1}};
  const auto missing_in = [&](std::initializer_list<Command> commands, const Independent& independent = {}) {
    Log log;
    log.commands = commands;
    return missingBarriers(log, independent);
  };
  constexpr VkAccessFlags kBoth = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  Command good{.kind = Command::Kind::barrier};
  good.source_stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  good.source_access = kBoth;
  good.target_stages = VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  good.target_access = VK_ACCESS_INDIRECT_COMMAND_READ_BIT | kBoth;
  CHECK(missing_in({direct, good, indirect}) == 0);
  Command weak = good;
  weak.target_access = kBoth;
  CHECK(missing_in({direct, weak, indirect}) == 1);
  weak.target_access = VK_ACCESS_INDIRECT_COMMAND_READ_BIT;
  CHECK(missing_in({direct, weak, indirect}) == 1);
  weak = good;
  weak.target_stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  CHECK(missing_in({direct, weak, indirect}) == 1);
  weak = good;
  weak.source_access = 0;
  CHECK(missing_in({direct, weak, indirect}) == 1);
  // Nothing between two that need nothing of each other; afterwards all that both left behind.
  CHECK(missing_in({direct, direct, good, indirect}) == 1);
  CHECK(missing_in({direct, direct, good, indirect}, {0, 2}) == 0);
  CHECK(missing_in({direct, direct, indirect}, {0, 2}) == 1);
  // The arguments are there for all the others.
  weak = good;
  weak.target_access = kBoth;
  CHECK(missing_in({direct, good, indirect, weak, indirect}) == 0);
  CHECK(missing_in({direct, good, indirect, indirect}) == 1);
}

// The second sort undoes the first one's order, so both must have run, one after the other.
TEST_CASE("sorts_twice_in_one_command_buffer" * doctest::test_suite("one width")) {
  constexpr uint32_t kCount = 70'001;
  onEveryDevice([](Rig& rig) {
    const Config up{.values = Values::split};
    const Config down{.order = Order::descending, .values = Values::split};
    const Elements before = generate(up, {kCount, Keys::entropy_3, Payload::index, nextSeed()});
    const Arena& keys = rig.arena(0, kCount);
    const Arena& values = rig.arena(1, kCount);
    std::copy(before.keys.begin(), before.keys.end(), keys.host.as<uint32_t>().begin());
    std::copy(before.values.begin(), before.values.end(), values.host.as<uint32_t>().begin());
    keys.host.flush();
    values.host.flush();

    const VkDeviceSize bytes = VkDeviceSize{kCount} * 4;
    const VkBufferCopy whole{0, 0, bytes};
    const gpu::Device& device = rig.device();
    gpu::DescriptorPool sets(device, 2, 2 * vksort::kDescriptorsPerSet);
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      for (const Arena* each : {&keys, &values})
        device.vk.vkCmdCopyBuffer(cmd, each->host.handle(), each->device.handle(), 1, &whole);
      memoryBarrier(device, cmd, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT}, vksort::kBefore);
      for (const Config* each : {&up, &down}) {
        const vksort::Sorter& sorter = rig.sorter(*each);
        vksort::SortInfo info;
        info.keys = {keys.device.handle(), 0, bytes};
        info.values = {values.device.handle(), 0, bytes};
        info.count = kCount;
        if (sorter.descriptorSetLayout() != VK_NULL_HANDLE)
          info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
        REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
        if (each == &up) memoryBarrier(device, cmd, vksort::kAfter, vksort::kBefore);
      }
      memoryBarrier(device, cmd, vksort::kAfter, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
      for (const Arena* each : {&keys, &values})
        device.vk.vkCmdCopyBuffer(cmd, each->device.handle(), each->host.handle(), 1, &whole);
      memoryBarrier(device, cmd, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT},
                    {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
    });
    keys.host.invalidate();
    values.host.invalidate();
    const auto sorted_keys = keys.host.as<uint32_t>().first(kCount);
    const auto sorted_values = values.host.as<uint32_t>().first(kCount);
    const Elements after{{sorted_keys.begin(), sorted_keys.end()}, {sorted_values.begin(), sorted_values.end()}};
    CHECK(explainWrong(down, before, after) == "");
  });
}

}  // namespace test
