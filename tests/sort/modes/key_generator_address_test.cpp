// A key generator that reads by buffer address.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "address_keys.h"
#include "gpu/commands.h"
#include "support/check/conform.h"
#include "support/devices.h"
#include "support/skip.h"

namespace test {
namespace {

constexpr uint32_t kAddressed = 20'011;  // several tiles
constexpr VkDeviceSize kAddressedBytes = VkDeviceSize{kAddressed} * 4;
constexpr VkBufferUsageFlags kAddressedUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

// The functions of the loader that the next two call.
PFN_vkCreateDevice create_device;
PFN_vkAllocateMemory allocate_memory;

VkResult createWithAddresses(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                             const VkAllocationCallbacks* allocator, VkDevice* out) {
  VkPhysicalDeviceBufferDeviceAddressFeatures addresses{};
  addresses.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
  addresses.pNext = const_cast<void*>(info->pNext);
  addresses.bufferDeviceAddress = VK_TRUE;
  VkDeviceCreateInfo changed = *info;
  changed.pNext = &addresses;
  return create_device(physical, &changed, allocator, out);
}

VkResult allocateWithAddress(VkDevice device, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks* allocator,
                             VkDeviceMemory* out) {
  VkMemoryAllocateFlagsInfo flags{};
  flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
  flags.pNext = info->pNext;
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  VkMemoryAllocateInfo changed = *info;
  changed.pNext = &flags;
  return allocate_memory(device, &changed, allocator, out);
}

bool hasAddresses(const gpu::PhysicalDevice& physical) {
  VkPhysicalDeviceBufferDeviceAddressFeatures addresses{};
  addresses.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
  VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &addresses, {}};
  vkGetPhysicalDeviceFeatures2(physical.handle, &features);
  return addresses.bufferDeviceAddress == VK_TRUE;
}

// With the feature enabled, for all of its memory.
std::unique_ptr<gpu::Device> deviceWithAddresses(const gpu::PhysicalDevice& physical) {
  create_device = vkCreateDevice;
  vkCreateDevice = createWithAddresses;
  auto device = std::make_unique<gpu::Device>(instance(), gpu::DeviceInfo{.physical = physical.handle});
  vkCreateDevice = create_device;
  allocate_memory = device->vk.vkAllocateMemory;
  device->vk.vkAllocateMemory = allocateWithAddress;
  return device;
}

void expectSortsByAddress(const Rig& rig, const Config& config) {
  const gpu::Device& device = rig.device();
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(device, 1);
  const vksort::KeyGenerator generator{address_keys, layout.get()};
  SorterSetup setup = rig.setupOf(config);
  setup.info.keys = &generator;
  const vksort::Sorter sorter = rig.makeSorter(config, setup);
  const VkDeviceSize scratch_bytes = config.scratch ? sorter.scratchBytes(kAddressed) : 0;
  CHECK((scratch_bytes != 0) == config.scratch);

  constexpr auto kReadback = gpu::Memory::readback;
  const gpu::Buffer source(device, kAddressedBytes, kAddressedUsage | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT,
                           kReadback);
  const gpu::Buffer address(device, sizeof(VkDeviceAddress), kAddressedUsage, kReadback);
  const gpu::Buffer keys(device, kAddressedBytes, kAddressedUsage, kReadback),
      indices(device, kAddressedBytes, kAddressedUsage, kReadback);
  const gpu::Buffer scratch(device, std::max<VkDeviceSize>(scratch_bytes, 4), kAddressedUsage);
  Random random{nextSeed()};
  for (uint32_t& key : source.as<uint32_t>()) key = random.word() % 5000;
  VkBufferDeviceAddressInfo of_source{};
  of_source.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO;
  of_source.buffer = source.handle();
  address.as<VkDeviceAddress>()[0] = device.vk.vkGetBufferDeviceAddress(device.handle(), &of_source);
  source.flush();
  address.flush();

  gpu::DescriptorPool pool(device, 2, 1 + vksort::kDescriptorsPerSet);
  const VkDescriptorBufferInfo bound = {address.handle(), 0, sizeof(VkDeviceAddress)};
  vksort::SortInfo sort;
  sort.keys = {keys.handle(), 0, kAddressedBytes};
  sort.payload = {indices.handle(), 0, kAddressedBytes};
  if (config.scratch) sort.scratch = {scratch.handle(), 0, scratch_bytes};
  sort.count = kAddressed;
  sort.generator_set = pool.allocate(layout.get());
  gpu::writeStorageBuffers(device, sort.generator_set, {&bound, 1});
  if (sorter.descriptorSetLayout()) sort.descriptor_set = pool.allocate(sorter.descriptorSetLayout());
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    REQUIRE(sorter.record(cmd, sort).ok());
    memoryBarrier(device, cmd, vksort::kAfter, kHostRead);
  });
  keys.invalidate();
  indices.invalidate();

  const auto keyOf = [&](uint32_t i) { return source.as<uint32_t>()[i]; };
  std::vector<uint32_t> order(kAddressed);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, keyOf);
  CHECK(std::ranges::equal(order, indices.as<uint32_t>()));
  CHECK(std::ranges::equal(order, keys.as<uint32_t>(), {}, keyOf));
}

}  // namespace

TEST_CASE("sorts_by_keys_that_a_generator_reads_by_buffer_address") {
  for (const TestDevice& each : devices()) {
    onDevice(each.name);
    INFO(each.name);
    if (!hasAddresses(each.physical)) return skip("no buffer addresses");
    const std::unique_ptr<gpu::Device> device = deviceWithAddresses(each.physical);
    const Rig rig(each.name, *device);
    for (const Config& config : {Config{.payload = kIndex, .generator = true, .scratch = true},
                                 {.payload = kIndex, .generator = true, .scratch = true, .rank = true},
                                 {.payload = kIndex, .generator = true},
                                 {.payload = kIndex, .generator = true, .baseline = true}}) {
      INFO(describe(config));
      expectSortsByAddress(rig, config);
    }
  }
  expectNoValidationMessages();
}

}  // namespace test
