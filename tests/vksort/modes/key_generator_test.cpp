// Key generators: the first pass of a sort computes its keys.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "address_keys.h"
#include "gpu/commands.h"
#include "gpu/structs.h"
#include "index_keys.h"
#include "support/check/segment_check.h"
#include "support/device/recording.h"
#include "support/devices.h"
#include "support/skip.h"
#include "vksort/recording/planned.h"
#include "vksort/sorting/single_sort.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;

// The conformance check fills the keys with noise before it sorts, and counts calls for elements that are not there.
std::vector<Input> generatedInputs(Rig& rig, const Config& config) {
  const vksort::Shape shape = rig.tuning(config);
  std::vector<uint32_t> sizes = {0, 1, 2, 3, 17, 7 * (1u << shape.tile_log2) + 5};
  for (const uint32_t log2 :
       {shape.subgroup_log2 + 2, shape.small_log2, shape.medium_log2, shape.tile_log2, shape.tile_log2 + 1}) {
    if (log2 == 0) continue;
    for (const uint32_t n : {(1u << log2) - 1, 1u << log2, (1u << log2) + 1}) sizes.push_back(n);
  }
  std::vector<Input> inputs;
  for (const uint32_t n : sizes) {
    for (const Keys keys : {Keys::random, Keys::last, Keys::float_specials}) {
      inputs.push_back({n, keys, Payload::random, nextSeed()});
      if (config.mode == Mode::indirect) inputs.back().room = n % 5 * 300;
    }
  }
  return inputs;
}

// With NaN as the keys of elements that a host has culled.
constexpr Config kGeneratedConfigs[] = {
    {.key_type = KeyType::f32, .nan_rule = NanRule::last, .payload = vksort::Payload::index, .generator = true},
    {.order = Order::descending, .generator = true, .push_descriptor = false},
    {.key_type = KeyType::i32, .payload = vksort::Payload::u32, .ties = Ties::any, .generator = true, .baseline = true},
    {.order = Order::descending,
     .payload = vksort::Payload::u32,
     .ties = Ties::by_value,
     .generator = true,
     .baseline = true},
    {.key_type = KeyType::f32,
     .order = Order::descending,
     .nan_rule = NanRule::last,
     .mode = Mode::indirect,
     .payload = vksort::Payload::u32,
     .ties = Ties::by_value,
     .generator = true},
};

// On both sides of the limits between the kernels that sort a segment.
SegmentSort generatedSegments(Rig& rig, const Config& config) {
  const vksort::Shape shape = rig.tuning(config);
  const uint32_t tiny = 1u << shape.tiny_log2, tile = 1u << shape.tile_log2;
  return placedSegments({0, 1, 1, 2, 5, tiny - 1, tiny, tiny + 1, 2 * tiny + 3, tile - 1, tile + 1, 3 * tile + 7},
                        nextSeed());
}

}  // namespace

TEST_CASE("sorts_by_keys_that_a_generator_computes" * doctest::test_suite("one width")) {
  for (const Config& config : kGeneratedConfigs) {
    SUBCASE(describe(config).c_str()) {
      onEveryDeviceUnvalidated([&](Rig& rig) {
        const std::vector<Input> inputs = generatedInputs(rig, config);
        expectSorts(rig, config, inputs);
        expectSorts(rig, config, inputs, {.widen = false, .one_buffer = true});
      });
    }
  }
}

TEST_CASE("key_generators_go_with_segments" * doctest::test_suite("one width")) {
  const Config config{.key_type = KeyType::f32,
                      .nan_rule = NanRule::last,
                      .mode = Mode::segments,
                      .payload = vksort::Payload::index,
                      .generator = true};
  onEveryDevice([&](Rig& rig) {
    SegmentSort sort = generatedSegments(rig, config);
    sort.keys = Keys::nan;
    expectSegments(rig, config, sort);
    // A segment of one element takes a pass, too, which stores its key.
    const Config keys{.mode = Mode::segments, .generator = true, .baseline = true};
    expectSegments(rig, keys, generatedSegments(rig, keys));
  });
}

// One workgroup with 4 elements per invocation, or 8, or as many as a tile has; tiles; pairs of tiles.
// Also those that the table does not use on the device.
TEST_CASE("key_generators_are_in_every_kernel_that_begins_a_sort" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::set<std::string> kernels;
    for (const auto payload : {vksort::Payload::none, vksort::Payload::index}) {
      const Config config{.payload = payload, .generator = true};
      const Config without{.payload = payload, .generator = true, .full_subgroups = false};
      // Tiles must be small enough to be doubled. Workgroups must hold a subgroup.
      const bool wide = rig.device().properties().subgroup.subgroupSize >= 32;
      vksort::Tuning tuning = rig.tuning(wide ? config : without);
      std::ranges::copy(rig.tuning(config).radix_shapes, tuning.radix_shapes);  // shapes for the device's subgroups
      tuning.double_tiles = 1;
      tuning.small_log2 = tuning.tile_log2 - 1;
      if (payload == vksort::Payload::none) tuning.medium_log2 = tuning.tile_log2;
      SorterSetup setup = rig.setupOf(config);
      setup.creation.tuning = &tuning;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      std::vector<Input> inputs;
      const uint32_t tile = 1u << tuning.tile_log2;
      for (const uint32_t n : {7u, tile / 2 - 1, tile - 3, 5 * tile / 2}) {
        inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        kernels.insert(planned({.count = n}, sorter).front().name);
      }
      expectSorts(rig, sorter, config, inputs);
    }
    CHECK(kernels == std::set<std::string>{"small_sort", "medium_sort", "tile_sort", "double_sort"});
  });
}

// A single element takes one dispatch. The keys of a self-test are in the ranges, where the generator does not look.
TEST_CASE("a_key_generator_is_self_tested_and_may_need_no_set" * doctest::test_suite("one width")) {
  const Config config{.generator = true, .baseline = true};
  onEveryDevice([&](Rig& rig) {
    SorterSetup setup = rig.setupOf(config);
    setup.creation.self_test = {rig.device().queue(), rig.device().queueFamily(), vksort::SelfTestMode::always,
                                400'000};
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    CHECK(vksort::getReport(sorter).self_tested);
    CHECK(vksort::plan(sorter, {.count = 0}) == 0);
    const Report report = expectSorts(rig, sorter, config, inputsOf({1}));
    CHECK(report.dispatches == 1);

    const vksort::KeyGenerator reads_nothing{index_keys, VK_NULL_HANDLE};
    setup.creation.self_test = {};
    setup.info.keys = &reads_nothing;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    Config plain = config;
    plain.generator = false;
    CHECK(count(recorded(rig, sorter, plain, 1u << rig.tuning(config).tile_log2), Command::Kind::dispatch) == 1);
  });
}

// In place too, where the scratch memory holds nothing but the keys.
TEST_CASE("sorts_indices_without_a_range_of_keys" * doctest::test_suite("one width")) {
  constexpr Config kIndexOnly[] = {
      {.key_type = KeyType::f32,
       .nan_rule = NanRule::last,
       .payload = vksort::Payload::index,
       .generator = true,
       .scratch = true},
      {.order = Order::descending,
       .payload = vksort::Payload::index,
       .generator = true,
       .scratch = true,
       .portable = true,
       .push_descriptor = false},
      {.key_type = KeyType::i32, .payload = vksort::Payload::index, .generator = true, .scratch = true, .rank = true},
      {.key_type = KeyType::f32,
       .order = Order::descending,
       .mode = Mode::indirect,
       .payload = vksort::Payload::index,
       .generator = true,
       .scratch = true},
      {.mode = Mode::segments, .payload = vksort::Payload::index, .generator = true, .scratch = true},
      {.first_bit = 3, .bit_count = 20, .payload = vksort::Payload::index, .generator = true, .scratch = true},
  };
  onEveryDevice([&](Rig& rig) {
    for (const Config& config : kIndexOnly) {
      for (const bool in_place : {false, true}) {
        SorterSetup setup = rig.setupOf(config);
        if (in_place) setup.creation.algorithm = vksort::Algorithm::bitonic;
        setup.info.max_count = 5003;
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
        for (const uint32_t n : {1u, 2u, 61u, 1027u, 5003u}) {
          CHECK(vksort::indexOnlyScratchBytes(sorter, n) >= sorter.scratchBytes(n) + VkDeviceSize{n} * 4);
          const Elements elements = generate(config, {n, Keys::clumps, Payload::index, nextSeed(), 9});
          const std::vector<Extent> segments = {{n / 2, n - n / 2}, {0, n / 3}, {n / 3 + 1, 0}};
          expectSameOrder(rig, sorter, config, elements,
                          {.found = n - n / 3, .segments = segments, .index_only = true});
        }
      }
    }
  });
}

namespace {

// Devices that are made meanwhile have the feature bufferDeviceAddress.
struct AddressScope {
  AddressScope() { real = std::exchange(vkCreateDevice, create); }
  ~AddressScope() { vkCreateDevice = real; }
  static VKAPI_ATTR VkResult VKAPI_CALL create(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                                               const VkAllocationCallbacks* allocator, VkDevice* device) {
    auto addresses = gpu::vkStruct<VkPhysicalDeviceBufferDeviceAddressFeatures>(
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES);
    addresses.pNext = const_cast<void*>(info->pNext);
    addresses.bufferDeviceAddress = VK_TRUE;
    VkDeviceCreateInfo with_addresses = *info;
    with_addresses.pNext = &addresses;
    return real(physical, &with_addresses, allocator, device);
  }
  static inline PFN_vkCreateDevice real = nullptr;
};

// Words on the device, which shaders find by their address.
struct AddressedWords {
  AddressedWords(const gpu::Device& device, std::span<const uint32_t> words) {
    auto info = gpu::vkStruct<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = words.size_bytes();
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    VkBuffer made = VK_NULL_HANDLE;
    REQUIRE(device.vk.vkCreateBuffer(device.handle(), &info, nullptr, &made) == VK_SUCCESS);
    buffer = {device.handle(), made, device.vk.vkDestroyBuffer};
    VkMemoryRequirements needs{};
    device.vk.vkGetBufferMemoryRequirements(device.handle(), made, &needs);
    auto flags = gpu::vkStruct<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    auto allocation = gpu::vkStruct<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    allocation.pNext = &flags;
    allocation.allocationSize = needs.size;
    allocation.memoryTypeIndex = gpu::memoryType(device, needs.memoryTypeBits, gpu::Memory::upload);
    VkDeviceMemory allocated = VK_NULL_HANDLE;
    REQUIRE(device.vk.vkAllocateMemory(device.handle(), &allocation, nullptr, &allocated) == VK_SUCCESS);
    memory = {device.handle(), allocated, device.vk.vkFreeMemory};
    REQUIRE(device.vk.vkBindBufferMemory(device.handle(), made, allocated, 0) == VK_SUCCESS);
    void* mapped = nullptr;
    REQUIRE(device.vk.vkMapMemory(device.handle(), allocated, 0, VK_WHOLE_SIZE, 0, &mapped) == VK_SUCCESS);
    std::memcpy(mapped, words.data(), words.size_bytes());
    auto whole = gpu::vkStruct<VkMappedMemoryRange>(VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE);
    whole.memory = allocated;
    whole.size = VK_WHOLE_SIZE;
    REQUIRE(device.vk.vkFlushMappedMemoryRanges(device.handle(), 1, &whole) == VK_SUCCESS);
    auto asked = gpu::vkStruct<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    asked.buffer = made;
    address = device.vk.vkGetBufferDeviceAddress(device.handle(), &asked);
  }

  gpu::Owned<VkDeviceMemory> memory;
  gpu::Owned<VkBuffer> buffer;  // after the memory: destroyed before it
  VkDeviceAddress address = 0;
};

constexpr VkBufferUsageFlags kStorageAndCopies =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// The indices of keys that the sort finds by their address, in the order of the sort.
std::vector<uint32_t> indicesByAddress(const Rig& rig, const Config& config, const std::vector<uint32_t>& words) {
  const gpu::Device& device = rig.device();
  const auto n = static_cast<uint32_t>(words.size());
  const AddressedWords keys(device, words);
  const gpu::Buffer scene(device, sizeof keys.address, kStorageAndCopies);
  gpu::upload(device, scene, std::as_bytes(std::span(&keys.address, 1)));
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(device, 1);
  gpu::DescriptorPool sets(device, 2, 1 + vksort::kDescriptorsPerSet);
  const VkDescriptorSet set = sets.allocate(layout.get());
  const VkDescriptorBufferInfo scene_info{scene.handle(), 0, VK_WHOLE_SIZE};
  gpu::writeStorageBuffers(device, set, {&scene_info, 1});

  const vksort::KeyGenerator generator{address_keys, layout.get()};
  SorterSetup setup = rig.setupOf(config);
  setup.info.keys = &generator;
  setup.info.max_count = n;
  const vksort::Sorter sorter = rig.makeSorter(config, setup);
  const gpu::Buffer sorted(device, VkDeviceSize{n} * 4, kStorageAndCopies), indices(device, n * 4, kStorageAndCopies);
  const gpu::Buffer scratch(device, std::max<VkDeviceSize>(sorter.scratchBytes(n), 4), kStorageAndCopies);
  vksort::SortInfo info{.keys = {sorted.handle(), 0, sorted.size()},
                        .payload = {indices.handle(), 0, indices.size()},
                        .count = n,
                        .generator_set = set};
  if (sorter.scratchBytes(n) != 0) info.scratch = {scratch.handle(), 0, scratch.size()};
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    CHECK(sorter.record(cmd, info).ok());
    gpu::fullBarrier(device, cmd);
  });
  const std::vector<std::byte> bytes = gpu::download(device, indices.handle(), indices.size());
  std::vector<uint32_t> out(n);
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

}  // namespace

TEST_CASE("key_generators_read_by_buffer_address") {
  std::vector<uint32_t> keys(5003);
  Random random(nextSeed());
  for (uint32_t& key : keys) key = random.next() % 1000;
  std::vector<uint32_t> expected(keys.size());
  std::iota(expected.begin(), expected.end(), 0u);
  std::ranges::stable_sort(expected, {}, [&](uint32_t i) { return keys[i]; });
  for (const TestDevice& each : devices()) {
    if (each.device->properties().api_version < VK_API_VERSION_1_2)
      return skip("buffer addresses are from Vulkan 1.2 on here");
    const AddressScope with_addresses;
    const gpu::Device device(instance(), {.physical = each.physical.handle});
    const Rig rig(each.name, device);
    const Config in_place{.payload = vksort::Payload::index, .generator = true};
    Config baseline = in_place, radix = in_place, rank = in_place;
    baseline.baseline = radix.scratch = rank.scratch = rank.rank = true;
    for (const Config& config : {in_place, baseline, radix, rank}) {
      INFO(describe(config));
      CHECK(indicesByAddress(rig, config, keys) == expected);
    }
  }
  expectNoValidationMessages();
}

}  // namespace test
