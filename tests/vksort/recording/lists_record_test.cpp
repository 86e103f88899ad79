// Sorts of lists: what is recorded.
#include <doctest/doctest.h>

#include <cstring>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/list_inputs.h"
#include "support/device/recording.h"
#include "support/devices.h"
#include "support/oracle/steps.h"

namespace test {
namespace {

using vksort::Path;
using vksort::Values;

}  // namespace

// The table is read when the sort runs, and the state of the run before is of no meaning.
TEST_CASE("sorts_another_table_at_each_execution_of_one_command_buffer" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({.values = Values::iota, .path = Path::floor});
    const vksort::Sorter& sorter = rig.sorter(config);
    const gpu::Device& device = rig.device();
    constexpr uint32_t kCapacity = 20'000, kLists = 150;
    vksort::SortInfo info = listSortInfo(rig, config, kCapacity, kLists, 0);
    gpu::DescriptorPool sets(device, 1, vksort::kDescriptorsPerSet);
    if (sorter.descriptorSetLayout() != VK_NULL_HANDLE)
      info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
    gpu::CommandPool pool(device);
    const VkCommandBuffer cmd = pool.allocate();
    VkCommandBufferBeginInfo again{};
    again.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    REQUIRE(device.vk.vkBeginCommandBuffer(cmd, &again) == VK_SUCCESS);
    REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
    REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    for (const uint32_t most : {10u, 2500u, 1u, 120u, 600u}) {
      ListSort sort;
      while (sort.capacity > kCapacity || sort.table.empty()) {
        sort = tinyLists(most > 200 ? 5 : kLists, most);
        sort.table.resize(kLists, {0, 0});
      }
      const Elements before = generate(config, {kCapacity, Keys::random, Payload::index, nextSeed()});
      const Arena &keys = rig.arena(0, 0), &values = rig.arena(1, 0), &table = rig.arena(2, 0);
      putKeys(config, before, keys.host.as<uint32_t>().data());
      std::memcpy(table.host.bytes().data(), sort.table.data(), kLists * sizeof(Extent));
      keys.host.flush();
      table.host.flush();
      const VkBufferCopy elements{0, 0, kCapacity * 4}, lists{0, 0, kLists * sizeof(Extent)};
      gpu::submitAndWait(device, [&](VkCommandBuffer upload) {
        device.vk.vkCmdCopyBuffer(upload, keys.host.handle(), keys.device.handle(), 1, &elements);
        device.vk.vkCmdCopyBuffer(upload, table.host.handle(), table.device.handle(), 1, &lists);
        gpu::fullBarrier(device, upload);
      });
      VkSubmitInfo submit{};
      submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
      submit.commandBufferCount = 1;
      submit.pCommandBuffers = &cmd;
      REQUIRE(device.vk.vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS);
      device.waitIdle();
      const std::vector<std::byte> key_bytes = gpu::download(device, keys.device.handle(), elements.size);
      const std::vector<std::byte> value_bytes = gpu::download(device, values.device.handle(), elements.size);
      const auto* sorted_keys = reinterpret_cast<const uint32_t*>(key_bytes.data());
      const auto* sorted_values = reinterpret_cast<const uint32_t*>(value_bytes.data());
      for (const Extent& list : sort.table) {
        Elements was, now;
        for (uint32_t i = 0; i < list.count; ++i) {
          was.keys.push_back(before.keys[list.first + i]);
          was.values.push_back(i);
          now.keys.push_back(sorted_keys[list.first + i]);
          now.values.push_back(sorted_values[list.first + i]);
        }
        CHECK(explainWrong(config, was, now) == "");
      }
    }
  });
}

TEST_CASE("plans_what_is_recorded_for_lists" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& layout : {Config{.values = Values::none}, Config{.values = Values::split},
                                 Config{.values = Values::iota, .path = Path::floor}}) {
      if (!wanted(layout)) continue;
      const Config config = listed(layout);
      const vksort::Sorter& sorter = rig.sorter(config);
      for (const uint32_t lists : {1u, 1024u, 1025u, 65536u}) {
        for (const uint32_t largest : {0u, 1u, 2u, 16u, 17u, 128u, 129u, 1024u, 4097u, 100'000u, 0xffffffffu}) {
          INFO(describe(config) << ": " << lists << " lists of " << largest);
          const vksort::SortInfo info = listSortInfo(rig, config, 100'000, lists, largest);
          const Log log = recorded(rig, sorter, info);
          const uint32_t most = largest == 0 || largest > info.count ? info.count : largest;
          const vksort::Plan plan = sorter.planLists(lists, most);
          CHECK(plan.dispatches == count(log, Command::Kind::dispatch));
          CHECK(plan.barriers == count(log, Command::Kind::barrier));
          CHECK(plan.timestamps == (plan.dispatches == 0 ? 0 : plan.dispatches + 1));
          CHECK((plan.dispatches == 0) == (most == 1 && config.values != Values::iota));
          // One range's worth of merges, and as few besides as the largest list needs.
          CHECK(plan.dispatches <= sorter.planLists(1, 100'000).dispatches + 2);
          if (most > 1 && most <= 1u << rig.tuning(config).tiny_log2) CHECK(plan.dispatches == (lists <= 1024 ? 2 : 3));
          // An invocation looks at a list, if there are more than one workgroup takes.
          const uint32_t at_once = rig.tuning(config).setup_invocations;
          if (plan.dispatches != 0 && lists > 1024)
            CHECK(sorter.planListsPass(lists, most, 1).workgroups == (lists + at_once - 1) / at_once);
          CHECK(missingListBarriers(log, sorter, lists, most) == 0);
          CHECK(std::string(sorter.planListsPass(lists, most, plan.dispatches).name).empty());
          // The floor is the same on every device, and on none.
          if (config.path != Path::floor) continue;
          const vksort::SorterInfo info_of_all = rig.sorterInfo(config);
          const vksort::Plan of_none = vksort::planLists(info_of_all, {}, lists, most);
          CHECK(of_none.dispatches == plan.dispatches);
          CHECK(of_none.barriers == plan.barriers);
          CHECK(of_none.bytes_read == plan.bytes_read);
          CHECK(of_none.bytes_written == plan.bytes_written);
          for (uint32_t i = 0; i <= plan.dispatches; ++i) {
            const vksort::PassPlan here = sorter.planListsPass(lists, most, i);
            const vksort::PassPlan there = vksort::planListsPass(info_of_all, {}, lists, most, i);
            CHECK(there.name == std::string(here.name));
            CHECK(there.workgroups == here.workgroups);
            CHECK(there.bytes_read == here.bytes_read);
            CHECK(there.bytes_written == here.bytes_written);
          }
        }
      }
    }
    // Of the only list, and of sorts without lists.
    const vksort::Sorter& lists = rig.sorter(listed({.values = Values::split}));
    const vksort::Sorter& plain = rig.sorter({.values = Values::split});
    const vksort::SorterInfo plain_info = rig.sorterInfo({.values = Values::split, .path = Path::floor});
    for (const uint32_t n : {0u, 1u, 2u, 100u, 5000u}) {
      CHECK(lists.plan(n).dispatches == lists.planLists(1, n).dispatches);
      CHECK(lists.planPass(n, 0).name == std::string(lists.planListsPass(1, n, 0).name));
      CHECK(plain.planLists(10, n).dispatches == 0);
      CHECK(plain.planListsPass(10, n, 0).name == std::string());
      CHECK(vksort::planLists(plain_info, {}, 10, n).dispatches == 0);
      CHECK(vksort::planListsPass(plain_info, {}, 10, n, 0).name == std::string());
      CHECK(vksort::Sorter().planLists(10, n).dispatches == 0);
      CHECK(lists.planLists(0, n).dispatches == 0);
    }
  });
}

TEST_CASE("notices_the_loss_of_any_barrier_between_passes_of_lists" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({});
    const vksort::Sorter& sorter = rig.sorter(config);
    for (const uint32_t lists : {1000u, 2000u}) {
      const vksort::SortInfo info = listSortInfo(rig, config, 1'000'000, lists, 0);
      const uint32_t barriers = count(recorded(rig, sorter, info), Command::Kind::barrier);
      CHECK(barriers > 5);
      for (uint32_t i = 0; i < barriers; ++i) {
        Faults faults;
        faults.drops_barrier = i;
        CHECK(missingListBarriers(recorded(rig, sorter, info, faults), sorter, lists, 1'000'000) == 1);
        if (validationWanted()) takeValidationMessages();
      }
    }
  });
}

// Descriptors begin at aligned offsets: what is bound of a state right behind the elements begins among these.
TEST_CASE("orders_lists_whose_state_lies_right_behind_the_elements" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({.values = Values::iota, .path = Path::floor});
    const vksort::Sorter& sorter = rig.sorter(config);
    constexpr uint32_t kLists = 20;
    const auto placed = [&](VkDeviceSize gap) {
      vksort::SortInfo info = listSortInfo(rig, config, 9'999, kLists, 0);
      info.state = {info.values.buffer, info.values.size + gap, vksort::listStateBytes(kLists)};
      return info;
    };
    const vksort::Plan plan = sorter.planLists(kLists, 9'999);
    CHECK(count(recorded(rig, sorter, placed(4097 * 4)), Command::Kind::barrier) == plan.barriers);
    if (rig.device().properties().core.limits.minStorageBufferOffsetAlignment <= 4) return;
    // Between the sorts of lists, of which there are three; layers miss any of these.
    const Log log = recorded(rig, sorter, placed(0));
    CHECK(count(log, Command::Kind::barrier) == plan.barriers + 2);
    if (!validationWanted() || !instance().looksAtShaders()) return;
    CHECK(takeValidationMessages() == 0);
    for (const uint32_t barrier : {1u, 2u}) {
      Faults faults;
      faults.drops_barrier = barrier;
      (void)recorded(rig, sorter, placed(0), faults);
      CHECK(takeValidationMessages() > 0);
    }
  });
}

#ifdef NDEBUG
TEST_CASE("coherent_sorters_of_lists_are_refused" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Config config = listed({});
    config.coherent = true;
    vksort::Sorter sorter;
    const char* reason = "";
    const HookScope hooks;
    CHECK(vksort::Sorter::create(rig.sorterInfo(config), sorter, &reason) == VK_ERROR_INITIALIZATION_FAILED);
    CHECK(std::string(reason).find("Count::lists") != std::string::npos);
  });
}
#endif

}  // namespace test
