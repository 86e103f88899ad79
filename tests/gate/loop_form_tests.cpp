// Proof that the gate notices: the tile sort as loops must fail the check that the shipped tile sort passes.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "check.h"
#include "gpu/owned.h"
#include "gpu/structs.h"
#include "loop_form_128.spv.h"
#include "loop_form_16.spv.h"
#include "measure.h"
#include "null_device.h"

namespace {

// Compiles loop_form.comp for the same GPU as the recorded rows of navi21, wave64.
gate::Counts countsOfLoopForm(std::span<const std::uint32_t> spirv) {
  const gate::NullDevice device("navi21");
  const VkDescriptorSetLayoutBinding binding = {0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT,
                                                nullptr};
  auto set_info = gpu::vkStruct<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  set_info.bindingCount = 1;
  set_info.pBindings = &binding;
  VkDescriptorSetLayout set = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateDescriptorSetLayout(device.handle(), &set_info, nullptr, &set), "set layout");
  const gpu::Owned owned_set(device.handle(), set, device.vk.vkDestroyDescriptorSetLayout);

  auto layout_info = gpu::vkStruct<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &set;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreatePipelineLayout(device.handle(), &layout_info, nullptr, &layout), "pipeline layout");
  const gpu::Owned owned_layout(device.handle(), layout, device.vk.vkDestroyPipelineLayout);

  auto module_info = gpu::vkStruct<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  module_info.codeSize = spirv.size_bytes();
  module_info.pCode = spirv.data();
  VkShaderModule module = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateShaderModule(device.handle(), &module_info, nullptr, &module), "module");
  const gpu::Owned owned_module(device.handle(), module, device.vk.vkDestroyShaderModule);

  auto info = gpu::vkStruct<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.flags = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR;
  info.stage = gpu::vkStruct<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module;
  info.stage.pName = "main";
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
             "pipeline");
  const gpu::Owned owned_pipeline(device.handle(), pipeline, device.vk.vkDestroyPipeline);
  return device.counts(pipeline);
}

// The recorded row of the tile sort of keys.
gate::Table recordedTileSort() {
  const gate::Table recorded = gate::readRecorded();
  const auto is_tile_sort = [](const gate::Row& row) { return row.name().starts_with("navi21 wave64 keys tile_sort"); };
  const auto found = std::ranges::find_if(recorded.rows, is_tile_sort);
  REQUIRE(found != recorded.rows.end());
  return {recorded.driver, {*found}};
}

// What the gate says if the loop form is shipped instead.
std::vector<std::string> failuresWith(std::span<const std::uint32_t> spirv) {
  const gate::Table recorded = recordedTileSort();
  gate::Table now = recorded;
  CHECK(gate::check(recorded, now).failures.empty());
  now.rows[0].counts = countsOfLoopForm(spirv);
  const std::vector<std::string> failures = gate::check(recorded, now).failures;
  for (const std::string& line : failures) MESSAGE("as it must be: " << line);
  return failures;
}

bool names(const std::vector<std::string>& failures, const std::string& column) {
  const auto has = [&](const std::string& line) { return line.find(": " + column + " ") != std::string::npos; };
  return std::ranges::any_of(failures, has);
}

}  // namespace

// 16 registers: the driver picks each one by a tree of comparisons. The code is no larger, the time is.
TEST_CASE("the_loop_form_with_16_keys_per_invocation_fails") { CHECK(names(failuresWith(loop_form_16), "latency")); }

// 128 registers: the driver puts the array into memory.
TEST_CASE("the_loop_form_with_128_keys_per_invocation_fails") {
  CHECK(names(failuresWith(loop_form_128), "scratch_bytes"));
}
