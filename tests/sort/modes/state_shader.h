// Runs a shader that reads or writes the state of a sort.
#pragma once
#include <algorithm>
#include <span>

#include "device/pipelines.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "sorts/bitonic/kernels.h"
#include "support/vulkan_mock/mock.h"

namespace test {

template <typename Pass>
struct PushOf {
  vksort::Push push{};
  Pass pass{};
};

// `Pass` contains the kernel's own push constants.
template <typename Pass>
class StateShader {
 public:
  using Push = PushOf<Pass>;

  StateShader(const gpu::Device& device, std::span<const uint32_t> code, std::span<const uint32_t> constants)
      : device_(device),
        set_layout_(gpu::storageLayout(device, vksort::kMaxBindings)),
        layout_(gpu::pipelineLayout(device, {{set_layout_.get()}}, {sizeof(Push)})),
        pipeline_(gpu::computePipeline(device, {.code = code, .layout = layout_.get(), .constants = constants})) {}

  StateShader(const gpu::Device& device, const vksort::bitonic::BitonicSetting& setting, vksort::bitonic::Kernel kernel)
      : StateShader(device, spirvOf(vksort::bitonic::sourceOf(setting, kernel).module), constantsOf(setting, kernel)) {}

  // Dispatches once for each of `pushes`, without barriers. Binds the state at all bindings except `binding`.
  void run(const gpu::Buffer& state, uint32_t binding, const gpu::Buffer& other, std::span<const Push> pushes,
           uint32_t groups = 1) const {
    state.flush();
    other.flush();
    gpu::DescriptorPool pool(device_, 1, vksort::kMaxBindings);
    const VkDescriptorSet set = pool.allocate(set_layout_.get());
    std::vector<VkDescriptorBufferInfo> infos(vksort::kMaxBindings, {state.handle(), 0, VK_WHOLE_SIZE});
    infos[binding].buffer = other.handle();
    gpu::writeStorageBuffers(device_, set, infos);
    gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) {
      const auto& vk = device_.vk;
      gpu::fullBarrier(device_, cmd);
      vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
      vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &set, 0, nullptr);
      for (const Push& push : pushes) {
        vk.vkCmdPushConstants(cmd, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof push, &push);
        vk.vkCmdDispatch(cmd, groups, 1, 1);
      }
      gpu::fullBarrier(device_, cmd);
    });
    state.invalidate();
    other.invalidate();
  }

  gpu::Buffer words(std::size_t count, uint32_t value) const {
    gpu::Buffer out(device_, count * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::readback);
    std::ranges::fill(out.as<uint32_t>(), value);
    return out;
  }

 private:
  static std::vector<uint32_t> constantsOf(const vksort::bitonic::BitonicSetting& setting,
                                           vksort::bitonic::Kernel kernel) {
    uint32_t constants[vksort::kMaxConstants] = {};
    return {constants, constants + vksort::bitonic::constantsOf(setting, kernel, constants)};
  }

  const gpu::Device& device_;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
};

}  // namespace test
