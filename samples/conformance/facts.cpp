#include "facts.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "events.h"
#include "gpu/structs.h"
#include "tune_search.h"

namespace conform {
namespace {

std::string versionText(std::uint32_t version) {
  return printed("%u.%u.%u", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                 VK_API_VERSION_PATCH(version));
}

std::string uuidText(const std::uint8_t* uuid) {
  std::string text;
  for (std::size_t i = 0; i < VK_UUID_SIZE; ++i) text += printed("%02x", uuid[i]);
  return text;
}

Json driverOf(VkPhysicalDevice physical, const VkPhysicalDeviceProperties& core) {
  auto driver = gpu::vkStruct<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  auto ids = gpu::vkStruct<VkPhysicalDeviceIDProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
  auto all = gpu::vkStruct<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  all.pNext = &ids;
  if (core.apiVersion >= VK_API_VERSION_1_2 || offers(physical, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME))
    ids.pNext = &driver;
  vkGetPhysicalDeviceProperties2(physical, &all);
  const VkConformanceVersion& passed = driver.conformanceVersion;
  return {{"id", static_cast<std::uint32_t>(driver.driverID)},
          {"name", driver.driverName},
          {"info", driver.driverInfo},
          {"version", core.driverVersion},
          {"conformance", printed("%d.%d.%d.%d", passed.major, passed.minor, passed.subminor, passed.patch)},
          {"uuid", uuidText(ids.driverUUID)},
          {"pipeline_cache_uuid", uuidText(core.pipelineCacheUUID)}};
}

Json limitsOf(const gpu::DeviceProperties& properties) {
  const VkPhysicalDeviceLimits& limits = properties.core.limits;
  std::uint64_t local_bytes = 0;
  for (std::uint32_t i = 0; i < properties.memory.memoryHeapCount; ++i) {
    const VkMemoryHeap& heap = properties.memory.memoryHeaps[i];
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) local_bytes = std::max(local_bytes, heap.size);
  }
  return {{"maxComputeWorkGroupInvocations", limits.maxComputeWorkGroupInvocations},
          {"maxComputeWorkGroupSize[0]", limits.maxComputeWorkGroupSize[0]},
          {"maxComputeWorkGroupCount[0]", limits.maxComputeWorkGroupCount[0]},
          {"maxComputeSharedMemorySize", limits.maxComputeSharedMemorySize},
          {"maxStorageBufferRange", limits.maxStorageBufferRange},
          {"maxPerStageDescriptorStorageBuffers", limits.maxPerStageDescriptorStorageBuffers},
          {"maxPushConstantsSize", limits.maxPushConstantsSize},
          {"minStorageBufferOffsetAlignment", limits.minStorageBufferOffsetAlignment},
          {"nonCoherentAtomSize", limits.nonCoherentAtomSize},
          {"timestampPeriod", limits.timestampPeriod},
          {"timestampValidBits", properties.timestamp_valid_bits},
          {"largest_device_local_heap", local_bytes}};
}

Json rejectedBy(const vksort::Report& report) {
  Json list = Json::array();
  for (std::uint32_t i = 0; i < report.rejected_count; ++i) {
    const vksort::Rejected& each = report.rejected[i];
    list.push_back({{"level", each.level}, {"kernel", each.kernel}, {"count", each.count}, {"fault", each.fault}});
  }
  return list;
}

}  // namespace

bool offers(VkPhysicalDevice device, std::string_view extension) {
  std::uint32_t count = 0;
  vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> all(count);
  vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data());
  for (const VkExtensionProperties& each : all)
    if (extension == each.extensionName) return true;
  return false;
}

Json deviceFacts(const gpu::Instance& instance, const gpu::Device& device) {
  const gpu::DeviceProperties& properties = device.properties();
  const VkPhysicalDeviceProperties& core = properties.core;
  const vksort::Support support =
      vksort::querySupport(vkGetInstanceProcAddr, device.instance(), device.physical(), properties.api_version);
  return {{"name", core.deviceName},
          {"type", static_cast<std::uint32_t>(core.deviceType)},
          {"software", core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU},
          {"vendor_id", printed("0x%x", core.vendorID)},
          {"device_id", printed("0x%x", core.deviceID)},
          {"vulkan", versionText(core.apiVersion)},
          {"instance", versionText(instance.apiVersion())},
          {"driver", driverOf(device.physical(), core)},
          {"subgroups",
           {{"size", properties.subgroup.subgroupSize},
            {"min_size", properties.subgroup_size.minSubgroupSize},
            {"max_size", properties.subgroup_size.maxSubgroupSize},
            {"operations", properties.subgroup.supportedOperations}}},
          {"features",
           {{"push_descriptor", (support.features & VKSORT_PUSH_DESCRIPTOR) != 0},
            {"full_subgroups", (support.features & VKSORT_FULL_SUBGROUPS) != 0}}},
          {"limits", limitsOf(properties)}};
}

std::string identityOf(const Json& facts) {
  std::string text;
  for (const char* member : {"name", "vendor_id", "device_id", "vulkan", "driver"}) text += facts.at(member).dump();
  return std::to_string(std::hash<std::string>{}(text));
}

Json sorterFacts(const vksort::Sorter& sorter) {
  const vksort::Report report = getReport(sorter);
  return {{"level", report.level},
          {"rejected", rejectedBy(report)},
          {"untested_kernel", report.untested_kernel != nullptr ? report.untested_kernel : ""},
          {"tuning", tuningSource(tuningOf(sorter))}};
}

}  // namespace conform
