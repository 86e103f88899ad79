#include "create/timed_pipelines.h"

#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "create/pipeline_statistics.h"

namespace bench {
namespace {

struct Module {
  std::size_t bytes;
  double ms;
};

// Of the TimedPipelines that there is.
struct Times {
  bool statistics = false;
  VkDevice device = VK_NULL_HANDLE;
  std::mutex mutex;
  std::map<VkShaderModule, Module> modules;
  std::map<VkPipeline, TimedPipeline> pipelines;
  std::vector<std::pair<VkPipeline, TimedPipeline>> named;
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
  VkComputePipelineCreateInfo info = *infos;  // vksort makes them one by one
  if (times->statistics) info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  const auto start = Clock::now();
  const VkResult result = times->create_pipelines(device, cache, count, &info, allocator, out);
  const double ms = milliseconds(start, Clock::now());
  if (result != VK_SUCCESS) return result;
  const std::lock_guard lock(times->mutex);
  const Module& module = times->modules[info.stage.module];
  times->pipelines[*out] = {"", module.bytes, module.ms + ms};
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL setName(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
  if (info->objectType != VK_OBJECT_TYPE_PIPELINE) return VK_SUCCESS;
  const std::lock_guard lock(times->mutex);
  const auto handle = (VkPipeline)info->objectHandle;
  TimedPipeline& pipeline = times->pipelines.at(handle);
  constexpr const char kPrefix[] = "vksort ";
  pipeline.kernel = info->pObjectName + sizeof kPrefix - 1;
  times->named.emplace_back(handle, pipeline);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT*) {}
VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer) {}

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name) {
  times->device = device;
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

TimedPipelines::TimedPipelines(bool statistics) {
  times = new Times;
  times->statistics = statistics;
}

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
  std::vector<TimedPipeline> all;
  for (const auto& [handle, pipeline] : times->named) {
    all.push_back(pipeline);
    if (times->statistics) all.back().statistics = statisticsOf(times->device, handle);
  }
  return all;
}

}  // namespace bench
