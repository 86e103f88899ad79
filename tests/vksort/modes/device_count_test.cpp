// Sorts whose count is on the device.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/check/counts.h"
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

const Trial kDeviceCountTrial({Tag::device_count});

struct Promised {
  Values values;
  Ties ties;
};
constexpr Promised kOrdered[] = {{Values::none, Ties::value},
                                 {Values::split, Ties::value},
                                 {Values::interleaved, Ties::value},
                                 {Values::iota, Ties::value}};
constexpr Promised kUnordered[] = {{Values::split, Ties::any}, {Values::interleaved, Ties::any}};

void addFound(std::vector<Input>& inputs, uint32_t capacity, uint32_t found) {
  constexpr Keys kKeys[] = {Keys::random, Keys::last, Keys::float_specials, Keys::entropy_3, Keys::reversed};
  constexpr Payload kPayloads[] = {Payload::index, Payload::random, Payload::all_ones};
  Input input{std::min(found, capacity), kKeys[inputs.size() % 5], kPayloads[inputs.size() % 3], nextSeed()};
  input.room = capacity - input.n;
  if (found > capacity) input.found = found;
  inputs.push_back(input);
}

// The counts around which something changes, in ranges of each kind: of one workgroup, of a few and of many.
std::vector<Input> countsAndCapacities(const vksort::Shape& shape) {
  const uint32_t tile = 1u << shape.tile_log2, small = 1u << shape.small_log2;
  const uint32_t subgroup = 1u << shape.elementsLog2(Kernel::subgroup_sort);
  std::vector<Input> inputs;
  for (const uint32_t capacity : {1u, 2u, subgroup, small, tile - 3, tile, 2 * tile, 2 * tile + 1, 9 * tile + 5}) {
    for (const uint32_t n : {0u, 1u, 2u, 3u, subgroup - 1, small - 1, small, small + 1, tile - 1, tile, tile + 1,
                             2 * tile - 1, 2 * tile, 2 * tile + 1, 4 * tile, 5 * tile + 3})
      if (n < capacity) addFound(inputs, capacity, n);
    for (const uint32_t n : {capacity - 1, capacity, capacity + 1, 0x80000000u, 0xffffffffu})
      addFound(inputs, capacity, n);
  }
  return inputs;
}

Config counted(Config config) {
  config.count = Count::device;
  return config;
}

void sortCounted(std::span<const Promised> layouts) {
  for (const Path path : {Path::automatic, Path::floor}) {
    for (const Promised& carried : layouts) {
      const Config shown{.values = carried.values, .ties = carried.ties, .path = path};
      if (!wanted(shown)) continue;
      // Interleaved values differ from split ones as they do with subgroups.
      if (path == Path::floor && carried.values == Values::interleaved && !everythingWanted()) continue;
      const std::string name = describe(shown);
      SUBCASE(name.c_str()) {
        onEveryDevice([&](Rig& rig) {
          for (const bool push : {true, false}) {
            SharedPipelines shared(rig.device().handle());
            Faults faults;
            faults.shared = &shared;
            for (const KeyType type : {KeyType::u32, KeyType::i32, KeyType::f32}) {
              for (const Order order : {Order::ascending, Order::descending}) {
                // Each type, and each order; what else they make of keys does not depend on the count.
                if ((type == KeyType::u32) != (order == Order::ascending) || (!push && type != KeyType::f32)) continue;
                const Config config = counted({type, order, carried.values, carried.ties, path, push});
                const HookScope hooks(faults);
                const vksort::Sorter sorter = rig.makeSorter(config);
                const std::vector<Input> inputs = countsAndCapacities(rig.tuning(config));
                const Report report = checkSorts(rig, sorter, config, inputs);
                INFO(report.first);
                CHECK(report.sorts == inputs.size());
                CHECK(report.ok());
              }
            }
          }
        });
      }
    }
  }
}

}  // namespace

TEST_CASE("sorts_as_many_elements_as_the_device_counts" * doctest::test_suite("one width")) { sortCounted(kOrdered); }

TEST_CASE("sorts_as_many_elements_as_the_device_counts_with_any_ties" * doctest::test_suite("full")) {
  sortCounted(kUnordered);
}

TEST_CASE("sorts_long_ranges_as_far_as_the_device_counts" * doctest::test_suite("one width")) {
  for (const Values values : {Values::none, Values::split}) {
    const Config config = counted({.key_type = KeyType::f32, .order = Order::descending, .values = values});
    onEveryDeviceUnvalidated([&](Rig& rig) {
      std::vector<Input> inputs;
      for (const uint32_t found : {0u, 3u, 70'000u, 131'072u, 131'073u, 199'999u, 200'000u, 0xffffffffu})
        addFound(inputs, 200'000, found);
      expectSorts(rig, config, inputs);
    });
  }
}

TEST_CASE("sorts_wide_keys_as_far_as_the_device_counts" * doctest::test_suite("full")) {
  constexpr Config kConfigs[] = {
      {.key_type = KeyType::u64, .order = Order::descending},
      {.key_type = KeyType::u64, .order = Order::descending, .path = Path::floor},
      {.key_type = KeyType::u64, .order = Order::descending, .values = Values::split, .path = Path::floor},
      {.key_type = KeyType::u64, .order = Order::descending, .values = Values::iota, .path = Path::floor},
  };
  for (const Config& each : kConfigs) {
    const Config config = counted(each);
    if (!wanted(config)) continue;
    onEveryDevice([&](Rig& rig) { expectSorts(rig, config, countsAndCapacities(rig.tuning(config))); });
  }
}

TEST_CASE("sorts_a_device_count_through_descriptors_of_the_ranges_alone" * doctest::test_suite("one width")) {
  const Config config = counted({.values = Values::split, .path = Path::floor});
  onEveryDevice([&](Rig& rig) {
    expectSorts(rig, config, countsAndCapacities(rig.tuning(config)), {.widen = false, .one_buffer = true});
  });
}

TEST_CASE("folds_grids_and_aligns_offsets_of_a_device_count" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::interleaved}) {
      const Config config = counted({.values = values, .path = Path::floor});
      Faults faults;
      faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = 3;
        out.properties.limits.minStorageBufferOffsetAlignment = 256;
      };
      const HookScope hooks(faults);
      const Report report = checkSorts(rig, rig.makeSorter(config), config, countsAndCapacities(rig.tuning(config)));
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.widest_grid == 3);
      CHECK(report.tallest_grid > 1);
    }
  });
}

TEST_CASE("notices_every_mutant_of_the_device_count" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t mutants = 0, without = 0;  // of the device's kernels
    for (const Mutant& mutant : kDeviceCountTrial.mutants()) {
      const bool subgroup = mutant.kernel == Kernel::subgroup_sort;
      if (subgroup && !rig.hasSubgroupPass() && ++without) continue;
      const Config config = counted({.key_type = KeyType::f32,
                                     .values = mutant.element == vksort::Element::pair ? Values::split : Values::none,
                                     .path = subgroup ? Path::automatic : Path::floor});
      const std::vector<Input> inputs = countsAndCapacities(rig.tuning(config));
      const std::string name = describe(mutant);
      INFO(name);
      const HookScope hooks(planted(mutant));
      const Report broken = checkSorts(rig, rig.makeSorter(config), config, inputs);
      MESSAGE(name << ": " << broken.first);
      CHECK_FALSE(broken.ok());
      CHECK((broken.trespasses > 0) == mutant.writes_outside);
      ++mutants;
    }
    CHECK(mutants + without == kDeviceCountTrial.rows());
  });
}

// The command buffer is recorded once; what the device counts changes between its executions.
TEST_CASE("sorts_another_count_at_each_execution_of_one_command_buffer" * doctest::test_suite("one width")) {
  constexpr uint32_t kCapacity = 50'001;
  onEveryDevice([](Rig& rig) {
    const Config config = counted({.values = Values::split});
    const vksort::Sorter& sorter = rig.sorter(config);
    const gpu::Device& device = rig.device();
    const Elements before = generate(config, {kCapacity, Keys::entropy_3, Payload::index, nextSeed()});
    const Arena& keys = rig.arena(0, kCapacity);
    const Arena& values = rig.arena(1, kCapacity);
    const VkBuffer counts = rig.arena(Counts::kArena, 0).device.handle();
    std::ranges::copy(before.keys, keys.host.as<uint32_t>().begin());
    std::ranges::copy(before.values, values.host.as<uint32_t>().begin());
    const VkBufferCopy whole{0, 0, VkDeviceSize{kCapacity} * 4};

    gpu::CommandPool pool(device);
    const VkCommandBuffer cmd = pool.allocate();
    VkCommandBufferBeginInfo again{};
    again.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    REQUIRE(device.vk.vkBeginCommandBuffer(cmd, &again) == VK_SUCCESS);
    gpu::DescriptorPool sets(device, 1, vksort::kDescriptorsPerSet);
    vksort::SortInfo info;
    info.keys = {keys.device.handle(), 0, whole.size};
    info.values = {values.device.handle(), 0, whole.size};
    info.count = kCapacity;
    info.device_count = {counts, 4};
    info.state = {counts, 64, vksort::kStateBytes};
    if (sorter.descriptorSetLayout() != VK_NULL_HANDLE)
      info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
    REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
    REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);

    for (const uint32_t found : {kCapacity, 3u, 40'000u, 0u, 0xffffffffu, 1'025u, 33'000u}) {
      gpu::submitAndWait(device, [&](VkCommandBuffer before_sort) {
        for (const Arena* each : {&keys, &values})
          device.vk.vkCmdCopyBuffer(before_sort, each->host.handle(), each->device.handle(), 1, &whole);
        device.vk.vkCmdFillBuffer(before_sort, counts, 4, 4, found);
        gpu::fullBarrier(device, before_sort);
      });
      VkSubmitInfo submit{};
      submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
      submit.commandBufferCount = 1;
      submit.pCommandBuffers = &cmd;
      REQUIRE(device.vk.vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS);
      device.waitIdle();
      const auto read = [&device, &whole](const Arena& arena) {
        const std::vector<std::byte> bytes = gpu::download(device, arena.device.handle(), whole.size);
        const auto* words = reinterpret_cast<const uint32_t*>(bytes.data());
        return std::vector<uint32_t>(words, words + whole.size / 4);
      };
      const uint32_t n = found < kCapacity ? found : kCapacity;
      const std::vector<uint32_t> keys_after = read(keys);
      const Elements after{{keys_after.begin(), keys_after.end()}, read(values)};
      const auto part = [](const Elements& all, uint32_t begin, uint32_t end) {
        return Elements{{all.keys.begin() + begin, all.keys.begin() + end},
                        {all.values.begin() + begin, all.values.begin() + end}};
      };
      INFO("found " << found);
      CHECK(explainWrong(config, part(before, 0, n), part(after, 0, n)) == "");
      const Elements rest = part(after, n, kCapacity), was = part(before, n, kCapacity);
      CHECK((rest.keys == was.keys && rest.values == was.values));
    }
  });
}

}  // namespace test
