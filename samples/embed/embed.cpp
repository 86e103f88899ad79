// Uses vksort in an application that does not use other parts of this project, only the Vulkan loader.
// [readme]
#include <vksort.h>
#include <vulkan/vulkan.h>

// Once, while loading. `enabled` contains the features of vksort::querySupport() that you enabled for the device.
VkResult createSorter(VkInstance instance, VkPhysicalDevice physical_device, VkDevice device, uint32_t api_version,
                      vksort::Features enabled, vksort::Sorter& sorter, const char** reason) {
  const vksort::Device handles = {vkGetInstanceProcAddr, instance, physical_device, device, api_version, enabled};
  return vksort::Sorter::create({.device = handles, .discard_keys = true}, sorter, reason);
}

void wait(VkCommandBuffer cmd, vksort::Access from, vksort::Access to) {
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
  vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

// Each frame, after you have written the depths, and before you draw. A Range is {buffer, offset, size in bytes}.
vksort::RecordStatus sortDepths(VkCommandBuffer cmd, const vksort::Sorter& sorter, uint32_t count, vksort::Range depths,
                                vksort::Range indices, vksort::Range scratch, VkDescriptorSet set,
                                vksort::Access written, vksort::Access read) {
  wait(cmd, written, vksort::kBefore);
  const vksort::RecordStatus status =
      sorter.record(cmd, {.keys = depths,      // one float per element, undefined after the sort
                          .payload = indices,  // space for one uint32_t per element
                          .count = count,
                          .key_type = vksort::KeyType::f32,
                          .order = vksort::Order::descending,  // far to near
                          .scratch = scratch,                  // sorter.scratchBytes(count) bytes, or {} if that is 0
                          .descriptor_set = set});             // VK_NULL_HANDLE with push descriptors
  wait(cmd, vksort::kAfter, read);
  return status;
}
// [/readme]

// The rest is the application.
#if __has_include(<unistd.h>)
#include <fcntl.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

namespace {

constexpr uint32_t kApiVersion = VK_API_VERSION_1_3;
constexpr uint32_t kCount = 100'000;
constexpr VkDeviceSize kBytes = kCount * sizeof(uint32_t);

template <typename Info>
Info typed(VkStructureType type) {
  Info info{};
  info.sType = type;
  return info;
}

[[noreturn]] void fail(const char* what, const char* why) {
  std::fprintf(stderr, "vksort-embed: %s: %s\n", what, why);
  std::exit(2);
}

void check(VkResult result, const char* what) {
  if (result == VK_SUCCESS) return;
  char code[16];
  std::snprintf(code, sizeof code, "VkResult %d", static_cast<int>(result));
  fail(what, result == VK_ERROR_INCOMPATIBLE_DRIVER ? "no Vulkan driver is installed" : code);
}

VkInstance createInstance() {
  const VkApplicationInfo app = {
      VK_STRUCTURE_TYPE_APPLICATION_INFO, nullptr, "vksort-embed", 0, nullptr, 0, kApiVersion};
  auto info = typed<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &app;
  VkInstance instance = VK_NULL_HANDLE;
  check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
  return instance;
}

VkPhysicalDevice firstDevice(VkInstance instance) {
  uint32_t count = 1;
  VkPhysicalDevice device = VK_NULL_HANDLE;
  const VkResult result = vkEnumeratePhysicalDevices(instance, &count, &device);
  if (result != VK_INCOMPLETE) check(result, "vkEnumeratePhysicalDevices");
  if (count == 0) fail("vkEnumeratePhysicalDevices", "no Vulkan driver is installed");
  return device;
}

uint32_t computeFamily(VkPhysicalDevice physical_device) {
  uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical_device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical_device, &count, families.data());
  for (uint32_t i = 0; i < count; ++i) {
    if (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) return i;
  }
  fail("vkGetPhysicalDeviceQueueFamilyProperties", "no queue family supports compute");
}

VkDevice createDevice(VkPhysicalDevice physical_device, uint32_t family, vksort::Features features) {
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(physical_device, &properties);
  const char* extensions[VKSORT_MAX_EXTENSIONS];
  const uint32_t version = std::min(properties.apiVersion, kApiVersion);
  auto subgroups = typed<VkPhysicalDeviceSubgroupSizeControlFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES);
  subgroups.subgroupSizeControl = VK_TRUE;
  subgroups.computeFullSubgroups = VK_TRUE;

  const float priority = 1.0f;
  const VkDeviceQueueCreateInfo queue = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, nullptr, 0, family, 1, &priority};
  auto info = typed<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  if (features & VKSORT_FULL_SUBGROUPS) info.pNext = &subgroups;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = vksort::getExtensions(features, version, extensions);
  info.ppEnabledExtensionNames = extensions;
  VkDevice device = VK_NULL_HANDLE;
  check(vkCreateDevice(physical_device, &info, nullptr, &device), "vkCreateDevice");
  return device;
}

struct Buffer {
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  uint32_t* mapped = nullptr;
};

Buffer createHostBuffer(VkPhysicalDevice physical_device, VkDevice device, VkDeviceSize size) {
  Buffer buffer;
  auto info = typed<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = size;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  check(vkCreateBuffer(device, &info, nullptr, &buffer.handle), "vkCreateBuffer");

  // Vulkan guarantees that a host-visible and coherent type exists.
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, buffer.handle, &needs);
  VkPhysicalDeviceMemoryProperties types;
  vkGetPhysicalDeviceMemoryProperties(physical_device, &types);
  constexpr VkMemoryPropertyFlags kWanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  auto allocation = typed<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  allocation.allocationSize = needs.size;
  while (!(needs.memoryTypeBits >> allocation.memoryTypeIndex & 1) ||
         (types.memoryTypes[allocation.memoryTypeIndex].propertyFlags & kWanted) != kWanted) {
    ++allocation.memoryTypeIndex;
  }
  check(vkAllocateMemory(device, &allocation, nullptr, &buffer.memory), "vkAllocateMemory");
  check(vkBindBufferMemory(device, buffer.handle, buffer.memory, 0), "vkBindBufferMemory");
  void* mapped = nullptr;
  check(vkMapMemory(device, buffer.memory, 0, size, 0, &mapped), "vkMapMemory");
  buffer.mapped = static_cast<uint32_t*>(mapped);
  return buffer;
}

VkDescriptorSet allocateSet(VkDevice device, VkDescriptorSetLayout layout, VkDescriptorPool& pool) {
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VKSORT_DESCRIPTORS_PER_SET};
  const VkDescriptorPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, nullptr, 0, 1, 1, &size};
  check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo info = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, nullptr, pool, 1, &layout};
  VkDescriptorSet set = VK_NULL_HANDLE;
  check(vkAllocateDescriptorSets(device, &info, &set), "vkAllocateDescriptorSets");
  return set;
}

VkCommandBuffer beginCommands(VkDevice device, uint32_t family, VkCommandPool& pool) {
  const VkCommandPoolCreateInfo pool_info = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, nullptr, 0, family};
  check(vkCreateCommandPool(device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo cmd_info = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, nullptr, pool,
                                                VK_COMMAND_BUFFER_LEVEL_PRIMARY, 1};
  VkCommandBuffer cmd = VK_NULL_HANDLE;
  check(vkAllocateCommandBuffers(device, &cmd_info, &cmd), "vkAllocateCommandBuffers");
  const auto begin = typed<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  check(vkBeginCommandBuffer(cmd, &begin), "vkBeginCommandBuffer");
  return cmd;
}

void run(VkDevice device, uint32_t family, VkCommandBuffer cmd) {
  check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer");
  VkQueue queue = VK_NULL_HANDLE;
  vkGetDeviceQueue(device, family, 0, &queue);
  auto submit = typed<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &cmd;
  check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

// The indices must contain each element once, from far to near.
bool isRight(const std::vector<float>& depths, const uint32_t* indices) {
  std::vector<bool> seen(kCount);
  for (uint32_t i = 0; i < kCount; ++i) {
    if (indices[i] >= kCount || seen[indices[i]]) return false;
    if (i != 0 && depths[indices[i - 1]] < depths[indices[i]]) return false;
    seen[indices[i]] = true;
  }
  return true;
}

}  // namespace

int main() {
#if __has_include(<unistd.h>)
  if (fcntl(STDOUT_FILENO, F_GETFD) == -1) fail("stdout", "is closed");  // the next opened file would replace it
#endif
  const VkInstance instance = createInstance();
  const VkPhysicalDevice physical_device = firstDevice(instance);
  const vksort::Support support = vksort::querySupport(vkGetInstanceProcAddr, instance, physical_device, kApiVersion);
  if (!support.supported) fail("vksort::querySupport", support.reason);
  const uint32_t family = computeFamily(physical_device);
  const VkDevice device = createDevice(physical_device, family, support.features);

  // The buffer contains the depths, followed by the indices.
  const Buffer buffer = createHostBuffer(physical_device, device, 2 * kBytes);
  std::vector<float> depths(kCount);
  std::mt19937 random(1);
  std::generate(depths.begin(), depths.end(),
                [&] { return std::uniform_real_distribution<float>(0.1f, 1e3f)(random); });
  std::memcpy(buffer.mapped, depths.data(), kBytes);
  uint32_t* indices = buffer.mapped + kCount;

  vksort::Sorter sorter;
  const char* reason = nullptr;
  if (createSorter(instance, physical_device, device, kApiVersion, support.features, sorter, &reason) != VK_SUCCESS)
    fail("vksort::Sorter::create", reason);
  const VkDeviceSize scratch_bytes = sorter.scratchBytes(kCount);  // 0 if the sort needs no scratch memory
  Buffer scratch;
  if (scratch_bytes > 0) scratch = createHostBuffer(physical_device, device, scratch_bytes);
  VkDescriptorPool sets = VK_NULL_HANDLE;
  VkDescriptorSet set = VK_NULL_HANDLE;
  if (sorter.descriptorSetLayout()) set = allocateSet(device, sorter.descriptorSetLayout(), sets);

  VkCommandPool pool = VK_NULL_HANDLE;
  const VkCommandBuffer cmd = beginCommands(device, family, pool);
  const vksort::RecordStatus status =
      sortDepths(cmd, sorter, kCount, {buffer.handle, 0, kBytes}, {buffer.handle, kBytes, kBytes},
                 {scratch.handle, 0, scratch_bytes}, set, {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_WRITE_BIT},
                 {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
  if (!status.ok()) fail("vksort", vksort::describe(status).text);
  run(device, family, cmd);

  const bool right = isRight(depths, indices);
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(physical_device, &properties);
  std::printf("vksort-embed: %u depths with their indices on %s: %s\n", kCount, properties.deviceName,
              right ? "sorted, far to near" : "WRONG ORDER");
  if (std::fflush(stdout) != 0) fail("stdout", "cannot be written");

  sorter = {};  // before the device
  vkDestroyDescriptorPool(device, sets, nullptr);
  vkDestroyCommandPool(device, pool, nullptr);
  for (const Buffer& each : {buffer, scratch}) {
    vkDestroyBuffer(device, each.handle, nullptr);
    vkFreeMemory(device, each.memory, nullptr);
  }
  vkDestroyDevice(device, nullptr);
  vkDestroyInstance(instance, nullptr);
  return right ? 0 : 1;
}
