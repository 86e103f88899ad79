// Checks that designated initializers are enough to sort, because all other members may be zero.
#include <stdio.h>
#include <stdlib.h>
#include <vksort_plan.h>
#include <vksort_toolkit.h>
#include <vulkan/vulkan.h>

// Parts of one buffer, in words. A set contains keys, followed by their indices.
enum {
  kCount = 1024,
  kSmaller = 1000,
  kRuns = 16,
  kSelected = 10,
  kSet = 2 * kCount,
  kUnsorted = 3 * kSet,
  kGathered = kUnsorted + kCount,
  kCells = kGathered + kCount,
  kStarts = kCells + 2 * kRuns,
  kKept = kStarts + kCount + 1,
  kNearest = kKept + kCount,
  kCounts = kNearest + kSelected,
  kTable = kCounts + 4,
  kResult = kTable + 4,
  kWork = kResult + 4,
  kWorkWords = VKSORT_SEGMENT_WORK_BYTES(2) / 4,
  kScratch = kWork + kWorkWords,
  kScratchWords = 4096,
  kWords = kScratch + kScratchWords
};

static VkPhysicalDevice physical;
static VkBuffer buffer;
static VkCommandBuffer cmd;

static void check(int is_right, const char* what) {
  if (is_right) return;
  fprintf(stderr, "designated.c: %s\n", what);
  exit(1);
}

static void writeLog(void* context, vksortSeverity severity, const char* kernel, const char* text) {
  (void)context, (void)severity;
  fprintf(stderr, "%s: %s\n", kernel, text);
}

static vksortDevice createDevice(void) {
  static const vksortLog log = {.write = writeLog};
  const VkApplicationInfo app = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
  vksortDevice out = {.get_instance_proc_addr = vkGetInstanceProcAddr,
                      .api_version = VK_API_VERSION_1_1,
                      .enabled_features = VKSORT_PUSH_DESCRIPTOR,
                      .log = &log};
  check(vkCreateInstance(&info, NULL, &out.instance) == VK_SUCCESS, "vkCreateInstance");
  uint32_t devices = 1;
  vkEnumeratePhysicalDevices(out.instance, &devices, &physical);
  check(devices == 1, "no Vulkan driver is installed");
  out.physical_device = physical;
  const char* const extension = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME;
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
  const VkDeviceCreateInfo device = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                     .queueCreateInfoCount = 1,
                                     .pQueueCreateInfos = &queue,
                                     .enabledExtensionCount = 1,
                                     .ppEnabledExtensionNames = &extension};
  check(vkCreateDevice(physical, &device, NULL, &out.device) == VK_SUCCESS, "vkCreateDevice");
  return out;
}

static uint32_t* createBuffer(VkDevice device) {
  const VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .size = 4 * kWords,
                                   .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
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
  void* mapped = NULL;
  check(vkAllocateMemory(device, &allocation, NULL, &allocated) == VK_SUCCESS, "vkAllocateMemory");
  check(vkBindBufferMemory(device, buffer, allocated, 0) == VK_SUCCESS, "vkBindBufferMemory");
  check(vkMapMemory(device, allocated, 0, VK_WHOLE_SIZE, 0, &mapped) == VK_SUCCESS, "vkMapMemory");
  return mapped;
}

static vksortRange part(VkDeviceSize first, VkDeviceSize words) {
  return (vksortRange){.buffer = words != 0 ? buffer : VK_NULL_HANDLE, .offset = 4 * first, .size = 4 * words};
}

static void finish(vksortRecordStatus status, VkPipelineStageFlags stages, VkAccessFlags access) {
  check(status.fault == VKSORT_FAULT_NONE,
        vksortDescribe(&status, (char[VKSORT_MESSAGE_BYTES]){0}, VKSORT_MESSAGE_BYTES));
  const VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = VKSORT_ACCESS, .dstAccessMask = access};
  vkCmdPipelineBarrier(cmd, VKSORT_STAGES, stages, 0, 1, &barrier, 0, NULL, 0, NULL);
}
static void next(vksortRecordStatus status) { finish(status, VKSORT_STAGES, VKSORT_ACCESS); }

static void recordSorts(vksortSorter sorter, VkQueryPool pool) {
  const vksortTimestamps timestamps = {.pool = pool, .count = 2};
  vksortSortInfo sort = {
      .keys = part(0, kCount), .payload = part(kCount, kCount), .count = kCount, .timestamps = &timestamps};
  next(vksortRecord(sorter, cmd, &sort));
  sort = (vksortSortInfo){.keys = part(kSet, kCount),
                          .payload = part(kSet + kCount, kCount),
                          .count = kCount,
                          .order = VKSORT_ORDER_DESCENDING};
  const vksortIndirectInfo indirect = {.count = {.buffer = buffer, .offset = 4 * kCounts},
                                       .work = part(kWork, VKSORT_WORK_BYTES / 4)};
  next(vksortRecordIndirect(sorter, cmd, &sort, &indirect));
  sort = (vksortSortInfo){.keys = part(2 * kSet, kCount), .payload = part(2 * kSet + kCount, kCount), .count = kCount};
  const vksortSegmentInfo segments = {
      .table = buffer, .table_offset = 4 * kTable, .segment_count = 2, .work = part(kWork, kWorkWords)};
  next(vksortRecordSegments(sorter, cmd, &sort, &segments));
}

static void recordTools(vksortToolkit toolkit, vksortVerifier verifier) {
  const vksortRange scratch = part(kScratch, vksortToolkitScratchBytes(toolkit, kCount) / 4);
  check(scratch.size <= 4 * kScratchWords, "scratch memory");
  const vksortSortedRange sorted = {.elements = part(0, kCount), .count = kCount, .bits = {.first = 28, .count = 4}};
  const vksortRunInfo runs = {.sorted = sorted,
                              .starts = part(kStarts, kCount + 1),
                              .run_count = {.buffer = buffer, .offset = 4 * (kCounts + 1)},
                              .scratch = scratch};
  next(vksortRecordRuns(toolkit, cmd, &runs));
  const vksortCellInfo cells = {.sorted = sorted, .cells = part(kCells, 2 * kRuns), .cell_count = kRuns};
  next(vksortRecordCells(toolkit, cmd, &cells));
  const vksortCullInfo cull = {.source = part(kUnsorted, kCount),
                               .count = kCount,
                               .highest = 0x7fffffff,
                               .indices = part(kKept, kCount),
                               .kept = {.buffer = buffer, .offset = 4 * (kCounts + 2)},
                               .scratch = scratch};
  next(vksortRecordCull(toolkit, cmd, &cull));
  const vksortSelectInfo select = {.source = part(kUnsorted, kCount),
                                   .count = kCount,
                                   .k = kSelected,
                                   .indices = part(kNearest, kSelected),
                                   .selected = {.buffer = buffer, .offset = 4 * (kCounts + 3)}};
  next(vksortRecordSelect(toolkit, cmd, &select));
  const vksortGatherInfo gather = {.source = part(kUnsorted, kCount),
                                   .target = part(kGathered, kCount),
                                   .indices = part(kCount, kCount),
                                   .count = kCount,
                                   .element_words = 1};
  next(vksortRecordGather(toolkit, cmd, &gather));
  const vksortVerifyInfo verify = {.ordering = {.payload = VKSORT_PAYLOAD_INDEX, .payloads_ascend = true},
                                   .keys = part(0, kCount),
                                   .payload = part(kCount, kCount),
                                   .count = kCount,
                                   .result = part(kResult, 4)};
  finish(vksortRecordVerify(verifier, cmd, &verify), VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

static void checkSet(const uint32_t* words, uint32_t set, uint32_t first, uint32_t count, int descends) {
  const uint32_t *keys = words + set + first, *indices = keys + kCount, *unsorted = words + kUnsorted + first;
  for (uint32_t i = 0; i < count; ++i) {
    check(i == 0 || (descends ? keys[i - 1] > keys[i] : keys[i - 1] < keys[i]), "wrong order");
    check(indices[i] < count && unsorted[indices[i]] == keys[i], "wrong index");
  }
}

static void checkResults(const uint32_t* words) {
  const uint32_t* const unsorted = words + kUnsorted;
  checkSet(words, 0, 0, kCount, 0);
  checkSet(words, kSet, 0, kSmaller, 1);
  check(words[kSet + kSmaller] == unsorted[kSmaller], "an element after the count was moved");
  checkSet(words, 2 * kSet, 0, 300, 0);
  checkSet(words, 2 * kSet, 300, kCount - 300, 0);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < kCount; ++i) {
    check(words[kGathered + i] == words[i], "wrong gather");
    if (unsorted[i] <= 0x7fffffff) check(words[kKept + kept++] == i, "wrong cull");
  }
  for (uint32_t i = 0; i < kRuns; ++i)
    check(words[kCells + 2 * i] == words[kStarts + i] && words[kCells + 2 * i + 1] == words[kStarts + i + 1],
          "runs and cells differ");
  for (uint32_t i = 0; i < kSelected; ++i)
    check(unsorted[words[kNearest + i]] <= words[kSelected - 1], "wrong selection");
  check(words[kCounts + 1] == kRuns && words[kCounts + 2] == kept && words[kCounts + 3] == kSelected, "wrong counts");
  check(words[kResult] == 0 && words[kResult + 1] == kCount, "wrong verification");
}

static void runCommands(VkDevice device, vksortSorter sorter, vksortToolkit toolkit, vksortVerifier verifier) {
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
  VkCommandPool pool;
  check(vkCreateCommandPool(device, &pool_info, NULL, &pool) == VK_SUCCESS, "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
  check(vkAllocateCommandBuffers(device, &info, &cmd) == VK_SUCCESS, "vkAllocateCommandBuffers");
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(cmd, &begin) == VK_SUCCESS, "vkBeginCommandBuffer");
  const VkQueryPoolCreateInfo query_info = {
      .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO, .queryType = VK_QUERY_TYPE_TIMESTAMP, .queryCount = 2};
  VkQueryPool queries;
  check(vkCreateQueryPool(device, &query_info, NULL, &queries) == VK_SUCCESS, "vkCreateQueryPool");
  vkCmdResetQueryPool(cmd, queries, 0, 2);
  recordSorts(sorter, queries);
  recordTools(toolkit, verifier);
  check(vkEndCommandBuffer(cmd) == VK_SUCCESS, "vkEndCommandBuffer");
  VkQueue queue;
  vkGetDeviceQueue(device, 0, 0, &queue);
  const VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cmd};
  check(vkQueueSubmit(queue, 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS, "vkQueueSubmit");
  check(vkQueueWaitIdle(queue) == VK_SUCCESS, "vkQueueWaitIdle");
  uint64_t times[2] = {0};
  check(vkGetQueryPoolResults(device, queries, 0, 2, sizeof times, times, 8, VK_QUERY_RESULT_64_BIT) == VK_SUCCESS,
        "vkGetQueryPoolResults");
  check(times[0] != 0 && times[1] > times[0], "wrong timestamps");
}

static void runInOrder(void* context, uint32_t count, void (*job)(void* jobs, uint32_t i), void* jobs) {
  (void)context;
  for (uint32_t i = 0; i < count; ++i) job(jobs, i);
}

int main(void) {
  const vksortDevice device = createDevice();
  uint32_t* const words = createBuffer(device.device);
  for (uint32_t i = 0; i < kCount; ++i)
    words[i] = words[kSet + i] = words[2 * kSet + i] = words[kUnsorted + i] = (i + 1) * 2654435761u;
  words[kCounts] = kSmaller;
  const uint32_t table[] = {0, 300, 300, kCount - 300};
  for (uint32_t i = 0; i < 4; ++i) words[kTable + i] = table[i];

  vksortReport report;
  const vksortCreation creation = {
      .self_test = {.mode = VKSORT_SELF_TEST_MODE_NEVER}, .parallel_for = {.run = runInOrder}, .report = &report};
  const vksortSorterInfo info = {.device = device, .max_count = kCount, .creation = &creation};
  const vksortPlanInfo planned = {.count = kCount};
  const vksortPlanDevice minimum = {.max_groups_x = 65535};
  check(vksortPlanForDevice(&info, &minimum, &planned, NULL, 0) > 0, "vksortPlanForDevice");
  vksortSorter sorter;
  const char* reason = NULL;
  check(vksortCreateSorter(VKSORT_VERSION + 1, &info, &sorter, &reason) != VK_SUCCESS, "another version was accepted");
  check(vksortCreateSorter(VKSORT_VERSION, &info, &sorter, &reason) == VK_SUCCESS, reason);
  check(report.level != NULL && !report.self_tested, "wrong report");
  const vksortToolkitInfo tools = {.device = device};
  vksortToolkit toolkit;
  check(vksortCreateToolkit(VKSORT_VERSION, &tools, &toolkit, &reason) == VK_SUCCESS, reason);
  vksortVerifier verifier;
  check(vksortCreateVerifier(VKSORT_VERSION, &device, &verifier, &reason) == VK_SUCCESS, reason);
  runCommands(device.device, sorter, toolkit, verifier);
  checkResults(words);
  vksortDestroyVerifier(verifier);
  vksortDestroyToolkit(toolkit);
  vksortDestroySorter(sorter);
  puts("designated.c: right");
  return 0;
}
