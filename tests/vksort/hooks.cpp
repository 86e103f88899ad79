#include "hooks.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

#include "hooked_objects.h"
#include "self_test_hooks.h"
#include "sort/interface.h"

namespace test {
namespace {

// Loader entry points that work on every device of the instance.
#define HOOKED(DO)                       \
  DO(EnumerateDeviceExtensionProperties) \
  DO(GetPhysicalDeviceProperties2)       \
  DO(GetPhysicalDeviceFeatures2)         \
  DO(CreateShaderModule)                 \
  DO(DestroyShaderModule)                \
  DO(CreateDescriptorSetLayout)          \
  DO(DestroyDescriptorSetLayout)         \
  DO(CreatePipelineLayout)               \
  DO(DestroyPipelineLayout)              \
  DO(CreateComputePipelines)             \
  DO(DestroyPipeline)                    \
  DO(GetBufferMemoryRequirements)        \
  DO(UpdateDescriptorSets)               \
  DO(CmdBindPipeline)                    \
  DO(CmdBindDescriptorSets)              \
  DO(CmdPushConstants)                   \
  DO(CmdDispatch)                        \
  DO(CmdDispatchIndirect)                \
  DO(CmdPipelineBarrier)                 \
  DO(CmdWriteTimestamp)                  \
  DO(CmdPushDescriptorSetKHR)            \
  DO(SetDebugUtilsObjectNameEXT)         \
  DO(CmdBeginDebugUtilsLabelEXT)         \
  DO(CmdEndDebugUtilsLabelEXT)
#define DECLARE(name) PFN_vk##name name = nullptr;
struct Next {
  HOOKED(DECLARE)
} next;
std::once_flag loaded;
VkInstance loaded_from = VK_NULL_HANDLE;

thread_local HookScope* scope = nullptr;

std::mutex objects_mutex;
std::vector<HookedObject>& objects() {
  static auto* list = new std::vector<HookedObject>;  // outlives every Sorter
  return *list;
}
uint64_t bogus_destructions = 0;

VKAPI_ATTR VkResult VKAPI_CALL enumerateExtensions(VkPhysicalDevice device, const char* layer, uint32_t* count,
                                                   VkExtensionProperties* list) {
  if (!scope || !scope->faults.hide_extensions) {
    return next.EnumerateDeviceExtensionProperties(device, layer, count, list);
  }
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice device, VkPhysicalDeviceProperties2* out) {
  next.GetPhysicalDeviceProperties2(device, out);
  if (scope && scope->faults.edit_properties) scope->faults.edit_properties(*out);
}

VKAPI_ATTR void VKAPI_CALL getFeatures(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* out) {
  next.GetPhysicalDeviceFeatures2(device, out);
  if (scope && scope->faults.edit_features) scope->faults.edit_features(*out);
}

VKAPI_ATTR VkResult VKAPI_CALL createShaderModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                                  const VkAllocationCallbacks* allocator, VkShaderModule* out) {
  VkShaderModuleCreateInfo changed = *info;
  if (scope) {
    for (const SwappedShader& swapped : scope->faults.shaders) {
      if (swapped.shipped != info->pCode) continue;
      changed.pCode = swapped.mutant.data();
      changed.codeSize = swapped.mutant.size_bytes();
    }
  }
  return createHooked('m', out, [&] { return next.CreateShaderModule(device, &changed, allocator, out); });
}

VKAPI_ATTR VkResult VKAPI_CALL createSetLayout(VkDevice device, const VkDescriptorSetLayoutCreateInfo* info,
                                               const VkAllocationCallbacks* allocator, VkDescriptorSetLayout* out) {
  return createHooked('s', out, [&] { return next.CreateDescriptorSetLayout(device, info, allocator, out); });
}

VKAPI_ATTR VkResult VKAPI_CALL createPipelineLayout(VkDevice device, const VkPipelineLayoutCreateInfo* info,
                                                    const VkAllocationCallbacks* allocator, VkPipelineLayout* out) {
  return createHooked('l', out, [&] { return next.CreatePipelineLayout(device, info, allocator, out); });
}

uint32_t workgroupOf(const VkSpecializationInfo* constants) {
  for (uint32_t i = 0; i < constants->mapEntryCount; ++i) {
    const VkSpecializationMapEntry& entry = constants->pMapEntries[i];
    if (entry.constantID != VKSORT_SPEC_WORKGROUP) continue;
    uint32_t size = 0;
    std::memcpy(&size, static_cast<const char*>(constants->pData) + entry.offset, sizeof size);
    return size;
  }
  return 0;
}

uint32_t pinnedSizeOf(const VkPipelineShaderStageCreateInfo& stage) {
  const auto* link = static_cast<const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo*>(stage.pNext);
  const bool pinned = link && link->sType == VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  return pinned ? link->requiredSubgroupSize : 0;
}

VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* out) {
  SharedPipelines* shared = scope ? scope->faults.shared : nullptr;
  const std::size_t index = scope ? scope->log.workgroups.size() : 0;
  const bool known = shared && index < shared->list.size();
  // vksort makes them one by one; pipelines are the one kind whose failure is defined to leave null.
  if (known) *out = shared->list[index];
  const VkResult result =
      known ? VK_SUCCESS
            : createHooked(
                  'p', out, [&] { return next.CreateComputePipelines(device, cache, count, infos, allocator, out); },
                  VkPipeline{VK_NULL_HANDLE});
  if (shared && !known && result == VK_SUCCESS) shared->list.push_back(*out);
  if (scope && result == VK_SUCCESS) {
    const VkPipelineShaderStageCreateInfo& stage = infos->stage;
    scope->log.workgroups.push_back(workgroupOf(stage.pSpecializationInfo));
    scope->log.pinned_sizes.push_back(pinnedSizeOf(stage));
    scope->log.caches.push_back(cache);
    if (stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) {
      scope->log.subgroup_pipelines.push_back(*out);
    }
  }
  return result;
}

#define DESTROY(function, Type, kind, call)                                                                   \
  VKAPI_ATTR void VKAPI_CALL function(VkDevice device, Type object, const VkAllocationCallbacks* allocator) { \
    if (destroyHooked(kind, object)) next.call(device, object, allocator);                                    \
  }
DESTROY(destroyShaderModule, VkShaderModule, 'm', DestroyShaderModule)
DESTROY(destroySetLayout, VkDescriptorSetLayout, 's', DestroyDescriptorSetLayout)
DESTROY(destroyPipelineLayout, VkPipelineLayout, 'l', DestroyPipelineLayout)

VKAPI_ATTR void VKAPI_CALL destroyPipeline(VkDevice device, VkPipeline object, const VkAllocationCallbacks* allocator) {
  const SharedPipelines* shared = scope ? scope->faults.shared : nullptr;
  if (shared && std::ranges::find(shared->list, object) != shared->list.end()) return;
  if (destroyHooked('p', object)) next.DestroyPipeline(device, object, allocator);
}

// Notes the ranges of the writes and passes them on, widened as the scope says.
template <typename Send>
void sendWrites(uint32_t count, const VkWriteDescriptorSet* writes, Send send) {
  if (!scope) return send(writes);
  std::vector<VkDescriptorBufferInfo> buffers(count);
  std::vector<VkWriteDescriptorSet> changed(writes, writes + count);
  for (uint32_t i = 0; i < count; ++i) {
    buffers[i] = *writes[i].pBufferInfo;
    scope->log.ranges.push_back(buffers[i]);
    const bool elements = writes[i].dstBinding <= VKSORT_BINDING_VALUES;
    if (elements) buffers[i].range += scope->faults.widen_by;
    for (const WholeBuffer& whole : scope->faults.widen)
      if (elements && whole.buffer == buffers[i].buffer) buffers[i].range = whole.size - buffers[i].offset;
    changed[i].pBufferInfo = &buffers[i];
  }
  send(changed.data());
}

void note(Command command) {
  if (scope) scope->log.commands.push_back(command);
}

void VKAPI_CALL getMemoryRequirements(VkDevice device, VkBuffer buffer, VkMemoryRequirements* out) {
  next.GetBufferMemoryRequirements(device, buffer, out);
}

VKAPI_ATTR void VKAPI_CALL updateSets(VkDevice device, uint32_t count, const VkWriteDescriptorSet* writes,
                                      uint32_t copies, const VkCopyDescriptorSet* copy) {
  sendWrites(count, writes,
             [&](const VkWriteDescriptorSet* list) { next.UpdateDescriptorSets(device, count, list, copies, copy); });
}

VKAPI_ATTR void VKAPI_CALL pushSet(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipelineLayout layout,
                                   uint32_t set, uint32_t count, const VkWriteDescriptorSet* writes) {
  note({.kind = Command::Kind::bind_ranges});
  sendWrites(count, writes, [&](const VkWriteDescriptorSet* list) {
    next.CmdPushDescriptorSetKHR(cmd, point, layout, set, count, list);
  });
}

VKAPI_ATTR void VKAPI_CALL bindSets(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipelineLayout layout,
                                    uint32_t first, uint32_t count, const VkDescriptorSet* sets, uint32_t offset_count,
                                    const uint32_t* offsets) {
  note({.kind = Command::Kind::bind_ranges});
  next.CmdBindDescriptorSets(cmd, point, layout, first, count, sets, offset_count, offsets);
}

VKAPI_ATTR void VKAPI_CALL bindPipeline(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipeline pipeline) {
  note({.kind = Command::Kind::bind_pipeline, .pipeline = pipeline});
  next.CmdBindPipeline(cmd, point, pipeline);
}

VKAPI_ATTR void VKAPI_CALL pushConstants(VkCommandBuffer cmd, VkPipelineLayout layout, VkShaderStageFlags stages,
                                         uint32_t offset, uint32_t size, const void* data) {
  note({.kind = Command::Kind::push_constants});
  next.CmdPushConstants(cmd, layout, stages, offset, size, data);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
  note({.kind = Command::Kind::dispatch, .groups = {x, y, z}});
  next.CmdDispatch(cmd, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL dispatchIndirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset) {
  note({.kind = Command::Kind::dispatch, .arguments = buffer});
  next.CmdDispatchIndirect(cmd, buffer, offset);
}

void VKAPI_CALL pipelineBarrier(VkCommandBuffer cmd, VkPipelineStageFlags source, VkPipelineStageFlags target,
                                VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier* barriers,
                                uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, uint32_t image_count,
                                const VkImageMemoryBarrier* images) {
  if (scope) {
    const auto is_barrier = [](const Command& command) { return command.kind == Command::Kind::barrier; };
    const auto seen = std::ranges::count_if(scope->log.commands, is_barrier);
    // A dropped one is kept in the log without effect, so that the others keep their numbers.
    const bool dropped = scope->faults.drops_barrier == static_cast<uint32_t>(seen);
    Command command{.kind = Command::Kind::barrier};
    if (!dropped) {
      command.source_stages = source;
      command.target_stages = target;
      for (uint32_t i = 0; i < count; ++i) {
        command.source_access |= barriers[i].srcAccessMask;
        command.target_access |= barriers[i].dstAccessMask;
      }
    }
    note(command);
    if (dropped) return;
  }
  next.CmdPipelineBarrier(cmd, source, target, flags, count, barriers, buffer_count, buffers, image_count, images);
}

VKAPI_ATTR void VKAPI_CALL writeTimestamp(VkCommandBuffer cmd, VkPipelineStageFlagBits stage, VkQueryPool pool,
                                          uint32_t query) {
  note({.kind = Command::Kind::timestamp, .source_stages = stage, .query = query});
  next.CmdWriteTimestamp(cmd, stage, pool, query);
}

VKAPI_ATTR VkResult VKAPI_CALL setObjectName(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* info) {
  if (!scope) return next.SetDebugUtilsObjectNameEXT(device, info);
  const auto index = static_cast<uint32_t>(scope->log.names.size());
  scope->log.names.push_back({info->objectType, info->objectHandle, info->pObjectName});
  if (scope->faults.fails_naming == index) return VK_ERROR_OUT_OF_HOST_MEMORY;
  return scope->faults.fake_objects ? VK_SUCCESS : next.SetDebugUtilsObjectNameEXT(device, info);
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer cmd, const VkDebugUtilsLabelEXT* info) {
  note({.kind = Command::Kind::begin_label, .label = info->pLabelName});
  next.CmdBeginDebugUtilsLabelEXT(cmd, info);
}

VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer cmd) {
  note({.kind = Command::Kind::end_label});
  next.CmdEndDebugUtilsLabelEXT(cmd);
}

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction VKAPI_CALL hookedDeviceProcAddr(VkDevice device, const char* name);

const std::pair<const char*, PFN_vkVoidFunction> kHooks[] = {
    {"vkGetDeviceProcAddr", asVoid(hookedDeviceProcAddr)},
    {"vkEnumerateDeviceExtensionProperties", asVoid(enumerateExtensions)},
    {"vkGetPhysicalDeviceProperties2", asVoid(getProperties)},
    {"vkGetPhysicalDeviceFeatures2", asVoid(getFeatures)},
    {"vkCreateShaderModule", asVoid(createShaderModule)},
    {"vkDestroyShaderModule", asVoid(destroyShaderModule)},
    {"vkCreateDescriptorSetLayout", asVoid(createSetLayout)},
    {"vkDestroyDescriptorSetLayout", asVoid(destroySetLayout)},
    {"vkCreatePipelineLayout", asVoid(createPipelineLayout)},
    {"vkDestroyPipelineLayout", asVoid(destroyPipelineLayout)},
    {"vkCreateComputePipelines", asVoid(createPipelines)},
    {"vkDestroyPipeline", asVoid(destroyPipeline)},
    {"vkGetBufferMemoryRequirements", asVoid(getMemoryRequirements)},
    {"vkUpdateDescriptorSets", asVoid(updateSets)},
    {"vkCmdPushDescriptorSetKHR", asVoid(pushSet)},
    {"vkCmdBindDescriptorSets", asVoid(bindSets)},
    {"vkCmdBindPipeline", asVoid(bindPipeline)},
    {"vkCmdPushConstants", asVoid(pushConstants)},
    {"vkCmdDispatch", asVoid(dispatch)},
    {"vkCmdDispatchIndirect", asVoid(dispatchIndirect)},
    {"vkCmdPipelineBarrier", asVoid(pipelineBarrier)},
    {"vkCmdWriteTimestamp", asVoid(writeTimestamp)},
    {"vkSetDebugUtilsObjectNameEXT", asVoid(setObjectName)},
    {"vkCmdBeginDebugUtilsLabelEXT", asVoid(beginLabel)},
    {"vkCmdEndDebugUtilsLabelEXT", asVoid(endLabel)},
};

PFN_vkVoidFunction hookOf(const char* name) {
  if (scope && scope->faults.missing_function == name) return nullptr;
  for (const auto& [hooked, function] : kHooks)
    if (std::strcmp(hooked, name) == 0) return function;
  return selfTestHookOf(loaded_from, name);  // null: a function that vksort began to use must get a hook
}

PFN_vkVoidFunction VKAPI_CALL hookedDeviceProcAddr(VkDevice, const char* name) { return hookOf(name); }

}  // namespace

SharedPipelines::~SharedPipelines() {
  for (const VkPipeline pipeline : list) destroyPipeline(device, pipeline, nullptr);
}

HookScope::HookScope(Faults planted) : faults(std::move(planted)), outer_(scope) { scope = this; }

HookScope::~HookScope() { scope = outer_; }

PFN_vkVoidFunction VKAPI_CALL hookedInstanceProcAddr(VkInstance instance, const char* name) {
  std::call_once(loaded, [instance] {
    loaded_from = instance;
#define LOAD(function) \
  next.function = reinterpret_cast<PFN_vk##function>(vkGetInstanceProcAddr(instance, "vk" #function));
    HOOKED(LOAD)
  });
  return hookOf(name);
}

HookScope* currentScope() { return scope; }

void objectCreated(const HookedObject& object) {
  const std::lock_guard lock(objects_mutex);
  objects().push_back(object);
}

bool objectDestroyed(char kind, uint64_t handle) {
  const std::lock_guard lock(objects_mutex);
  const auto same = [&](const HookedObject& each) { return each.kind == kind && each.handle == handle; };
  const auto found = std::ranges::find_if(objects(), same);
  if (found == objects().end()) {
    ++bogus_destructions;
    return false;
  }
  const bool fake = found->fake;
  objects().erase(found);
  return !fake;
}

std::vector<HookedObject> takeObjectsSince(std::size_t count) {
  const std::lock_guard lock(objects_mutex);
  const std::vector<HookedObject> taken(objects().begin() + static_cast<std::ptrdiff_t>(count), objects().end());
  objects().resize(count);
  return taken;
}

ObjectCount objectCount() {
  const std::lock_guard lock(objects_mutex);
  return {static_cast<int64_t>(objects().size()), bogus_destructions};
}

}  // namespace test
