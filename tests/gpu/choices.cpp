// What is chosen for a device: queues, features, memory types; on devices that say other things of themselves.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "gpu/commands.h"
#include "gpu/select.h"
#include "support/devices.h"
#include "support/physical.h"

using test::PhysicalEdits;
using test::PhysicalScope;

namespace {

constexpr VkQueueFlags kG = VK_QUEUE_GRAPHICS_BIT, kC = VK_QUEUE_COMPUTE_BIT, kT = VK_QUEUE_TRANSFER_BIT;

gpu::DeviceInfo anyDevice(bool compute_queue = false) {
  gpu::DeviceInfo info;
  info.physical = test::devices().front().physical.handle;
  info.want_compute_queue = compute_queue;
  return info;
}

PhysicalEdits withFamilies(std::vector<VkQueueFlags> flags) {
  PhysicalEdits edits;
  edits.fake_device = true;
  edits.families = [flags](std::vector<VkQueueFamilyProperties>& families) {
    families.clear();
    for (std::size_t i = 0; i < flags.size(); ++i)
      families.push_back({flags[i], 1, 20 + static_cast<uint32_t>(i), {1, 1, 1}});
  };
  return edits;
}

// Of Vulkan 1.2, with these extensions alone.
PhysicalEdits withExtensions(std::vector<const char*> names) {
  PhysicalEdits edits;
  edits.fake_device = true;
  edits.properties = [](VkPhysicalDeviceProperties& properties) { properties.apiVersion = VK_API_VERSION_1_2; };
  edits.extensions = [names](std::vector<VkExtensionProperties>& extensions) {
    std::erase_if(extensions, [&](const VkExtensionProperties& each) {
      return std::ranges::none_of(names, [&](const char* name) { return std::string(name) == each.extensionName; });
    });
  };
  return edits;
}

constexpr const char* kAll[] = {"VK_KHR_push_descriptor",    "VK_EXT_subgroup_size_control",
                                "VK_KHR_dynamic_rendering",  "VK_KHR_depth_stencil_resolve",
                                "VK_KHR_create_renderpass2", "VK_KHR_synchronization2"};

std::vector<const char*> allBut(const char* missing) {
  std::vector<const char*> names;
  for (const char* name : kAll)
    if (std::string(name) != missing) names.push_back(name);
  return names;
}

// What is said to be enabled is what the device was made with; with the extensions, or without them as part of Vulkan.
void checkEnabled(const gpu::Device& device, const test::Creation& made, bool core) {
  const gpu::EnabledFeatures& enabled = device.enabled();
  const auto has = [&](const char* name) { return std::ranges::count(made.extensions, std::string(name)) == 1; };
  CHECK(made.subgroup_size_control == enabled.subgroup_size_control);
  CHECK(made.full_subgroups == enabled.full_subgroups);
  CHECK(made.dynamic_rendering == enabled.dynamic_rendering);
  CHECK(made.synchronization2 == enabled.synchronization2);
  CHECK(has("VK_KHR_push_descriptor") == enabled.push_descriptor);
  for (const char* name : {"VK_KHR_dynamic_rendering", "VK_KHR_depth_stencil_resolve", "VK_KHR_create_renderpass2"})
    CHECK(has(name) == (enabled.dynamic_rendering && !core));
  CHECK(has("VK_KHR_synchronization2") == (enabled.synchronization2 && !core));
  if (enabled.subgroup_size_control || enabled.full_subgroups) CHECK(has("VK_EXT_subgroup_size_control") != core);
}

// Types of a device with memory of its own, a small window into it, and memory of the host, cached or not.
constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

PhysicalEdits withMemory(std::vector<VkMemoryPropertyFlags> types) {
  PhysicalEdits edits;
  edits.memory = [types](VkPhysicalDeviceMemoryProperties& memory) {
    memory.memoryTypeCount = static_cast<uint32_t>(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) memory.memoryTypes[i] = {types[i], 0};
  };
  return edits;
}

}  // namespace

TEST_CASE("takes_the_first_queue_family_with_graphics_and_compute_and_one_for_compute_alone") {
  struct Expected {
    std::vector<VkQueueFlags> families;
    uint32_t main, compute;
  };
  for (const auto& [families, main, compute] :
       {Expected{{kT, kC | kT, kG | kC | kT, kG | kC}, 2, 1}, Expected{{kG, kC | kT}, 1, 1}, Expected{{kG | kC}, 0, 0},
        Expected{{kG | kC, kG, kC, kC}, 0, 2}, Expected{{kC, kG | kC}, 1, 0}, Expected{{kT, kC}, 1, 1}}) {
    for (const bool wanted : {false, true}) {
      CAPTURE(families.size());
      PhysicalScope scope(withFamilies(families));
      const gpu::Device device(test::instance(), anyDevice(wanted));
      const uint32_t second = wanted ? compute : main;
      CHECK(device.queueFamily() == main);
      CHECK(device.computeQueueFamily() == second);
      CHECK((uintptr_t)device.queue() == main + 1);
      CHECK((uintptr_t)device.computeQueue() == second + 1);
      CHECK(device.enabled().graphics == ((families[main] & kG) != 0));
      CHECK(device.properties().timestamp_valid_bits == 20 + main);
      CHECK(scope.creation.families == (second == main ? std::vector{main} : std::vector{main, second}));
    }
  }
  const PhysicalScope scope(withFamilies({kG | kT, kT}));
  CHECK_THROWS_AS(gpu::Device(test::instance(), anyDevice()), gpu::Error);
}

TEST_CASE("enables_what_it_says_as_extensions_or_as_a_part_of_vulkan") {
  {
    PhysicalScope scope({.fake_device = true});  // as it is
    const gpu::Device device(test::instance(), anyDevice());
    checkEnabled(device, scope.creation, device.properties().api_version >= VK_API_VERSION_1_3);
  }
  for (const char* missing : kAll) {
    CAPTURE(missing);
    PhysicalScope scope(withExtensions(allBut(missing)));
    const gpu::Device device(test::instance(), anyDevice());
    checkEnabled(device, scope.creation, false);
    const std::string name = missing;
    const gpu::EnabledFeatures& enabled = device.enabled();
    if (name == kAll[0]) CHECK_FALSE(enabled.push_descriptor);
    if (name == kAll[1]) CHECK_FALSE((enabled.subgroup_size_control || enabled.full_subgroups));
    if (name == kAll[2] || name == kAll[3] || name == kAll[4]) CHECK_FALSE(enabled.dynamic_rendering);
    if (name == kAll[5]) CHECK_FALSE(enabled.synchronization2);
  }
}

TEST_CASE("takes_the_best_memory_type_among_those_that_fit") {
  const std::vector<VkMemoryPropertyFlags> types = {0,
                                                    kVisible | kCached,
                                                    kVisible | kCoherent,
                                                    kLocal,
                                                    kVisible | kCoherent | kCached,
                                                    kLocal | kVisible | kCoherent};
  PhysicalEdits edits = withMemory(types);
  edits.fake_device = true;
  const PhysicalScope scope(edits);
  const gpu::Device device(test::instance(), anyDevice());
  const auto type = [&](uint32_t bits, gpu::Memory kind) { return gpu::memoryType(device, bits, kind); };
  CHECK(type(0b111111, gpu::Memory::device) == 3);
  CHECK(type(0b110111, gpu::Memory::device) == 5);
  CHECK(type(0b000110, gpu::Memory::device) == 1);  // any, where none is the device's own
  CHECK(type(0b000001, gpu::Memory::device) == 0);
  CHECK(type(0b111111, gpu::Memory::upload) == 2);
  CHECK(type(0b001011, gpu::Memory::upload) == 1);
  CHECK(type(0b110000, gpu::Memory::upload) == 4);
  CHECK(type(0b111111, gpu::Memory::readback) == 1);
  CHECK(type(0b110100, gpu::Memory::readback) == 4);
  CHECK(type(0b100101, gpu::Memory::readback) == 2);
  for (const gpu::Memory kind : {gpu::Memory::upload, gpu::Memory::readback})
    CHECK_THROWS_AS(type(0b001001, kind), gpu::Error);
  CHECK_THROWS_AS(type(0b1000000, gpu::Memory::device), gpu::Error);  // there is no such type
}

namespace {

int flushed = 0, invalidated = 0;
bool whole = true;

VKAPI_ATTR VkResult VKAPI_CALL countFlush(VkDevice, uint32_t count, const VkMappedMemoryRange* ranges) {
  flushed += static_cast<int>(count);
  whole = whole && ranges[0].offset == 0 && ranges[0].size == VK_WHOLE_SIZE;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL countInvalidation(VkDevice, uint32_t count, const VkMappedMemoryRange* ranges) {
  invalidated += static_cast<int>(count);
  whole = whole && ranges[0].offset == 0 && ranges[0].size == VK_WHOLE_SIZE;
  return VK_SUCCESS;
}

}  // namespace

// The driver's memory is coherent; the device layer is told that it is not.
TEST_CASE("flushes_and_invalidates_memory_that_is_not_coherent") {
  for (const bool coherent : {true, false}) {
    CAPTURE(coherent);
    PhysicalEdits edits;
    edits.memory = [coherent](VkPhysicalDeviceMemoryProperties& memory) {
      for (VkMemoryType& type : memory.memoryTypes)
        if (!coherent) type.propertyFlags &= ~VkMemoryPropertyFlags{kCoherent};
    };
    const PhysicalScope scope(edits);
    gpu::Device device(test::instance(), anyDevice());
    device.vk.vkFlushMappedMemoryRanges = countFlush;
    device.vk.vkInvalidateMappedMemoryRanges = countInvalidation;
    for (const gpu::Memory kind : {gpu::Memory::upload, gpu::Memory::readback}) {
      const gpu::Buffer buffer(device, 100, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kind);
      flushed = invalidated = 0;
      buffer.flush();
      CHECK(flushed == (coherent ? 0 : 1));
      CHECK(invalidated == 0);
      buffer.invalidate();
      CHECK(invalidated == (coherent ? 0 : 1));
      CHECK(whole);
    }
    const gpu::Buffer far(device, 100, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    flushed = invalidated = 0;
    gpu::upload(device, far, std::vector<std::byte>(100));
    (void)gpu::download(device, far.handle(), 100);
    CHECK(flushed == (coherent ? 0 : 1));
    CHECK(invalidated == (coherent ? 0 : 1));
  }
  test::expectNoValidationMessages();
}
