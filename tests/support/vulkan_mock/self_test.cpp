#include <cstring>
#include <mutex>
#include <utility>

#include "support/vulkan_mock/objects.h"
#include "support/vulkan_mock/lazy_pipelines.h"

namespace test {
namespace {

// Functions that the self-test calls, and all creations except modules and pipelines.
#define CREATED(DO)                                                                     \
  DO(CreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo, VkDescriptorSetLayout) \
  DO(CreatePipelineLayout, VkPipelineLayoutCreateInfo, VkPipelineLayout)                \
  DO(CreateBuffer, VkBufferCreateInfo, VkBuffer)                                        \
  DO(AllocateMemory, VkMemoryAllocateInfo, VkDeviceMemory)                              \
  DO(CreateDescriptorPool, VkDescriptorPoolCreateInfo, VkDescriptorPool)                \
  DO(CreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool)                         \
  DO(CreateFence, VkFenceCreateInfo, VkFence)
#define DESTROYED(DO)                         \
  DO(DestroyBuffer, VkBuffer)                 \
  DO(FreeMemory, VkDeviceMemory)              \
  DO(DestroyDescriptorPool, VkDescriptorPool) \
  DO(DestroyCommandPool, VkCommandPool)       \
  DO(DestroyFence, VkFence)
#define CALLED(DO)                 \
  DO(BindBufferMemory)             \
  DO(MapMemory)                    \
  DO(FlushMappedMemoryRanges)      \
  DO(InvalidateMappedMemoryRanges) \
  DO(ResetDescriptorPool)          \
  DO(AllocateDescriptorSets)       \
  DO(ResetCommandPool)             \
  DO(AllocateCommandBuffers)       \
  DO(BeginCommandBuffer)           \
  DO(EndCommandBuffer)             \
  DO(ResetFences)                  \
  DO(QueueSubmit)                  \
  DO(WaitForFences)                \
  DO(QueueWaitIdle)
#define DECLARE(name, ...) PFN_vk##name name = nullptr;
struct Next {
  CREATED(DECLARE)
  DESTROYED(DECLARE)
  CALLED(DECLARE)
  PFN_vkGetPhysicalDeviceMemoryProperties GetPhysicalDeviceMemoryProperties = nullptr;
  PFN_vkDestroyShaderModule DestroyShaderModule = nullptr;
  PFN_vkDestroyDescriptorSetLayout DestroyDescriptorSetLayout = nullptr;
  PFN_vkDestroyPipelineLayout DestroyPipelineLayout = nullptr;
  PFN_vkDestroyPipeline DestroyPipeline = nullptr;
} next;
std::once_flag loaded;

// One letter per object type; see MockObject::kind.
template <typename Handle>
constexpr char kKind = '?';
template <>
constexpr char kKind<VkDescriptorSetLayout> = 's';
template <>
constexpr char kKind<VkPipelineLayout> = 'l';
template <>
constexpr char kKind<VkBuffer> = 'B';
template <>
constexpr char kKind<VkDeviceMemory> = 'M';
template <>
constexpr char kKind<VkDescriptorPool> = 'D';
template <>
constexpr char kKind<VkCommandPool> = 'C';
template <>
constexpr char kKind<VkFence> = 'F';

template <typename Info>
Info mocked(const Info& info) {
  return info;
}
VkBufferCreateInfo mocked(const VkBufferCreateInfo& info) {
  MockVulkan* scope = currentScope();
  if (scope) scope->log.buffer_bytes.push_back(info.size);
  return info;
}
VkMemoryAllocateInfo mocked(VkMemoryAllocateInfo info) {
  MockVulkan* scope = currentScope();
  if (!scope) return info;
  scope->log.memory_types.push_back(info.memoryTypeIndex);
  if (scope->faults.edit_memory) info.memoryTypeIndex = 0;
  return info;
}

VkCommandPoolCreateInfo mocked(VkCommandPoolCreateInfo info) {
  MockVulkan* scope = currentScope();
  if (scope) scope->log.queue_families.push_back(std::exchange(info.queueFamilyIndex, 0));  // exists on every device
  return info;
}
VkDescriptorSetLayoutCreateInfo mocked(const VkDescriptorSetLayoutCreateInfo& info) {
  MockVulkan* scope = currentScope();
  if (!scope) return info;
  std::vector<uint32_t>& words = scope->log.layout_words;
  words.push_back(info.flags);
  for (const VkDescriptorSetLayoutBinding& each : std::span(info.pBindings, info.bindingCount)) {
    const uint32_t binding[] = {each.binding, static_cast<uint32_t>(each.descriptorType), each.descriptorCount,
                                each.stageFlags};
    words.insert(words.end(), std::begin(binding), std::end(binding));
  }
  return info;
}
VkPipelineLayoutCreateInfo mocked(const VkPipelineLayoutCreateInfo& info) {
  MockVulkan* scope = currentScope();
  if (!scope) return info;
  scope->log.layout_words.push_back(info.setLayoutCount);
  for (const VkPushConstantRange& each : std::span(info.pPushConstantRanges, info.pushConstantRangeCount))
    for (const uint32_t word : {each.stageFlags, each.offset, each.size}) scope->log.layout_words.push_back(word);
  return info;
}
VkDescriptorPoolCreateInfo mocked(const VkDescriptorPoolCreateInfo& info) {
  MockVulkan* scope = currentScope();
  if (!scope) return info;
  scope->log.pool_sets = info.maxSets;
  scope->log.pool_descriptors = info.pPoolSizes[0].descriptorCount;
  return info;
}
void noteCall(Log& log, VkDevice, uint32_t, const VkFence*, VkBool32, uint64_t timeout) {
  log.timeouts.push_back(timeout);
}
void noteCall(Log& log, VkDevice, const VkDescriptorSetAllocateInfo* info, VkDescriptorSet*) {
  for (uint32_t i = 0; i < info->descriptorSetCount; ++i) log.set_layouts.push_back(info->pSetLayouts[i]);
}
template <typename... Arguments>
void noteCall(Log&, Arguments...) {}
void noteMap(Log& log, VkDevice, VkDeviceMemory, VkDeviceSize, VkDeviceSize, VkMemoryMapFlags, void** mapped) {
  log.mapped = static_cast<uint32_t*>(*mapped);
}
template <typename... Arguments>
void noteMap(Log&, Arguments...) {}

#define CREATE(name, Info, Handle)                                                                                    \
  VKAPI_ATTR VkResult VKAPI_CALL mock##name(VkDevice device, const Info* info, const VkAllocationCallbacks* a,        \
                                            Handle* out) {                                                            \
    const Info changed = mocked(*info);                                                                               \
    return createMocked(kKind<Handle>, a, out,                                                                        \
                        [&](const VkAllocationCallbacks* given) { return next.name(device, &changed, given, out); }); \
  }
CREATED(CREATE)

#define DESTROY(name, Handle)                                                                             \
  VKAPI_ATTR void VKAPI_CALL mock##name(VkDevice device, Handle object, const VkAllocationCallbacks* a) { \
    destroyMocked(kKind<Handle>, a, object,                                                               \
                  [&](const VkAllocationCallbacks* given) { next.name(device, object, given); });         \
  }
DESTROYED(DESTROY)

// Calls the driver, unless Faults::returns contains a result.
template <auto Member, const char* name, typename... Arguments>
VKAPI_ATTR VkResult VKAPI_CALL call(Arguments... arguments) {
  MockVulkan* scope = currentScope();
  if (!scope) return (next.*Member)(arguments...);
  noteCall(scope->log, arguments...);
  const auto planted = scope->faults.returns.find(name);
  const bool given = planted != scope->faults.returns.end();
  const VkResult result = given ? planted->second : (next.*Member)(arguments...);
  const bool submits = std::strcmp(name, "vkQueueSubmit") == 0;
  const bool waits = std::strcmp(name, "vkWaitForFences") == 0 || std::strcmp(name, "vkQueueWaitIdle") == 0;
  if (submits && result == VK_SUCCESS) scope->log.in_flight = true;
  if (waits && (result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST)) scope->log.in_flight = false;
  if (result == VK_SUCCESS && !given) noteMap(scope->log, arguments...);
  if (waits && result == VK_SUCCESS && scope->faults.after_wait) scope->faults.after_wait(scope->log);
  return result;
}
template <auto Member, const char* name, typename... Arguments>
PFN_vkVoidFunction mockOf(VkResult(VKAPI_PTR*)(Arguments...)) {
  return reinterpret_cast<PFN_vkVoidFunction>(&call<Member, name, Arguments...>);
}

VKAPI_ATTR void VKAPI_CALL memoryProperties(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* out) {
  next.GetPhysicalDeviceMemoryProperties(device, out);
  const MockVulkan* scope = currentScope();
  if (scope && scope->faults.edit_memory) scope->faults.edit_memory(*out);
}

void loadNext(VkInstance instance) {
#define LOAD(name, ...) next.name = reinterpret_cast<PFN_vk##name>(vkGetInstanceProcAddr(instance, "vk" #name));
  CREATED(LOAD)
  DESTROYED(LOAD)
  CALLED(LOAD)
  LOAD(GetPhysicalDeviceMemoryProperties)
  LOAD(DestroyShaderModule)
  LOAD(DestroyDescriptorSetLayout)
  LOAD(DestroyPipelineLayout)
  LOAD(DestroyPipeline)
#undef LOAD
}

#define NAME(name, ...) constexpr char kName##name[] = "vk" #name;
CREATED(NAME)
DESTROYED(NAME)
CALLED(NAME)

}  // namespace

PFN_vkVoidFunction selfTestFunctionOf(VkInstance instance, const char* name) {
  std::call_once(loaded, loadNext, instance);
#define FIND(function, ...) \
  if (std::strcmp(name, kName##function) == 0) return reinterpret_cast<PFN_vkVoidFunction>(mock##function);
  CREATED(FIND)
  DESTROYED(FIND)
#undef FIND
#define FIND(function) \
  if (std::strcmp(name, kName##function) == 0) return mockOf<&Next::function, kName##function>(next.function);
  CALLED(FIND)
#undef FIND
  if (std::strcmp(name, "vkGetPhysicalDeviceMemoryProperties") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(memoryProperties);
  }
  return nullptr;
}

void destroyLeft(VkDevice device, const ObjectCount& before) {
  const auto destroy = [device](const MockObject& each) {
#define ONE(letter, name, Handle) \
  case letter:                    \
    return next.name(device, (Handle)each.handle, nullptr);
    switch (each.kind) {
      ONE('B', DestroyBuffer, VkBuffer)
      ONE('M', FreeMemory, VkDeviceMemory)
      ONE('D', DestroyDescriptorPool, VkDescriptorPool)
      ONE('C', DestroyCommandPool, VkCommandPool)
      ONE('F', DestroyFence, VkFence)
      ONE('m', DestroyShaderModule, VkShaderModule)
      ONE('s', DestroyDescriptorSetLayout, VkDescriptorSetLayout)
      ONE('l', DestroyPipelineLayout, VkPipelineLayout)
      case 'p':
        return next.DestroyPipeline(device, withdrawn((VkPipeline)each.handle), nullptr);
    }
#undef ONE
  };
  for (const MockObject& each : takeObjectsSince(static_cast<std::size_t>(before.live))) destroy(each);
}

}  // namespace test
