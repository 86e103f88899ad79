#include "compiled.h"

#include <cstring>
#include <string_view>

#include "gpu/error.h"
#include "gpu/structs.h"

namespace drivers {
namespace {

// State of the only Compiler.
struct State {
  Compiler* compiler;
  VkDevice device;
  std::map<VkShaderModule, std::string> modules{};  // SPIR-V
  std::map<std::string, VkPipeline> pipelines{};    // keyed by their create info
  std::map<VkPipeline, std::size_t> unnamed{};      // indices in Compiler::compiled
  PFN_vkCreateShaderModule create_module = nullptr;
  PFN_vkCreateComputePipelines create_pipelines = nullptr;
};
State* state = nullptr;

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}
template <typename Function>
void load(Function& function, const char* name) {
  function = reinterpret_cast<Function>(vkGetDeviceProcAddr(state->device, name));
}

std::string bytesOf(const void* data, std::size_t size) { return {static_cast<const char*>(data), size}; }

VKAPI_ATTR VkResult VKAPI_CALL createModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkShaderModule* out) {
  const VkResult result = state->create_module(device, info, allocator, out);
  if (result == VK_SUCCESS) state->modules[*out] = bytesOf(info->pCode, info->codeSize);
  return result;
}

std::uint32_t requiredWidth(const VkPipelineShaderStageCreateInfo& stage) {
  const auto* next = static_cast<const VkPipelineShaderStageRequiredSubgroupSizeCreateInfo*>(stage.pNext);
  return next != nullptr ? next->requiredSubgroupSize : 0;
}

// vksort creates pipelines one at a time. Compilers do not see the differences between the layouts of Sorters.
VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* out) {
  VkComputePipelineCreateInfo info = *infos;
  const VkSpecializationInfo& constants = *info.stage.pSpecializationInfo;
  const std::uint32_t width = requiredWidth(info.stage);
  const std::string made_from = state->modules[info.stage.module] + bytesOf(constants.pData, constants.dataSize) +
                                bytesOf(&info.stage.flags, sizeof info.stage.flags) + bytesOf(&width, sizeof width);
  if (const auto found = state->pipelines.find(made_from); found != state->pipelines.end()) {
    *out = found->second;
    return VK_SUCCESS;
  }
  info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  const VkResult result = state->create_pipelines(device, cache, count, &info, allocator, out);
  const bool is_full = (info.stage.flags & VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT) != 0;
  state->compiler->compiled.push_back({state->compiler->configuration, result, is_full ? state->compiler->width : 0});
  if (result != VK_SUCCESS) return result;
  state->pipelines[made_from] = *out;
  state->unnamed[*out] = state->compiler->compiled.size() - 1;
  return result;
}

VKAPI_ATTR void VKAPI_CALL destroyPipeline(VkDevice, VkPipeline, const VkAllocationCallbacks*) {}

std::uint64_t valueOf(const VkPipelineExecutableStatisticKHR& statistic) {
  if (statistic.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR) return statistic.value.b32;
  if (statistic.format == VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR)
    return static_cast<std::uint64_t>(statistic.value.f64);
  return statistic.value.u64;
}

void readStatistics(VkPipeline pipeline, Compiled& out) {
  PFN_vkGetPipelineExecutablePropertiesKHR get_properties;
  PFN_vkGetPipelineExecutableStatisticsKHR get_statistics;
  load(get_properties, "vkGetPipelineExecutablePropertiesKHR");
  load(get_statistics, "vkGetPipelineExecutableStatisticsKHR");
  auto info = gpu::vkStruct<VkPipelineInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR);
  info.pipeline = pipeline;
  std::uint32_t count = 0;
  gpu::check(get_properties(state->device, &info, &count, nullptr), "counting executables of a pipeline");
  std::vector<VkPipelineExecutablePropertiesKHR> executables(
      count, gpu::vkStruct<VkPipelineExecutablePropertiesKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR));
  gpu::check(get_properties(state->device, &info, &count, executables.data()), "listing executables of a pipeline");
  for (std::uint32_t i = 0; i < count; ++i) {
    out.runs_at = executables[i].subgroupSize;
    auto which = gpu::vkStruct<VkPipelineExecutableInfoKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR);
    which.pipeline = pipeline;
    which.executableIndex = i;
    std::uint32_t length = 0;
    gpu::check(get_statistics(state->device, &which, &length, nullptr), "counting statistics of a pipeline");
    std::vector<VkPipelineExecutableStatisticKHR> statistics(
        length, gpu::vkStruct<VkPipelineExecutableStatisticKHR>(VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR));
    gpu::check(get_statistics(state->device, &which, &length, statistics.data()), "reading statistics of a pipeline");
    for (const auto& each : statistics) out.statistics.emplace_back(each.name, valueOf(each));
  }
}

VKAPI_ATTR VkResult VKAPI_CALL setName(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
  if (info->objectType != VK_OBJECT_TYPE_PIPELINE) return VK_SUCCESS;
  const auto found = state->unnamed.find((VkPipeline)info->objectHandle);
  if (found == state->unnamed.end()) return VK_SUCCESS;
  Compiled& compiled = state->compiler->compiled[found->second];
  constexpr std::string_view kPrefix = "vksort ";
  compiled.kernel = info->pObjectName + kPrefix.size();
  readStatistics(found->first, compiled);
  state->unnamed.erase(found);
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT*) {}
VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer) {}

VKAPI_ATTR void VKAPI_CALL getProperties(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* out) {
  vkGetPhysicalDeviceProperties2(physical, out);
  if (state->compiler->width == 0) return;
  const std::uint32_t width = state->compiler->width;
  for (auto* next = static_cast<VkBaseOutStructure*>(out->pNext); next != nullptr; next = next->pNext) {
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES)
      reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(next)->subgroupSize = width;
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) continue;
    // Prevents device classes from choosing another width. The driver still may.
    auto& sizes = *reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(next);
    if (sizes.minSubgroupSize == sizes.maxSubgroupSize) continue;
    sizes.minSubgroupSize = width;
    sizes.maxSubgroupSize = width + 1;
  }
}

PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkCreateShaderModule") == 0) return asVoid(createModule);
  if (std::strcmp(name, "vkCreateComputePipelines") == 0) return asVoid(createPipelines);
  if (std::strcmp(name, "vkDestroyPipeline") == 0) return asVoid(destroyPipeline);
  return vkGetDeviceProcAddr(device, name);
}

}  // namespace

Compiler::Compiler(VkDevice device) {
  state = new State{this, device};
  load(state->create_module, "vkCreateShaderModule");
  load(state->create_pipelines, "vkCreateComputePipelines");
}

Compiler::~Compiler() {
  PFN_vkDestroyPipeline destroy;
  load(destroy, "vkDestroyPipeline");
  for (const auto& [made_from, pipeline] : state->pipelines) destroy(state->device, pipeline, nullptr);
  delete state;
  state = nullptr;
}

PFN_vkVoidFunction VKAPI_CALL Compiler::instanceProcAddr(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return asVoid(deviceProcAddr);
  if (std::strcmp(name, "vkGetPhysicalDeviceProperties2") == 0) return asVoid(getProperties);
  if (std::strcmp(name, "vkSetDebugUtilsObjectNameEXT") == 0) return asVoid(setName);
  if (std::strcmp(name, "vkCmdBeginDebugUtilsLabelEXT") == 0) return asVoid(beginLabel);
  if (std::strcmp(name, "vkCmdEndDebugUtilsLabelEXT") == 0) return asVoid(endLabel);
  return vkGetInstanceProcAddr(instance, name);
}

}  // namespace drivers
