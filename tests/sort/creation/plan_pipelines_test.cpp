// planPipelines() describes the pipelines that create() makes, so an application can fill the pipeline cache in
// advance.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "create/connect.h"
#include "gpu/structs.h"
#include "support/device/subgroups.h"

namespace test {
namespace {

using vksort::PipelinePlan;
using CacheKeys = std::set<std::vector<uint32_t>>;

constexpr Config kPlannedSorters[] = {
    {},
    {.payload = kIndex, .scratch = true},
    {.payload = kU32, .scratch = true},
    {.payload = kInterleaved, .ties = kByValue, .scratch = true},
    {.key_type = kU64, .payload = kU32, .ties = kAnyTies, .scratch = true},
    {.payload = kIndex, .scratch = true, .push_descriptor = false, .full_subgroups = false},
    {.payload = kIndex, .discard_keys = true, .scratch = true},
};

vksort::PlanDevice planDeviceOf(const vksort::Device& device) {
  vksort::InstanceFunctions vk;
  vksort::DeviceFacts facts;
  REQUIRE(vksort::load(device.get_instance_proc_addr, device.instance, vk));
  REQUIRE(vksort::findFacts(vk, device.physical_device, device.api_version, facts) == VK_SUCCESS);
  const bool enabled = (device.enabled_features & VKSORT_FULL_SUBGROUPS) != 0;
  return {.workgroup_invocations = facts.limits.workgroup_invocations,
          .shared_memory_bytes = facts.limits.shared_memory_bytes,
          .subgroup_size = enabled ? facts.subgroups.own : 0,
          .vendor_id = facts.limits.vendor_id,
          .max_groups_x = facts.record_limits.max_groups_x,
          .max_storage_buffers = facts.record_limits.max_buffers,
          .max_storage_range = facts.record_limits.max_range,
          .max_subgroups = facts.subgroups.max_subgroups,
          .min_subgroup_size = enabled ? facts.subgroups.min : 0,
          .max_subgroup_size = enabled ? facts.subgroups.max : 0,
          .type = facts.limits.is_software ? VK_PHYSICAL_DEVICE_TYPE_CPU : VK_PHYSICAL_DEVICE_TYPE_OTHER};
}

// Simulates a driver's cache, which identifies pipelines by module, constants, flags and layout.
struct Host {
  const vksort::Device& device;
  uint32_t spoiled = 0;  // inverted bits of push_constant_bytes
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  std::vector<VkPipeline> made{};
  std::vector<std::string> names{};

#define VKSORT_CALL(name) reinterpret_cast<PFN_##name>(device.get_instance_proc_addr(device.instance, #name))

  void makeLayouts(const PipelinePlan& plan) {
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (uint32_t i = 0; i < 32; ++i)
      if ((plan.bindings >> i & 1) != 0)
        bindings.push_back({i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    auto set_info = gpu::vkStruct<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    if ((device.enabled_features & VKSORT_PUSH_DESCRIPTOR) != 0)
      set_info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
    set_info.bindingCount = static_cast<uint32_t>(bindings.size());
    set_info.pBindings = bindings.data();
    REQUIRE(VKSORT_CALL(vkCreateDescriptorSetLayout)(device.device, &set_info, nullptr, &set_layout) == VK_SUCCESS);
    const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, plan.push_constant_bytes ^ spoiled};
    const VkPipelineLayoutCreateInfo info = {
        VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, nullptr, 0, 1, &set_layout, 1, &push};
    REQUIRE(VKSORT_CALL(vkCreatePipelineLayout)(device.device, &info, nullptr, &layout) == VK_SUCCESS);
  }

  void make(const PipelinePlan& plan) {
    if (!layout) makeLayouts(plan);
    const VkShaderModuleCreateInfo code = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, nullptr, 0, plan.spirv_bytes,
                                           plan.spirv};
    VkShaderModule module = VK_NULL_HANDLE;
    REQUIRE(VKSORT_CALL(vkCreateShaderModule)(device.device, &code, nullptr, &module) == VK_SUCCESS);
    std::vector<VkSpecializationMapEntry> entries;
    for (uint32_t id = 0; id < plan.constant_count; ++id) entries.push_back({id, id * 4, 4});
    const VkSpecializationInfo constants = {plan.constant_count, entries.data(), plan.constant_count * 4u,
                                            plan.constants};
    auto size = gpu::vkStruct<VkPipelineShaderStageRequiredSubgroupSizeCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO);
    size.requiredSubgroupSize = plan.required_subgroup_size;
    auto info = gpu::vkStruct<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  plan.required_subgroup_size != 0 ? &size : nullptr,
                  plan.flags,
                  VK_SHADER_STAGE_COMPUTE_BIT,
                  module,
                  "main",
                  &constants};
    info.layout = layout;
    made.push_back(VK_NULL_HANDLE);
    names.push_back(std::string("vksort ") + plan.name);
    CHECK(VKSORT_CALL(vkCreateComputePipelines)(device.device, device.pipeline_cache, 1, &info, nullptr,
                                                &made.back()) == VK_SUCCESS);
    VKSORT_CALL(vkDestroyShaderModule)(device.device, module, nullptr);
  }

  ~Host() {
    for (const VkPipeline each : made) VKSORT_CALL(vkDestroyPipeline)(device.device, each, nullptr);
    VKSORT_CALL(vkDestroyPipelineLayout)(device.device, layout, nullptr);
    VKSORT_CALL(vkDestroyDescriptorSetLayout)(device.device, set_layout, nullptr);
  }
#undef VKSORT_CALL
};

struct Made {
  std::vector<std::string> names;
  CacheKeys cache;
};

Made makePlanned(const vksort::SorterInfo& info, const vksort::PlanDevice& device, Faults faults,
                 uint32_t spoiled = 0) {
  Made out;
  faults.cache = &out.cache;
  const MockVulkan mock(faults);
  Host host{info.device, spoiled};
  const auto take = [](void* to, const PipelinePlan* each) { static_cast<Host*>(to)->make(*each); };
  CHECK(vksort::planPipelines(info, device, take, &host) == VK_SUCCESS);
  out.names = host.names;
  std::ranges::sort(out.names);
  return out;
}

Made makeSorted(const vksort::SorterInfo& info, Faults faults, const CacheKeys& cache = {}) {
  Made out{{}, cache};
  faults.cache = &out.cache;
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  while (vksort::pipelineJobCount(sorter) != 0) REQUIRE(vksort::runPipelineJob(sorter) == VK_SUCCESS);
  for (const Named& each : mock.log.names)
    if (each.type == VK_OBJECT_TYPE_PIPELINE) out.names.push_back(each.name);
  std::ranges::sort(out.names);
  return out;
}

}  // namespace

TEST_CASE("planned_pipelines_match_creation" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    constexpr uint32_t kMax = 64;
    for (const Faults& device :
         {withSubgroups(32, false), withSubgroups(64, true, kMax), withSubgroups(8, true, kMax)}) {
      for (const Config& config : kPlannedSorters) {
        for (const uint32_t max_count : {0u, 5000u}) {
          INFO(describe(config) << " up to " << max_count);
          const MockVulkan mock(device);
          SorterSetup setup = rig.setupOf(config);
          setup.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
          setup.info.device.pipeline_cache = (VkPipelineCache)uint64_t{1};
          if (config.full_subgroups) setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
          setup.creation.algorithm = vksort::Algorithm::automatic;
          setup.creation.staged = max_count == 0;
          setup.info.max_count = max_count;
          const Made planned = makePlanned(setup.get(), planDeviceOf(setup.info.device), device);
          const Made made = makeSorted(setup.get(), device);
          CHECK(planned.names == made.names);
          CHECK(planned.cache == made.cache);
        }
      }
    }
  });
}

TEST_CASE("no_pipelines_are_planned_if_creation_fails" * doctest::test_suite("one width")) {
  const auto take = [](void*, const PipelinePlan*) { FAIL("a pipeline of no Sorter"); };
  vksort::SorterInfo info{};
  info.payload = kU32;
  info.scratch = vksort::Scratch::never;
  CHECK(vksort::planPipelines(info, {}, take, nullptr) == VK_ERROR_FEATURE_NOT_PRESENT);
  info.key_bits = 33;
  CHECK(vksort::planPipelines(info, {}, take, nullptr) == VK_ERROR_INITIALIZATION_FAILED);
}

// Lavapipe does not fill the pipeline cache, so the mock simulates one.
TEST_CASE("creation_finds_planned_pipelines_in_the_cache" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    const VkPipelineCacheCreateInfo cache_info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, nullptr, 0, 0, nullptr};
    VkPipelineCache cache = VK_NULL_HANDLE;
    REQUIRE(device.vk.vkCreatePipelineCache(device.handle(), &cache_info, nullptr, &cache) == VK_SUCCESS);
    for (const Config& config : {kPlannedSorters[1], kPlannedSorters[4], kPlannedSorters[5]}) {
      INFO(describe(config));
      SorterSetup setup = rig.setupOf(config);
      setup.creation.staged = true;
      setup.info.device.pipeline_cache = cache;
      const vksort::PlanDevice planned_for = planDeviceOf(setup.info.device);
      const Made planned = makePlanned(setup.get(), planned_for, {});
      CHECK(makeSorted(setup.get(), {}, planned.cache).cache == planned.cache);
      // A different layout makes a different pipeline.
      Faults fake;
      fake.fake_objects = true;
      const Made spoiled = makePlanned(setup.get(), planned_for, fake, 4);
      CHECK(makeSorted(setup.get(), {}, spoiled.cache).cache.size() == 2 * planned.cache.size());
    }
    device.vk.vkDestroyPipelineCache(device.handle(), cache, nullptr);
  });
}

}  // namespace test
