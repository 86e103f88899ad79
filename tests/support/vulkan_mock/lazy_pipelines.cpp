#include "support/vulkan_mock/lazy_pipelines.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "support/vulkan_mock/objects.h"

namespace test {
namespace {

using Code = std::set<std::vector<uint32_t>>::const_pointer;

struct Promise {
  VkDevice device;
  VkComputePipelineCreateInfo info;
  Code code;
  std::vector<VkSpecializationMapEntry> entries;
  std::vector<char> constants;
  std::optional<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo> size;
  VkPipeline made = VK_NULL_HANDLE;
};

std::mutex mutex;
// They outlive every Sorter.
auto& lazy_devices = *new std::set<VkDevice>;
auto& codes = *new std::set<std::vector<uint32_t>>;  // identical modules are stored once
auto& modules = *new std::map<VkShaderModule, Code>;
auto& promises = *new std::map<VkPipeline, Promise>;

template <typename Function>
Function functionOf(VkDevice device, const char* name) {
  return reinterpret_cast<Function>(vkGetDeviceProcAddr(device, name));
}

VkResult make(Promise& promise) {
  const VkDevice device = promise.device;
  VkShaderModuleCreateInfo module_info{};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = promise.code->size() * sizeof(uint32_t);
  module_info.pCode = promise.code->data();
  VkShaderModule module = VK_NULL_HANDLE;
  const auto create_module = functionOf<PFN_vkCreateShaderModule>(device, "vkCreateShaderModule");
  VkResult result = create_module(device, &module_info, nullptr, &module);
  if (result != VK_SUCCESS) return result;
  const VkSpecializationInfo constants = {static_cast<uint32_t>(promise.entries.size()), promise.entries.data(),
                                          promise.constants.size(), promise.constants.data()};
  VkComputePipelineCreateInfo info = promise.info;
  info.stage.module = module;
  info.stage.pSpecializationInfo = &constants;
  info.stage.pNext = promise.size ? &*promise.size : nullptr;
  const auto create = functionOf<PFN_vkCreateComputePipelines>(device, "vkCreateComputePipelines");
  result = create(device, VK_NULL_HANDLE, 1, &info, nullptr, &promise.made);
  functionOf<PFN_vkDestroyShaderModule>(device, "vkDestroyShaderModule")(device, module, nullptr);
  return result;
}

}  // namespace

void makePipelinesLazily(VkDevice device) {
  const std::lock_guard lock(mutex);
  lazy_devices.insert(device);
}

bool makesPipelinesLazily(VkDevice device) {
  const std::lock_guard lock(mutex);
  return lazy_devices.contains(device);
}

void noteModule(const VkShaderModuleCreateInfo& info, VkShaderModule module) {
  const std::lock_guard lock(mutex);
  modules[module] = &*codes.emplace(info.pCode, info.pCode + info.codeSize / 4).first;
}

void forgetModule(VkShaderModule module) {
  const std::lock_guard lock(mutex);
  modules.erase(module);
}

VkPipeline promisedPipeline(VkDevice device, const VkComputePipelineCreateInfo& info) {
  const std::lock_guard lock(mutex);
  const auto code = modules.find(info.stage.module);
  if (code == modules.end()) return VK_NULL_HANDLE;
  const VkSpecializationInfo& constants = *info.stage.pSpecializationInfo;
  const auto* data = static_cast<const char*>(constants.pData);
  Promise promise{device,
                  info,
                  code->second,
                  {constants.pMapEntries, constants.pMapEntries + constants.mapEntryCount},
                  {data, data + constants.dataSize},
                  {}};
  using Size = VkPipelineShaderStageRequiredSubgroupSizeCreateInfo;
  if (info.stage.pNext) promise.size = *static_cast<const Size*>(info.stage.pNext);  // vksort chains no other structure
  const auto handle = (VkPipeline)fakeHandle();
  promises.emplace(handle, std::move(promise));
  return handle;
}

bool isPromised(VkPipeline pipeline) {
  const std::lock_guard lock(mutex);
  return promises.contains(pipeline);
}

VkPipeline madePipeline(VkPipeline pipeline) {
  const std::lock_guard lock(mutex);
  const auto found = promises.find(pipeline);
  if (found == promises.end()) return pipeline;
  Promise& promise = found->second;
  if (promise.made != VK_NULL_HANDLE) return promise.made;
  if (const VkResult result = make(promise); result != VK_SUCCESS) {
    std::fprintf(stderr, "a pipeline cannot be made when it is bound: VkResult %d\n", result);
    std::abort();
  }
  return promise.made;
}

VkPipeline withdrawn(VkPipeline pipeline) {
  const std::lock_guard lock(mutex);
  const auto found = promises.find(pipeline);
  if (found == promises.end()) return pipeline;
  const VkPipeline made = found->second.made;
  promises.erase(found);
  return made;
}

}  // namespace test
