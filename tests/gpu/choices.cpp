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

// Of Vulkan 1.2, with these extensions alone; every feature is there but for what `missing` takes back.
PhysicalEdits withExtensions(std::vector<const char*> names, std::function<void(VkBaseOutStructure&)> missing = {}) {
  PhysicalEdits edits;
  edits.fake_device = true;
  edits.properties = [](VkPhysicalDeviceProperties& properties) { properties.apiVersion = VK_API_VERSION_1_2; };
  edits.extensions = [names](std::vector<VkExtensionProperties>& extensions) {
    std::erase_if(extensions, [&](const VkExtensionProperties& each) {
      return std::ranges::none_of(names, [&](const char* name) { return std::string(name) == each.extensionName; });
    });
  };
  edits.features = [missing](VkPhysicalDeviceFeatures2& features) {
    if (missing && features.pNext != nullptr) missing(*static_cast<VkBaseOutStructure*>(features.pNext));
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
  const gpu::EnabledFeatures driver = test::devices().front().device->enabled();
  {
    PhysicalScope scope(withExtensions({std::begin(kAll), std::end(kAll)}));
    const gpu::Device device(test::instance(), anyDevice());
    checkEnabled(device, scope.creation, false);
    CHECK(device.enabled().dynamic_rendering == driver.dynamic_rendering);
    CHECK(device.enabled().synchronization2 == driver.synchronization2);
    CHECK(device.enabled().full_subgroups == driver.full_subgroups);
    CHECK(device.enabled().push_descriptor == driver.push_descriptor);
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

TEST_CASE("functions_of_extensions_take_the_place_of_those_that_an_older_vulkan_has_not") {
  const std::vector<std::string> names = {"vkCmdBeginRendering", "vkCmdEndRendering", "vkCmdPipelineBarrier2"};
  for (const bool core : {false, true}) {
    CAPTURE(core);
    PhysicalEdits edits = withExtensions({std::begin(kAll), std::end(kAll)});
    edits.functions = [&](const std::string& name) {  // addresses that tell them apart; nobody calls them
      const bool extension = name.ends_with("KHR");
      const auto found = std::ranges::find(names, extension ? name.substr(0, name.size() - 3) : name);
      const bool has = found != names.end() && (core || extension);
      const auto place = static_cast<uintptr_t>(found - names.begin());
      return has ? reinterpret_cast<PFN_vkVoidFunction>(2 * place + (extension ? 2 : 1)) : nullptr;
    };
    const PhysicalScope scope(edits);
    const gpu::Device device(test::instance(), anyDevice());
    const uintptr_t first = core ? 1 : 2;
    CHECK(reinterpret_cast<uintptr_t>(device.vk.vkCmdBeginRendering) == first);
    CHECK(reinterpret_cast<uintptr_t>(device.vk.vkCmdEndRendering) == first + 2);
    CHECK(reinterpret_cast<uintptr_t>(device.vk.vkCmdPipelineBarrier2) == first + 4);
  }
}

TEST_CASE("enables_no_feature_that_the_device_has_not") {
  const auto deny = [](VkBaseOutStructure& asked) {  // all that follows the header of the structure
    if (asked.sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES)
      reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlFeatures&>(asked).computeFullSubgroups = VK_FALSE;
    if (asked.sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES)
      reinterpret_cast<VkPhysicalDeviceDynamicRenderingFeatures&>(asked).dynamicRendering = VK_FALSE;
    if (asked.sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES)
      reinterpret_cast<VkPhysicalDeviceSynchronization2Features&>(asked).synchronization2 = VK_FALSE;
  };
  PhysicalScope scope(withExtensions({std::begin(kAll), std::end(kAll)}, deny));
  const gpu::Device device(test::instance(), anyDevice());
  checkEnabled(device, scope.creation, false);
  CHECK_FALSE(device.enabled().full_subgroups);
  CHECK_FALSE(device.enabled().dynamic_rendering);
  CHECK_FALSE(device.enabled().synchronization2);
}

TEST_CASE("enables_statistics_of_pipelines_and_the_portability_subset_where_they_are_there_and_wanted") {
  const auto with = [](const char* extension, VkBool32 feature) {
    PhysicalEdits edits = withExtensions({std::begin(kAll), std::end(kAll)}, [feature](VkBaseOutStructure& asked) {
      if (asked.sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR)
        reinterpret_cast<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR&>(asked).pipelineExecutableInfo =
            feature;
    });
    edits.extensions = [others = edits.extensions, extension](std::vector<VkExtensionProperties>& all) {
      others(all);
      all.emplace_back();
      std::string(extension).copy(all.back().extensionName, VK_MAX_EXTENSION_NAME_SIZE);
    };
    return edits;
  };
  constexpr const char* kStatistics = VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME;
  constexpr const char* kSubset = "VK_KHR_portability_subset";
  gpu::DeviceInfo wanting = anyDevice();
  wanting.want_pipeline_statistics = true;
  for (const bool wanted : {true, false}) {
    CAPTURE(wanted);
    PhysicalScope scope(with(kStatistics, VK_TRUE));
    const gpu::Device device(test::instance(), wanted ? wanting : anyDevice());
    checkEnabled(device, scope.creation, false);  // the others are as they were
    CHECK(device.enabled().pipeline_statistics == wanted);
    CHECK(scope.creation.pipeline_statistics == wanted);
    CHECK(std::ranges::count(scope.creation.extensions, std::string(kStatistics)) == (wanted ? 1 : 0));
    CHECK(std::ranges::count(scope.creation.extensions, std::string(kSubset)) == 0);
  }
  for (const auto& [extension, missing] : {std::pair{kSubset, kStatistics}, {kStatistics, "pipelineExecutableInfo"}}) {
    CAPTURE(missing);
    PhysicalScope scope(with(extension, VK_FALSE));
    CHECK_THROWS_WITH_AS(gpu::Device(test::instance(), wanting), doctest::Contains(missing), gpu::Error);
    const gpu::Device device(test::instance(), anyDevice());  // what nobody wants need not be there
    CHECK_FALSE(device.enabled().pipeline_statistics);
    // A device that has not all of Vulkan must be told that this is known.
    const bool subset = std::ranges::count(scope.creation.extensions, std::string(kSubset)) == 1;
    CHECK(subset == (extension == std::string(kSubset)));
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
