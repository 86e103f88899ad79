#include "null_device.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "gpu/structs.h"

namespace gate {
namespace {

// What the loader and RADV read when an instance is made.
void chooseDriver(const std::string& family, const std::string& manifest) {
  unsetenv("VK_DRIVER_FILES");
  unsetenv("VK_ICD_FILENAMES");
  unsetenv("VK_INSTANCE_LAYERS");
  unsetenv("RADV_DEBUG");
  unsetenv("RADV_PERFTEST");
  setenv("VK_LOADER_DRIVERS_SELECT", manifest.c_str(), 1);
  setenv("MESA_SHADER_CACHE_DISABLE", "true", 1);  // a cached pipeline has no statistics
  setenv("RADV_FORCE_FAMILY", family.c_str(), 1);
}

constexpr const char* kNoRadv =
    "the performance gate needs RADV, which is not installed, or no longer compiles for GPUs that are not there; on "
    "Debian 12: apt-get install mesa-vulkan-drivers";

VkPhysicalDeviceDriverProperties driverOf(VkPhysicalDevice physical) {
  auto driver = gpu::vkStruct<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  auto properties = gpu::vkStruct<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  properties.pNext = &driver;
  vkGetPhysicalDeviceProperties2(physical, &properties);
  return driver;
}

VkDevice makeDevice(VkPhysicalDevice physical) {
  auto statistics = gpu::vkStruct<VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR);
  statistics.pipelineExecutableInfo = VK_TRUE;
  auto features =
      gpu::vkStruct<VkPhysicalDeviceVulkan13Features>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES);
  features.pNext = &statistics;
  features.subgroupSizeControl = VK_TRUE;
  features.computeFullSubgroups = VK_TRUE;
  const float priority = 1.0f;
  auto queue = gpu::vkStruct<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  const char* const extensions[] = {VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME,
                                    VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME};
  auto info = gpu::vkStruct<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = 2;
  info.ppEnabledExtensionNames = extensions;
  VkDevice device = VK_NULL_HANDLE;
  gpu::check(vkCreateDevice(physical, &info, nullptr, &device), "creating a device of RADV's");
  return device;
}

}  // namespace

NullDevice::NullDevice(const std::string& family, const std::string& manifest) {
  chooseDriver(family, manifest);
  try {
    instance_ = std::make_unique<gpu::Instance>(gpu::InstanceInfo{"vksort gate"});
  } catch (const gpu::Error& error) {
    if (error.result() == VK_ERROR_INCOMPATIBLE_DRIVER) throw gpu::Error(kNoRadv, error.result());
    throw;
  }
  for (const gpu::PhysicalDevice& candidate : instance_->devices()) {
    const VkPhysicalDeviceDriverProperties driver = driverOf(candidate.handle);
    if (driver.driverID != VK_DRIVER_ID_MESA_RADV) continue;
    physical_ = candidate.handle;
    driver_ = std::string(driver.driverName) + ", " + driver.driverInfo;
  }
  if (physical_ == VK_NULL_HANDLE) throw gpu::Error(kNoRadv, VK_ERROR_INCOMPATIBLE_DRIVER);
  device_ = makeDevice(physical_);
  volkLoadDeviceTable(&vk, device_);
}

NullDevice::~NullDevice() { vk.vkDestroyDevice(device_, nullptr); }

Counts NullDevice::counts(VkPipeline pipeline) const {
  auto info = gpu::vkStruct<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
  info.pipeline = pipeline;
  std::uint32_t count = 0;
  gpu::check(vk.vkGetPipelineExecutableStatisticsKHR(device_, &info, &count, nullptr), "counting statistics");
  std::vector<VkPipelineExecutableStatisticKHR> statistics(
      count, gpu::vkStruct<VkPipelineExecutableStatisticKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR));
  gpu::check(vk.vkGetPipelineExecutableStatisticsKHR(device_, &info, &count, statistics.data()), "reading statistics");

  Counts result{};
  for (std::size_t i = 0; i < kCounts.size(); ++i) {
    const auto same = [&](const auto& s) { return std::strcmp(s.name, kCounts[i].radv_name) == 0; };
    const auto found = std::ranges::find_if(statistics, same);
    if (found == statistics.end() || found->format != VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR) {
      throw gpu::Error(driver_ + " does not say the statistic '" + kCounts[i].radv_name + "'");
    }
    result[i] = found->value.u64;
  }
  return result;
}

std::uint32_t NullDevice::subgroupSize(VkPipeline pipeline) const {
  auto info = gpu::vkStruct<VkPipelineInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
  info.pipeline = pipeline;
  auto executable =
      gpu::vkStruct<VkPipelineExecutablePropertiesKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR);
  std::uint32_t count = 1;  // a compute pipeline is one executable
  gpu::check(vk.vkGetPipelineExecutablePropertiesKHR(device_, &info, &count, &executable), "reading executables");
  return executable.subgroupSize;
}

}  // namespace gate
