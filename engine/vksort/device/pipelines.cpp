#include "device/pipelines.h"

namespace vksort {
namespace {

VkResult createModule(const DeviceFunctions& vk, VkDevice device, const Spirv& module,
                      const VkAllocationCallbacks* allocator, VkShaderModule& out) {
  ModuleWords code;
  const VkResult opened = code.open(module);
  if (opened != VK_SUCCESS) return opened;
  const VkShaderModuleCreateInfo info = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0, module.bytes,
                                         code.words};
  return vk.CreateShaderModule(device, &info, allocator, &out);
}

struct NotCompiled {
  VkResult result;
  const char* fault;
  const char* why;
};
#define VKSORT_NOT_COMPILED(result, name)                                                    \
  {                                                                                          \
    result, "the driver failed to compile the kernel: " name,                                \
        "the driver failed to compile a kernel of the baseline, see Creation::report: " name \
  }
constexpr NotCompiled kNotCompiled[] = {
    VKSORT_NOT_COMPILED(VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN"),
    VKSORT_NOT_COMPILED(VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED"),
    VKSORT_NOT_COMPILED(VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT"),
    VKSORT_NOT_COMPILED(VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV"),
    VKSORT_NOT_COMPILED(VK_ERROR_VALIDATION_FAILED_EXT, "VK_ERROR_VALIDATION_FAILED_EXT"),
    VKSORT_NOT_COMPILED(VK_SUCCESS, "another VkResult"),
};
#undef VKSORT_NOT_COMPILED

Failure notCompiled(VkResult result) {
  const NotCompiled* row = kNotCompiled;
  while (row->result != result && row->result != VK_SUCCESS) ++row;
  return {result, row->why, row->fault};
}

// vkCreateShaderModule can only report one error about its input, because drivers compile in vkCreateComputePipelines.
bool rejectsPipeline(VkResult result) {
  return result != VK_SUCCESS && result != VK_ERROR_OUT_OF_HOST_MEMORY && result != VK_ERROR_OUT_OF_DEVICE_MEMORY &&
         result != VK_ERROR_DEVICE_LOST;
}

void setPipelineName(const DeviceFunctions& vk, VkDevice device, VkPipeline pipeline, const char* name) {
  char full[64] = "vksort ";
  std::uint32_t length = sizeof "vksort " - 1;
  while (*name != 0 && length < sizeof full - 1) full[length++] = *name++;
  setName(vk, device, VK_OBJECT_TYPE_PIPELINE, pipeline, full);
}

}  // namespace

VkResult Pipelines::createLayouts(std::uint32_t set_bindings, std::uint32_t push_bytes) {
  bindings = set_bindings;
  VkDescriptorSetLayoutBinding storage[kMaxBindings] = {};
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < kMaxBindings; ++i) {
    if ((bindings >> i & 1) == 0) continue;
    storage[count++] = {i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
  }
  VkDescriptorSetLayoutCreateInfo set_info{};
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  if (push_descriptor) set_info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  set_info.bindingCount = count;
  set_info.pBindings = storage;
  VkDescriptorSetLayout made_set = VK_NULL_HANDLE;  // undefined after a failure
  VkResult result = vk.CreateDescriptorSetLayout(device, &set_info, allocator(), &made_set);
  if (result != VK_SUCCESS) return result;
  set_layout = made_set;
  setName(vk, device, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT, set_layout, "vksort set layout");

  const VkPushConstantRange push_range = {VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes};
  VkPipelineLayoutCreateInfo layout_info{};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &set_layout;
  layout_info.pushConstantRangeCount = 1;
  layout_info.pPushConstantRanges = &push_range;
  VkPipelineLayout made = VK_NULL_HANDLE;
  result = vk.CreatePipelineLayout(device, &layout_info, allocator(), &made);
  if (result != VK_SUCCESS) return result;
  layout = made;
  setName(vk, device, VK_OBJECT_TYPE_PIPELINE_LAYOUT, layout, "vksort pipeline layout");
  return VK_SUCCESS;
}

void Pipelines::bindBuffers(VkCommandBuffer command_buffer, VkDescriptorSet set,
                            const Binding (&ranges)[kMaxBindings]) const {
  VkWriteDescriptorSet writes[kMaxBindings] = {};
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < kMaxBindings; ++i) {
    if ((bindings >> i & 1) == 0) continue;
    VkWriteDescriptorSet& write = writes[count++];
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.dstBinding = i;
    write.descriptorCount = 1;
    write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    write.pBufferInfo = &ranges[i].buffer;
  }
  constexpr VkPipelineBindPoint kCompute = VK_PIPELINE_BIND_POINT_COMPUTE;
  if (push_descriptor) {
    vk.CmdPushDescriptorSetKHR(command_buffer, kCompute, layout, 0, count, writes);
    return;
  }
  vk.UpdateDescriptorSets(device, count, writes, 0, nullptr);
  vk.CmdBindDescriptorSets(command_buffer, kCompute, layout, 0, 1, &set, 0, nullptr);
}

Failure Pipelines::create(std::uint32_t index, const char* name, const PipelineSource& source, VkPipelineCache cache) {
  VkShaderModule module = VK_NULL_HANDLE;
  VkResult result = createModule(vk, device, source.module, allocator(), module);
  if (result == VK_ERROR_INVALID_SHADER_NV) return notCompiled(result);
  if (result != VK_SUCCESS) return {result, kNotCreated};

  VkSpecializationMapEntry entries[kMaxConstants];
  for (std::uint32_t i = 0; i < source.constant_count; ++i) entries[i] = {i, i * 4, 4};
  const VkSpecializationInfo specialization = {source.constant_count, entries,
                                               source.constant_count * sizeof(std::uint32_t), source.constants};

  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo size_info{};
  size_info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO;
  size_info.requiredSubgroupSize = source.subgroup_size;

  VkComputePipelineCreateInfo pipeline_info{};
  pipeline_info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  pipeline_info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  pipeline_info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  pipeline_info.stage.module = module;
  pipeline_info.stage.pName = "main";
  pipeline_info.stage.pSpecializationInfo = &specialization;
  pipeline_info.stage.flags = source.stageFlags();
  if (source.subgroup_size != 0 && pin_subgroup_size) pipeline_info.stage.pNext = &size_info;
  pipeline_info.layout = layout;
  VkPipeline made = VK_NULL_HANDLE;  // not list[index], because ThreadSanitizer cannot see writes of the driver
  result = vk.CreateComputePipelines(device, cache, 1, &pipeline_info, allocator(), &made);
  list[index] = made;
  vk.DestroyShaderModule(device, module, allocator());
  if (rejectsPipeline(result)) return notCompiled(result);
  if (result != VK_SUCCESS) return {result, kNotCreated};
  setPipelineName(vk, device, made, name);
  return {};
}

void Pipelines::destroy() {
  if (is_in_flight) return;
  for (VkPipeline pipeline : list) vk.DestroyPipeline(device, pipeline, allocator());
  vk.DestroyPipelineLayout(device, layout, allocator());
  vk.DestroyDescriptorSetLayout(device, set_layout, allocator());
}

}  // namespace vksort
