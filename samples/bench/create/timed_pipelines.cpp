#include "create/timed_pipelines.h"

#include <cstring>
#include <map>
#include <mutex>

namespace bench {
namespace {

struct Module {
  std::size_t bytes;
  double ms;
};

// Of the TimedPipelines that there is.
struct Times {
  std::mutex mutex;
  std::map<VkShaderModule, Module> modules;
  std::map<VkPipeline, TimedPipeline> pipelines;
  std::vector<TimedPipeline> named;
  PFN_vkCreateShaderModule create_module = nullptr;
  PFN_vkCreateComputePipelines create_pipelines = nullptr;
};
Times* times = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL createModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkShaderModule* out) {
  const auto start = Clock::now();
  const VkResult result = times->create_module(device, info, allocator, out);
  const double ms = milliseconds(start, Clock::now());
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(times->mutex);
  times->modules[*out] = {info->codeSize, ms};
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* out) {
  const auto start = Clock::now();
  const VkResult result = times->create_pipelines(device, cache, count, infos, allocator, out);
  const double ms = milliseconds(start, Clock::now());
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(times->mutex);
  const Module& module = times->modules[infos->stage.module];  // vksort makes them one by one
  times->pipelines[*out] = {"", module.bytes, module.ms + ms};
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL setName(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
  if (info->objectType != VK_OBJECT_TYPE_PIPELINE) return VK_SUCCESS;
  const std::lock_guard lock(times->mutex);
  TimedPipeline& pipeline = times->pipelines.at((VkPipeline)info->objectHandle);
  constexpr const char kPrefix[] = "vksort ";
  pipeline.kernel = info->pObjectName + sizeof kPrefix - 1;
  times->named.push_back(pipeline);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT*) {}
VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer) {}

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = vkGetDeviceProcAddr(device, name);
  if (std::strcmp(name, "vkCreateShaderModule") == 0) {
    times->create_module = reinterpret_cast<PFN_vkCreateShaderModule>(found);
    return asVoid(createModule);
  }
  if (std::strcmp(name, "vkCreateComputePipelines") == 0) {
    times->create_pipelines = reinterpret_cast<PFN_vkCreateComputePipelines>(found);
    return asVoid(createPipelines);
  }
  return found;
}

}  // namespace

TimedPipelines::TimedPipelines() { times = new Times; }

TimedPipelines::~TimedPipelines() {
  delete times;
  times = nullptr;
}

PFN_vkVoidFunction VKAPI_CALL TimedPipelines::instanceProcAddr(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return asVoid(deviceProcAddr);
  if (std::strcmp(name, "vkSetDebugUtilsObjectNameEXT") == 0) return asVoid(setName);
  if (std::strcmp(name, "vkCmdBeginDebugUtilsLabelEXT") == 0) return asVoid(beginLabel);
  if (std::strcmp(name, "vkCmdEndDebugUtilsLabelEXT") == 0) return asVoid(endLabel);
  return vkGetInstanceProcAddr(instance, name);
}

std::vector<TimedPipeline> TimedPipelines::made() const {
  const std::lock_guard lock(times->mutex);
  return times->named;
}

}  // namespace bench
