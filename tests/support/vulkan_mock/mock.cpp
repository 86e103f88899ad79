#include "support/vulkan_mock/mock.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

#include "sort/interface.h"
#include "support/vulkan_mock/objects.h"
#include "support/vulkan_mock/lazy_pipelines.h"

namespace test {
namespace {

#define MOCKED(DO)                           \
  DO(EnumerateDeviceExtensionProperties)     \
  DO(GetPhysicalDeviceProperties2)           \
  DO(GetPhysicalDeviceFeatures2)             \
  DO(GetPhysicalDeviceQueueFamilyProperties) \
  DO(CreateShaderModule)                     \
  DO(DestroyShaderModule)                    \
  DO(DestroyDescriptorSetLayout)             \
  DO(DestroyPipelineLayout)                  \
  DO(CreateComputePipelines)                 \
  DO(DestroyPipeline)                        \
  DO(GetBufferMemoryRequirements)            \
  DO(SetDebugUtilsObjectNameEXT)
#define DECLARE(name) PFN_vk##name name = nullptr;
struct Next {
  MOCKED(DECLARE)
} next;
std::once_flag loaded;
VkInstance loaded_from = VK_NULL_HANDLE;

thread_local MockVulkan* scope = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL enumerateExtensions(VkPhysicalDevice device, const char* layer, uint32_t* count,
                                                   VkExtensionProperties* list) {
  if (!scope) return next.EnumerateDeviceExtensionProperties(device, layer, count, list);
  const uint32_t index = scope->log.listings++;
  const auto planted = scope->faults.listing.find(index);
  if (planted != scope->faults.listing.end()) return planted->second;
  if (scope->faults.hide_extensions) {
    *count = 0;
    return VK_SUCCESS;
  }
  const VkResult result = next.EnumerateDeviceExtensionProperties(device, layer, count, list);
  if (index == 0 && !list) *count -= std::min(*count, scope->faults.hides_at_first);
  return result;
}

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* out) {
  next.GetPhysicalDeviceProperties2(device, out);
  if (scope && scope->faults.edit_properties) scope->faults.edit_properties(*out);
}

VKAPI_ATTR void VKAPI_CALL getFeatures(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* out) {
  next.GetPhysicalDeviceFeatures2(device, out);
  if (scope && scope->faults.edit_features) scope->faults.edit_features(*out);
}

VKAPI_ATTR void VKAPI_CALL getQueueFamilies(VkPhysicalDevice device, uint32_t* count, VkQueueFamilyProperties* out) {
  next.GetPhysicalDeviceQueueFamilyProperties(device, count, out);
  for (uint32_t i = 0; out && scope && scope->faults.edit_queue_family && i < *count; ++i)
    scope->faults.edit_queue_family(out[i]);
}

VKAPI_ATTR VkResult VKAPI_CALL createShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                                  const VkAllocationCallbacks* allocator, VkShaderModule* out) {
  VkShaderModuleCreateInfo changed = *info;
  if (scope) {
    for (const SwappedShader& swapped : scope->faults.shaders) {
      if (!isSpirvOf(swapped.shipped, {info->pCode, info->codeSize / 4})) continue;
      changed.pCode = swapped.mutant.data();
      changed.codeSize = swapped.mutant.size_bytes();
    }
  }
  const VkResult created = createMocked('m', allocator, out, [&](const VkAllocationCallbacks* given) {
    const VkResult result = next.CreateShaderModule(device, &changed, given, out);
    const bool lazily = makesPipelinesLazily(device) || (scope && scope->faults.makes_lazily);
    if (result == VK_SUCCESS && lazily) noteModule(changed, *out);
    return result;
  });
  if (scope && scope->faults.cache) scope->log.modules[*out].assign(info->pCode, info->pCode + info->codeSize / 4);
  return created;
}

std::vector<uint32_t> constantsOf(const VkSpecializationInfo* constants) {
  std::vector<uint32_t> by_id;
  for (uint32_t i = 0; i < constants->mapEntryCount; ++i) {
    const VkSpecializationMapEntry& entry = constants->pMapEntries[i];
    if (by_id.size() <= entry.constantID) by_id.resize(entry.constantID + 1);
    std::memcpy(&by_id[entry.constantID], static_cast<const char*>(constants->pData) + entry.offset, entry.size);
  }
  return by_id;
}

uint32_t pinnedSizeOf(const VkPipelineShaderStageCreateInfo& stage) {
  const auto* link = static_cast<const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo*>(stage.pNext);
  const bool pinned = link && link->sType == VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  return pinned ? link->requiredSubgroupSize : 0;
}

void addToCache(VkPipelineCache cache, const VkComputePipelineCreateInfo& info) {
  if (!scope || !scope->faults.cache || cache == VK_NULL_HANDLE) return;
  std::vector<uint32_t> key = scope->log.layout_words;
  for (const std::vector<uint32_t>& part : {scope->log.modules.at(info.stage.module),
                                            constantsOf(info.stage.pSpecializationInfo),
                                            {info.flags, info.stage.flags, pinnedSizeOf(info.stage)}})
    key.insert(key.end(), part.begin(), part.end());
  scope->faults.cache->insert(std::move(key));
}

VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* out) {
  SharedPipelines* shared = scope ? scope->faults.shared : nullptr;
  const std::size_t index = scope ? scope->log.workgroups.size() : 0;
  if (scope && scope->faults.compiles) {
    const VkResult compiled = scope->faults.compiles(*infos);
    if (compiled != VK_SUCCESS) {
      *out = VK_NULL_HANDLE;
      return compiled;
    }
  }
  const bool known = shared && index < shared->list.size();
  // vksort creates one pipeline per call. Vulkan defines that a failed pipeline is null.
  if (known) *out = shared->list[index];
  const VkResult result = known ? VK_SUCCESS
                                : createMocked(
                                      'p', allocator, out,
                                      [&](const VkAllocationCallbacks* given) {
                                        // Shared pipelines are never lazy, because they may outlive their layout.
                                        if (!shared && !given) *out = promisedPipeline(device, *infos);
                                        if (isPromised(*out)) return VK_SUCCESS;
                                        return next.CreateComputePipelines(device, cache, count, infos, given, out);
                                      },
                                      VkPipeline{VK_NULL_HANDLE});
  if (shared && !known && result == VK_SUCCESS) shared->list.push_back(*out);
  if (scope && result == VK_SUCCESS) {
    if (scope->faults.idles == index) scope->log.idle = *out;
    const VkPipelineShaderStageCreateInfo& stage = infos->stage;
    const std::vector<uint32_t> constants = constantsOf(stage.pSpecializationInfo);
    scope->log.workgroups.push_back(constants.empty() ? 0 : constants[VKSORT_SPEC_WORKGROUP]);
    scope->log.pinned_sizes.push_back(pinnedSizeOf(stage));
    scope->log.caches.push_back(cache);
    scope->log.constants.push_back(constants);
    if (stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) {
      scope->log.subgroup_pipelines.push_back(*out);
    }
    addToCache(cache, *infos);
  }
  return result;
}

// Keeps the layout if its pipelines are shared.
#define DESTROY_LAYOUT(function, Type, kind, call, kept)                                                      \
  VKAPI_ATTR void VKAPI_CALL function(VkDevice device, Type object, const VkAllocationCallbacks* allocator) { \
    SharedPipelines* shared = scope ? scope->faults.shared : nullptr;                                         \
    destroyMocked(kind, allocator, object, [&](const VkAllocationCallbacks* given) {                          \
      if (shared && !given && object) return shared->kept.push_back(object);                                  \
      next.call(device, object, given);                                                                       \
    });                                                                                                       \
  }
DESTROY_LAYOUT(destroySetLayout, VkDescriptorSetLayout, 's', DestroyDescriptorSetLayout, set_layouts)
DESTROY_LAYOUT(destroyPipelineLayout, VkPipelineLayout, 'l', DestroyPipelineLayout, layouts)

VKAPI_ATTR void VKAPI_CALL destroyShaderModule(VkDevice device, VkShaderModule object,
                                               const VkAllocationCallbacks* allocator) {
  forgetModule(object);
  destroyMocked('m', allocator, object,
                [&](const VkAllocationCallbacks* given) { next.DestroyShaderModule(device, object, given); });
}

VKAPI_ATTR void VKAPI_CALL destroyPipeline(VkDevice device, VkPipeline object, const VkAllocationCallbacks* allocator) {
  const SharedPipelines* shared = scope ? scope->faults.shared : nullptr;
  if (scope && scope->log.idle == object) scope->log.idle = VK_NULL_HANDLE;
  if (shared && std::ranges::find(shared->list, object) != shared->list.end()) {
    if (scope->log.in_flight) scope->log.destroyed_in_flight.push_back((uint64_t)object);
    return;
  }
  destroyMocked('p', allocator, object,
                [&](const VkAllocationCallbacks* given) { next.DestroyPipeline(device, withdrawn(object), given); });
}

void VKAPI_CALL getMemoryRequirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* out) {
  const bool may_be_fake = scope && scope->faults.only_logs && scope->faults.buffer_bytes != 0;
  if (!may_be_fake) next.GetBufferMemoryRequirements(device, buffer, out);
  if (scope) ++scope->log.buffer_queries;
  if (scope && scope->faults.memory_type_bits != 0) out->memoryTypeBits = scope->faults.memory_type_bits;
  if (scope && scope->faults.buffer_bytes != 0) out->size = scope->faults.buffer_bytes;
}

VKAPI_ATTR VkResult VKAPI_CALL setObjectName(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* info) {
  // The driver does not know placeholders.
  const bool promised = info->objectType == VK_OBJECT_TYPE_PIPELINE && isPromised((VkPipeline)info->objectHandle);
  if (!scope) return promised ? VK_SUCCESS : next.SetDebugUtilsObjectNameEXT(device, info);
  const auto index = static_cast<uint32_t>(scope->log.names.size());
  scope->log.names.push_back({info->objectType, info->objectHandle, info->pObjectName});
  if (scope->faults.fails_naming == index) return VK_ERROR_OUT_OF_HOST_MEMORY;
  return scope->faults.fake_objects || promised ? VK_SUCCESS : next.SetDebugUtilsObjectNameEXT(device, info);
}

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction VKAPI_CALL mockDeviceProcAddr(VkDevice device, const char* name);

const std::pair<const char*, PFN_vkVoidFunction> kMocked[] = {
    {"vkGetDeviceProcAddr", asVoid(mockDeviceProcAddr)},
    {"vkEnumerateDeviceExtensionProperties", asVoid(enumerateExtensions)},
    {"vkGetPhysicalDeviceProperties2", asVoid(getProperties)},
    {"vkGetPhysicalDeviceFeatures2", asVoid(getFeatures)},
    {"vkGetPhysicalDeviceQueueFamilyProperties", asVoid(getQueueFamilies)},
    {"vkCreateShaderModule", asVoid(createShaderModule)},
    {"vkDestroyShaderModule", asVoid(destroyShaderModule)},
    {"vkDestroyDescriptorSetLayout", asVoid(destroySetLayout)},
    {"vkDestroyPipelineLayout", asVoid(destroyPipelineLayout)},
    {"vkCreateComputePipelines", asVoid(createPipelines)},
    {"vkDestroyPipeline", asVoid(destroyPipeline)},
    {"vkGetBufferMemoryRequirements", asVoid(getMemoryRequirements)},
    {"vkSetDebugUtilsObjectNameEXT", asVoid(setObjectName)},
};

PFN_vkVoidFunction mockOf(const char* name) {
  if (scope && scope->faults.missing_function == name) return nullptr;
  constexpr const char* kPushSet = "vkCmdPushDescriptorSetKHR";
  const bool core = scope && scope->faults.core_push_descriptors;
  if (core && std::strcmp(name, kPushSet) == 0) return nullptr;
  if (core && std::strcmp(name, "vkCmdPushDescriptorSet") == 0) name = kPushSet;
  for (const auto& [mocked, function] : kMocked)
    if (std::strcmp(mocked, name) == 0) return function;
  if (const PFN_vkVoidFunction function = recordingFunctionOf(loaded_from, name)) return function;
  return selfTestFunctionOf(loaded_from, name);  // if this is null, vksort uses a new function, which must be mocked
}

PFN_vkVoidFunction VKAPI_CALL mockDeviceProcAddr(VkDevice, const char* name) { return mockOf(name); }

}  // namespace

std::vector<uint32_t> spirvOf(const vksort::Spirv& module) {
  std::vector<uint32_t> words(module.bytes / 4);
  REQUIRE(vksort::unpack(module, words.data()));
  return words;
}

bool isSpirvOf(const vksort::Spirv& module, std::span<const uint32_t> words) {
  return module.bytes == words.size_bytes() && std::ranges::equal(spirvOf(module), words);
}

SharedPipelines::~SharedPipelines() {
  for (const VkPipeline pipeline : list) destroyPipeline(device, pipeline, nullptr);
  for (const VkPipelineLayout layout : layouts) next.DestroyPipelineLayout(device, layout, nullptr);
  for (const VkDescriptorSetLayout layout : set_layouts) next.DestroyDescriptorSetLayout(device, layout, nullptr);
}

MockVulkan::MockVulkan(Faults planted) : faults(std::move(planted)), outer_(scope) { scope = this; }

MockVulkan::~MockVulkan() { scope = outer_; }

PFN_vkVoidFunction VKAPI_CALL mockInstanceProcAddr(VkInstance instance, const char* name) {
  std::call_once(loaded, [instance] {
    loaded_from = instance;
#define LOAD(function) \
  next.function = reinterpret_cast<PFN_vk##function>(vkGetInstanceProcAddr(instance, "vk" #function));
    MOCKED(LOAD)
  });
  return mockOf(name);
}

MockVulkan* currentScope() { return scope; }

}  // namespace test
