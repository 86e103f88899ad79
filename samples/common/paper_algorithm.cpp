#include "common/paper_algorithm.h"

#include <algorithm>

#include "block_sort.spv.h"
#include "gpu/structs.h"
#include "padded_sort.spv.h"
#include "reverse.spv.h"
#include "step.spv.h"
#include "v0_step.spv.h"
#include "v1_refine.spv.h"
#include "v1_sort.spv.h"
#include "v2_refine.spv.h"
#include "v2_sort.spv.h"
#include "v3_refine.spv.h"
#include "v3_sort.spv.h"
#include "v4_refine.spv.h"
#include "v4_sort.spv.h"
#include "v4_step.spv.h"
#include "v5_refine.spv.h"
#include "v5_sort.spv.h"

namespace bench {
namespace {

struct Code {
  std::span<const std::uint32_t> words;
  const char* name;
};

// By PaperKernel.
const std::array<Code, kPaperKernelCount> kCode = {{{v0_step, "v0 step"},
                                                    {v1_sort, "v1 sort"},
                                                    {v1_refine, "v1 refine"},
                                                    {v2_sort, "v2 sort"},
                                                    {v2_refine, "v2 refine"},
                                                    {v3_sort, "v3 sort"},
                                                    {v3_refine, "v3 refine"},
                                                    {v4_sort, "v4 sort"},
                                                    {v4_refine, "v4 refine"},
                                                    {v4_step, "v4 step"},
                                                    {v5_sort, "v5 sort"},
                                                    {v5_refine, "v5 refine"},
                                                    {step, "step"},
                                                    {padded_sort, "padded sort"},
                                                    {block_sort, "block sort"},
                                                    {reverse, "reverse"}}};

void passBarrier(const gpu::Device& device, VkCommandBuffer cmd) {
  auto barrier = gpu::vkStruct<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = barrier.srcAccessMask;
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  device.vk.vkCmdPipelineBarrier(cmd, kCompute, kCompute, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

}  // namespace

PaperSort::PaperSort(const gpu::Device& device, Variant variant, const vksort::Ordering& ordering,
                     std::uint32_t max_groups)
    : device_(device),
      variant_(variant),
      descending_(ordering.order == vksort::Order::descending),
      flip_(ordering.key_type == vksort::KeyType::i32 ? 0x80000000u : 0u),
      max_groups_(max_groups) {
  const std::string why = refusal(device.properties(), device.enabled(), variant, ordering);
  if (!why.empty()) throw gpu::Error(why, VK_ERROR_FEATURE_NOT_PRESENT);
  const VkPhysicalDeviceLimits& limits = device.properties().core.limits;
  threads_ = paperThreads(variant, std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]));
  if (max_groups_ == 0) max_groups_ = limits.maxComputeWorkGroupCount[0];
  set_layout_ = gpu::storageLayout(device, 1);
  const VkDescriptorSetLayout set_layout = set_layout_.get();
  layout_ = gpu::pipelineLayout(device, {&set_layout, 1}, {.bytes = sizeof(PaperPush)});
  pool_ = gpu::DescriptorPool(device, 1, 1u);
  set_ = pool_.allocate(set_layout);
}

std::string PaperSort::refusal(const gpu::DeviceProperties& properties, const gpu::EnabledFeatures& enabled,
                               Variant variant, const vksort::Ordering& ordering) {
  if (ordering.payload != vksort::Payload::none) return "the steps of the paper only sort keys without payloads";
  if (ordering.key_type == vksort::KeyType::f32) return "the steps of the paper do not support f32 keys";
  if (ordering.key_type == vksort::KeyType::u64) return "the steps of the paper do not support u64 keys";
  if (variant != Variant::v3) return {};
  const bool shuffles = (properties.subgroup.supportedOperations & VK_SUBGROUP_FEATURE_SHUFFLE_BIT) != 0 &&
                        (properties.subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
  if (!shuffles || !enabled.full_subgroups) return "the device does not support shuffles in full subgroups";
  return {};
}

void PaperSort::createPipeline(PaperKernel kernel) {
  const auto k = static_cast<std::size_t>(kernel);
  if (pipelines_[k]) return;
  const std::array<std::uint32_t, 3> constants = {threads_, flip_, device_.properties().subgroup.subgroupSize / 2};
  gpu::ComputePipelineInfo info;
  info.code = kCode[k].words;
  info.layout = layout_.get();
  info.constants = constants;
  info.full_subgroups = kernel == PaperKernel::v3_sort || kernel == PaperKernel::v3_refine;
  info.name = kCode[k].name;
  pipelines_[k] = gpu::computePipeline(device_, info);
}

void PaperSort::prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) {
  const VkDescriptorBufferInfo keys = {buffers[0].handle(), 0, paperCapacity(variant_, count) * VkDeviceSize{4}};
  gpu::writeStorageBuffers(device_, set_, {&keys, 1});
  count_ = count;
  dispatches_ = paperDispatches(variant_, threads_, count, descending_);
  for (const PaperDispatch& dispatch : dispatches_) createPipeline(dispatch.kernel);
}

std::uint64_t PaperSort::runStart(std::uint64_t place) const {
  return place - place % paperRun(variant_, threads_, count_);
}

void PaperSort::record(VkCommandBuffer cmd, std::uint32_t) const {
  const VolkDeviceTable& vk = device_.vk;
  vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &set_, 0, nullptr);
  const PaperDispatch* before = nullptr;
  for (const PaperDispatch& dispatch : dispatches_) {
    if (before != nullptr) passBarrier(device_, cmd);
    if (before == nullptr || before->kernel != dispatch.kernel) {
      const VkPipeline pipeline = pipelines_[static_cast<std::size_t>(dispatch.kernel)].get();
      vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    }
    vk.vkCmdPushConstants(cmd, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(PaperPush), &dispatch.push);
    const std::uint32_t x = std::min(dispatch.groups, max_groups_);
    vk.vkCmdDispatch(cmd, x, (dispatch.groups - 1) / x + 1, 1);
    before = &dispatch;
  }
}

}  // namespace bench
