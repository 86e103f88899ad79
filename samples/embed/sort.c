// Uses vksort from C99: sorts keys, and writes the index of each key. See embed.cpp for scratch memory and descriptor
// sets.
#include <stdio.h>
#include <stdlib.h>
#include <vksort.h>
#include <vulkan/vulkan.h>

enum { kCount = 4096, kBytes = kCount * sizeof(uint32_t) };

static void check(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "sort.c: %s\n", what);
  exit(1);
}

// Creates a buffer for the keys, followed by the indices. Vulkan guarantees that this memory type exists.
static VkBuffer createBuffer(VkPhysicalDevice physical, VkDevice device, void** mapped) {
  const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = 2 * kBytes, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  VkBuffer buffer;
  check(vkCreateBuffer(device, &info, NULL, &buffer) == VK_SUCCESS, "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, buffer, &needs);
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  uint32_t type = 0;
  while (!(needs.memoryTypeBits >> type & 1) || (memory.memoryTypes[type].propertyFlags & wanted) != wanted) ++type;
  const VkMemoryAllocateInfo allocation = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
  VkDeviceMemory allocated;
  check(vkAllocateMemory(device, &allocation, NULL, &allocated) == VK_SUCCESS, "vkAllocateMemory");
  check(vkBindBufferMemory(device, buffer, allocated, 0) == VK_SUCCESS, "vkBindBufferMemory");
  check(vkMapMemory(device, allocated, 0, VK_WHOLE_SIZE, 0, mapped) == VK_SUCCESS, "vkMapMemory");
  return buffer;
}

int main(void) {
  const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                              .pApplicationInfo = &app};
  VkInstance instance;
  check(vkCreateInstance(&instance_info, NULL, &instance) == VK_SUCCESS, "vkCreateInstance");
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  uint32_t devices = 1, family_count = 16, family = 0;
  vkEnumeratePhysicalDevices(instance, &devices, &physical);
  check(devices == 1, "no Vulkan driver is installed");
  VkQueueFamilyProperties families[16];
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &family_count, families);
  while (!(families[family].queueFlags & VK_QUEUE_COMPUTE_BIT)) ++family;

  const vksortSupport support = vksortQuerySupport(vkGetInstanceProcAddr, instance, physical, VK_API_VERSION_1_1);
  check(support.supported, support.reason);
  check(support.features & VKSORT_PUSH_DESCRIPTOR, "the device does not support VK_KHR_push_descriptor");
  const char* const extension = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = family,
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                          .queueCreateInfoCount = 1,
                                          .pQueueCreateInfos = &queue_info,
                                          .enabledExtensionCount = 1,
                                          .ppEnabledExtensionNames = &extension};
  VkDevice device;
  check(vkCreateDevice(physical, &device_info, NULL, &device) == VK_SUCCESS, "vkCreateDevice");
  VkQueue queue;
  vkGetDeviceQueue(device, family, 0, &queue);

  void* mapped = NULL;
  const VkBuffer buffer = createBuffer(physical, device, &mapped);
  uint32_t* const keys = mapped;
  static uint32_t before[kCount];
  for (uint32_t i = 0; i < kCount; ++i) keys[i] = before[i] = i * 2654435761u;

  // Once. The other members are zero, which is their default.
  const vksortSorterInfo info = {.device = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                                            .instance = instance,
                                            .physical_device = physical,
                                            .device = device,
                                            .api_version = VK_API_VERSION_1_1,
                                            .enabled_features = VKSORT_PUSH_DESCRIPTOR},
                                 .max_count = kCount};
  vksortSorter sorter;
  const char* reason = NULL;
  check(vksortCreateSorter(VKSORT_VERSION, &info, &sorter, &reason) == VK_SUCCESS, reason);

  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .queueFamilyIndex = family};
  VkCommandPool pool;
  check(vkCreateCommandPool(device, &pool_info, NULL, &pool) == VK_SUCCESS, "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo cmd_info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  VkCommandBuffer cmd;
  check(vkAllocateCommandBuffers(device, &cmd_info, &cmd) == VK_SUCCESS, "vkAllocateCommandBuffers");
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(cmd, &begin) == VK_SUCCESS, "vkBeginCommandBuffer");

  // Each frame. The submission makes earlier writes by the CPU visible to the sort.
  const vksortSortInfo sort = {.keys = {buffer, 0, kBytes},
                               .payload = {buffer, kBytes, kBytes},
                               .count = kCount,
                               .order = VKSORT_ORDER_DESCENDING};
  const vksortRecordStatus status = vksortRecord(sorter, cmd, &sort);
  check(status.fault == VKSORT_FAULT_NONE,
        vksortDescribe(&status, (char[VKSORT_MESSAGE_BYTES]){0}, VKSORT_MESSAGE_BYTES));
  const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VKSORT_ACCESS,
                                   .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
  vkCmdPipelineBarrier(cmd, VKSORT_STAGES, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);

  check(vkEndCommandBuffer(cmd) == VK_SUCCESS, "vkEndCommandBuffer");
  const VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
  check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS, "vkQueueSubmit");
  check(vkQueueWaitIdle(queue) == VK_SUCCESS, "vkQueueWaitIdle");
  const uint32_t* const indices = keys + kCount;
  for (uint32_t i = 0; i < kCount; ++i) {
    check(i == 0 || keys[i - 1] > keys[i], "WRONG ORDER");
    check(indices[i] < kCount && before[indices[i]] == keys[i], "WRONG INDEX");
  }
  printf("sort.c: %d keys with their indices: sorted\n", kCount);
  vksortDestroySorter(sorter);  // the process frees the rest
  return 0;
}
