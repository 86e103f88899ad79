#include "capture.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "bitonic/kernels.h"
#include "depth_hook.h"
#include "sort/interface.h"
#include "verifier/state.h"

namespace gate {
namespace {

Capture* active = nullptr;

std::uint32_t constantOf(const VkSpecializationInfo& info, std::uint32_t id) {
  std::uint32_t value = 0;
  for (std::uint32_t i = 0; i < info.mapEntryCount; ++i) {
    const VkSpecializationMapEntry& entry = info.pMapEntries[i];
    if (entry.constantID == id) std::memcpy(&value, static_cast<const char*>(info.pData) + entry.offset, sizeof value);
  }
  return value;
}

using vksort::bitonic::Kernel;

using Words = std::vector<std::uint32_t>;

bool isIn(const Words& words, const vksort::Module& module) {
  Words unpacked(module.bytes / 4);
  return vksort::unpack(module, unpacked.data()) && words == unpacked;
}

bool isSource(const Words& words, Kernel kernel) {
  for (const vksort::Element element : {vksort::Element::key, vksort::Element::pair, vksort::Element::triple}) {
    if (isIn(words, vksort::bitonic::moduleOf(kernel, element))) return true;
    const bool hooked = vksort::bitonic::sorts(kernel);
    if (hooked && isIn(words, vksort::bitonic::moduleOf(depth_hook, kernel, element))) return true;
  }
  return false;
}

// What a pipeline does, from its SPIR-V and constants: sorts, merges or passes over tiles of so many elements.
std::string kernelName(const Words& words, const VkSpecializationInfo& constants) {
  if (isIn(words, vksort::verifyModule(false))) return "verify";
  if (isIn(words, vksort::verifyModule(true))) return "verify_triples";
  const std::uint32_t strides = constantOf(constants, VKSORT_SPEC_STRIDES);
  const std::uint32_t task = constantOf(constants, VKSORT_SPEC_TASK);
  if (isSource(words, Kernel::setup)) return "setup";
  if (isSource(words, Kernel::list_setup)) return "list_setup";
  std::string name = "other";
  if (isSource(words, Kernel::subgroup_sort)) name = "subgroup_sort";
  if (isSource(words, Kernel::small_sort)) name = "small_sort";
  if (constantOf(constants, VKSORT_SPEC_LISTS) == VKSORT_LISTS_WHOLE) name = "list_sort";
  if (constantOf(constants, VKSORT_SPEC_PACKED_LOG2) != 0) name = "tiny_sort";
  if (isSource(words, Kernel::medium_sort)) name = "medium_sort";
  if (isSource(words, Kernel::tile_sort)) name = task == VKSORT_TILE_SORT ? "tile_sort" : "tile_merge";
  if (isSource(words, Kernel::global_short)) name = "global_" + std::to_string(strides) + "_strides";
  name += '_';
  name += std::to_string(1u << constantOf(constants, VKSORT_SPEC_TILE_LOG2));
  return name;
}

}  // namespace

Capture::Capture(const NullDevice& device, std::uint32_t wave) : device_(device), wave_(wave) { active = this; }
Capture::~Capture() { active = nullptr; }

PFN_vkVoidFunction VKAPI_CALL Capture::instanceProcAddr(VkInstance instance, const char* name) {
  const std::string_view wanted = name;
  if (wanted == "vkGetDeviceProcAddr") return reinterpret_cast<PFN_vkVoidFunction>(deviceProcAddr);
  if (wanted == "vkGetPhysicalDeviceProperties2") return reinterpret_cast<PFN_vkVoidFunction>(getProperties);
  return vkGetInstanceProcAddr(instance, name);
}

PFN_vkVoidFunction VKAPI_CALL Capture::deviceProcAddr(VkDevice device, const char* name) {
  const std::string_view wanted = name;
  if (wanted == "vkCreateShaderModule") return reinterpret_cast<PFN_vkVoidFunction>(createModule);
  if (wanted == "vkCreateComputePipelines") return reinterpret_cast<PFN_vkVoidFunction>(createPipelines);
  return vkGetDeviceProcAddr(device, name);
}

void VKAPI_CALL Capture::getProperties(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* properties) {
  vkGetPhysicalDeviceProperties2(physical, properties);
  if (active->wave_ == 0) return;
  for (auto* next = static_cast<VkBaseOutStructure*>(properties->pNext); next; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) continue;
    reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(next)->subgroupSize = active->wave_;
  }
}

VkResult VKAPI_CALL Capture::createModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                          const VkAllocationCallbacks* allocator, VkShaderModule* module) {
  const VkResult result = active->device_.vk.vkCreateShaderModule(device, info, allocator, module);
  if (result == VK_SUCCESS) active->words_[*module] = {info->pCode, info->pCode + info->codeSize / 4};
  return result;
}

VkResult VKAPI_CALL Capture::createPipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                             const VkComputePipelineCreateInfo* infos,
                                             const VkAllocationCallbacks* allocator, VkPipeline* pipelines) {
  std::vector<VkComputePipelineCreateInfo> asking(infos, infos + count);
  for (auto& info : asking) info.flags |= VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  const VkResult result =
      active->device_.vk.vkCreateComputePipelines(device, cache, count, asking.data(), allocator, pipelines);
  if (result == VK_SUCCESS) {
    for (std::uint32_t i = 0; i < count; ++i) active->keep(infos[i], pipelines[i]);
  }
  return result;
}

void Capture::keep(const VkComputePipelineCreateInfo& info, VkPipeline pipeline) {
  std::string kernel = kernelName(words_[info.stage.module], *info.stage.pSpecializationInfo);
  // Two pipelines of one name both count.
  while (std::ranges::any_of(made_, [&](const Made& made) { return made.kernel == kernel; })) kernel += "_again";
  made_.push_back({kernel, pipeline});
}

std::vector<Row> Capture::rows() const {
  std::vector<Row> rows;
  for (const Made& made : made_) {
    rows.push_back({"", device_.subgroupSize(made.pipeline), "", made.kernel, device_.counts(made.pipeline)});
  }
  return rows;
}

}  // namespace gate
