// Sorts of many lists in one recording.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "list_check.h"
#include "recording.h"
#include "steps.h"
#include "support/devices.h"
#include "support/mutants/mutants.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Kernel;
using vksort::KeyType;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

const Trial kTrial({Tag::lists});

Config listed(Config config) {
  config.count = Count::lists;
  return config;
}

// Lists on both sides of every limit between the ways to sort one.
std::vector<uint32_t> countsOf(const vksort::Shape& shape) {
  const uint32_t tiny = 1u << shape.tiny_log2, small = 1u << shape.small_log2, tile = 1u << shape.tile_log2;
  std::vector<uint32_t> counts = {0, 0, 1, 1, 2, 3, 5, 17, tiny / 2, 2 * tile + 1, 3 * tile, 4 * tile, 9 * tile + 5};
  for (const uint32_t limit : {tiny, small, tile, 2 * tile})
    for (const uint32_t count : {limit - 1, limit, limit + 1}) counts.push_back(count);
  return counts;
}

ListSort mixedLists(const vksort::Shape& shape) { return placedLists(countsOf(shape), nextSeed()); }

// As many lists of a few elements.
ListSort tinyLists(uint32_t lists, uint32_t most) {
  Random random(nextSeed());
  std::vector<uint32_t> counts(lists);
  for (uint32_t& count : counts) count = random.next() % (most + 1);
  return placedLists(counts, random.next64());
}

// Of every type and order of keys, in a layout.
void expectEveryListSorted(const Config& layout) {
  const std::string name = describe(layout);
  SUBCASE(name.c_str()) {
    onEveryDevice([&](Rig& rig) {
      for (const bool push : {true, false}) {
        for (const Order order : {Order::ascending, Order::descending}) {
          SharedPipelines shared(rig.device().handle());  // those of an order, which may compare values in it
          Faults faults;
          faults.shared = &shared;
          for (const KeyType type : {KeyType::u32, KeyType::i32, KeyType::f32}) {
            if (!push && (type != KeyType::f32 || order == Order::ascending)) continue;
            const Config config = listed({type, order, layout.values, layout.ties, layout.path, push});
            const HookScope hooks(faults);
            const vksort::Sorter sorter = rig.makeSorter(config);
            ListSort sort = mixedLists(rig.tuning(config));
            sort.keys = type == KeyType::f32 ? Keys::float_specials : Keys::entropy_3;
            const Report report = checkLists(rig, sorter, config, sort);
            INFO(report.first);
            CHECK(report.sorts > 20);
            CHECK(report.ok());
          }
        }
      }
    });
  }
}

}  // namespace

TEST_CASE("sorts_every_list_by_itself") {
  constexpr Config kLayouts[] = {
      {.values = Values::none},
      {.values = Values::split},
      {.values = Values::interleaved, .ties = Ties::any, .path = Path::floor},
      {.values = Values::iota, .path = Path::floor},
  };
  for (const Config& layout : kLayouts)
    if (wanted(layout)) expectEveryListSorted(layout);
}

TEST_CASE("sorts_every_list_by_itself_in_every_layout" * doctest::test_suite("full")) {
  for (const Path path : {Path::automatic, Path::floor}) {
    expectEveryListSorted({.values = Values::none, .path = path});
    for (const Ties ties : {Ties::value, Ties::any, Ties::value_in_order})
      for (const Values values : {Values::split, Values::interleaved, Values::iota})
        expectEveryListSorted({.values = values, .ties = ties, .path = path});
  }
}

TEST_CASE("sorts_lists_with_every_nan_last" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed(
        {.key_type = KeyType::f32, .order = Order::descending, .path = Path::floor, .nan_rule = vksort::NanRule::last});
    ListSort sort = mixedLists(rig.tuning(config));
    sort.keys = Keys::nan;
    expectLists(rig, config, sort);
  });
}

TEST_CASE("sorts_lists_of_wide_keys_in_every_layout" * doctest::test_suite("full")) {
  onEveryDevice([](Rig& rig) {
    for (const Path path : {Path::automatic, Path::floor}) {
      for (const Order order : {Order::ascending, Order::descending}) {
        for (const Values values : {Values::none, Values::split, Values::iota}) {
          const Config config = listed({.key_type = KeyType::u64, .order = order, .values = values, .path = path});
          ListSort sort = mixedLists(rig.tuning(config));
          sort.keys = Keys::low_word;
          expectLists(rig, config, sort);
        }
      }
    }
  });
}

TEST_CASE("sorts_lists_of_wide_keys_with_values" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config =
        listed({.key_type = KeyType::u64, .order = Order::descending, .values = Values::split, .path = Path::floor});
    ListSort sort = mixedLists(rig.tuning(config));
    sort.keys = Keys::low_word;
    expectLists(rig, config, sort);
  });
}

TEST_CASE("sorts_as_many_lists_as_a_table_may_have" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {Config{.values = Values::none}, Config{.values = Values::split},
                                 Config{.values = Values::iota, .path = Path::floor}}) {
      if (wanted(config)) expectLists(rig, listed(config), tinyLists(vksort::kMaxLists, 12));
    }
    // Others than tiny ones among them, and in every number that changes the set-up.
    for (const uint32_t lists : {1u, 2u, 1023u, 1024u, 1025u, 5000u}) {
      for (const Path path : {Path::automatic, Path::floor}) {
        const Config config = listed({.values = Values::split, .path = path});
        if (!wanted(config)) continue;
        ListSort sort = tinyLists(lists, lists < 3 ? 100 : 300);
        expectLists(rig, config, sort);
        sort.largest = 150;
        expectLists(rig, config, sort);
      }
    }
  });
}

TEST_CASE("sorts_equal_lists_of_each_way_alone" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config = listed({.values = Values::split});
    const uint32_t tile = 1u << rig.tuning(config).tile_log2;
    for (const uint32_t count : {1u, 2u, 128u, 500u, tile, 2 * tile, 5 * tile}) {
      ListSort sort = placedLists(std::vector<uint32_t>(40, count), nextSeed());
      expectLists(rig, config, sort);
      sort.largest = count;
      expectLists(rig, config, sort);
    }
  });
}

// Its merges run over all of the grid, while the tiny ones around it are done.
TEST_CASE("sorts_a_huge_list_among_tiny_ones" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Values values : {Values::none, Values::split}) {
      std::vector<uint32_t> counts(2000, 3);
      counts.push_back((1u << 19) + 12'345);
      expectLists(rig, listed({.values = values}), placedLists(counts, nextSeed()));
    }
  });
}

TEST_CASE("clamps_lists_to_the_range_and_to_the_largest" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::split, Values::iota}) {
      for (const uint32_t capacity : {1u, 2u, 200u, 30'000u}) {
        const Config config = listed({.values = values, .path = Path::floor});
        const uint32_t half = capacity / 2;
        ListSort sort;
        sort.capacity = capacity;
        sort.table = {{capacity, 5}, {half, 0xffffffffu}, {0xffffffffu, 0xffffffffu}, {0, half}, {capacity + 7, 0}};
        expectLists(rig, config, sort);
        sort.table[1] = {0xfffffff0u, 0x20};  // wraps to the first elements
        expectLists(rig, config, sort);
        for (const uint32_t largest : {1u, 3u, 128u, 129u, 1500u, 10'000u}) {
          sort.table[1] = {half, 0xffffffffu};
          sort.largest = largest;
          expectLists(rig, config, sort);
        }
      }
    }
  });
}

TEST_CASE("touches_nothing_outside_lists_that_overlap" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = Path::floor});
    ListSort sort;
    sort.capacity = 5000;
    sort.overlapping = true;
    for (uint32_t i = 0; i < 300; ++i) sort.table.push_back({10 + i % 7, i % 3 == 0 ? 4000 : 0xffffffffu});
    expectLists(rig, config, sort);
  });
}

TEST_CASE("folds_grids_and_aligns_offsets_of_lists" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config = listed({.values = Values::split, .path = Path::floor});
    Faults faults;
    faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
      out.properties.limits.maxComputeWorkGroupCount[0] = 3;
      out.properties.limits.minStorageBufferOffsetAlignment = 256;
    };
    const HookScope hooks(faults);
    const vksort::Sorter sorter = rig.makeSorter(config);
    for (const ListSort& sort : {mixedLists(rig.tuning(config)), tinyLists(3000, 200)}) {
      const Report report = checkLists(rig, sorter, config, sort);
      INFO(report.first);
      CHECK(report.ok());
    }
  });
}

TEST_CASE("notices_every_mutant_of_lists" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t mutants = 0;
    for (const Mutant& mutant : kTrial.mutants()) {
      const Config config =
          listed({.key_type = KeyType::f32, .order = Order::descending, .values = Values::split, .path = Path::floor});
      const std::string name = describe(mutant);
      INFO(name);
      Faults faults = planted(mutant);
      faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = 5;
      };
      const HookScope hooks(faults);
      const vksort::Sorter sorter = rig.makeSorter(config);
      ListSort past_range = mixedLists(rig.tuning(config));
      past_range.table.push_back({past_range.capacity, 100});
      past_range.table.push_back({past_range.capacity + 300, 2000});
      Report broken;
      for (const ListSort& sort : {past_range, tinyLists(1500, 100)}) {
        const Report report = checkLists(rig, sorter, config, sort);
        if (broken.ok()) broken = report;
      }
      MESSAGE(name << ": " << broken.first);
      CHECK_FALSE(broken.ok());
      CHECK((broken.trespasses > 0) == mutant.writes_outside);
      ++mutants;
    }
    CHECK(mutants == kTrial.rows());
  });
}

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
    REQUIRE(sorter.record(cmd, info) == vksort::Status::ok);
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

TEST_CASE("plans_what_is_recorded_for_lists") {
  onEveryDevice([](Rig& rig) {
    for (const Config& layout : {Config{.values = Values::none}, Config{.values = Values::split},
                                 Config{.values = Values::iota, .path = Path::floor}}) {
      if (!wanted(layout)) continue;
      const Config config = listed(layout);
      const vksort::Sorter& sorter = rig.sorter(config);
      for (const uint32_t lists : {1u, 1024u, 1025u, 65536u}) {
        for (const uint32_t largest : {0u, 1u, 2u, 16u, 17u, 128u, 129u, 1024u, 4097u, 100'000u}) {
          INFO(describe(config) << ": " << lists << " lists of " << largest);
          const vksort::SortInfo info = listSortInfo(rig, config, 100'000, lists, largest);
          const Log log = recorded(rig, sorter, info);
          const uint32_t most = largest == 0 ? info.count : largest;
          const vksort::Plan plan = sorter.planLists(lists, most);
          CHECK(plan.dispatches == count(log, Command::Kind::dispatch));
          CHECK(plan.barriers == count(log, Command::Kind::barrier));
          CHECK(plan.timestamps == (plan.dispatches == 0 ? 0 : plan.dispatches + 1));
          CHECK((plan.dispatches == 0) == (most == 1 && config.values != Values::iota));
          // One range's worth of merges, and as few besides as the largest list needs.
          CHECK(plan.dispatches <= sorter.planLists(1, 100'000).dispatches + 2);
          if (most > 1 && most <= 1u << rig.tuning(config).tiny_log2) CHECK(plan.dispatches == (lists <= 1024 ? 2 : 3));
          CHECK(missingListBarriers(log, sorter, lists, most) == 0);
          CHECK(std::string(sorter.planListsPass(lists, most, plan.dispatches).name).empty());
          // The floor is the same on every device, and on none.
          if (config.path != Path::floor) continue;
          CHECK(vksort::planLists(rig.sorterInfo(config), {}, lists, most).dispatches == plan.dispatches);
        }
      }
    }
    CHECK(rig.sorter({}).planLists(10, 10).dispatches == 0);
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
        takeValidationMessages();
      }
    }
  });
}

#ifdef NDEBUG
TEST_CASE("coherent_sorters_of_lists_are_refused") {
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
