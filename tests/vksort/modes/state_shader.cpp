#include "state_shader.h"

#include <algorithm>

#include "gpu/commands.h"
#include "vulkan/layouts.h"

namespace test {
namespace {

vksort::PipelineSource sourceOf(const vksort::Setting& setting, vksort::Kernel kernel, std::span<const uint32_t> code) {
  vksort::PipelineSource source{};
  source.module = vksort::plainModule({code.data(), static_cast<uint32_t>(code.size_bytes())});
  source.constant_count = vksort::constantsOf(setting, kernel, source.constants);
  return source;
}

gpu::Owned<VkPipeline> makePipeline(const gpu::Device& device, VkPipelineLayout layout,
                                    const vksort::PipelineSource& source) {
  std::vector<uint32_t> code(source.module.bytes / 4);
  REQUIRE(vksort::unpack(source.module, code.data()));
  const std::span constants = std::span(source.constants).first(source.constant_count);
  return gpu::computePipeline(device, {.code = code, .layout = layout, .constants = constants});
}

}  // namespace

StateShader::StateShader(const gpu::Device& device, const vksort::Setting& setting, vksort::Kernel kernel,
                         std::span<const uint32_t> code, uint32_t push_bytes)
    : StateShader(device, sourceOf(setting, kernel, code), push_bytes) {}

StateShader::StateShader(const gpu::Device& device, const vksort::PipelineSource& source, uint32_t push_bytes)
    : device_(device),
      push_bytes_(push_bytes),
      set_layout_(gpu::storageLayout(device, vksort::kMaxBindings)),
      layout_(gpu::pipelineLayout(device, {{set_layout_.get()}}, {push_bytes})),
      pipeline_(makePipeline(device, layout_.get(), source)) {}

void StateShader::run(const gpu::Buffer& state, uint32_t binding, const gpu::Buffer& input,
                      const std::function<void(const Recorder&)>& record) const {
  state.flush();
  input.flush();
  gpu::DescriptorPool pool(device_, 1, vksort::kMaxBindings);
  const VkDescriptorSet set = pool.allocate(set_layout_.get());
  std::vector<VkDescriptorBufferInfo> infos(vksort::kMaxBindings, {state.handle(), 0, VK_WHOLE_SIZE});
  infos[binding].buffer = input.handle();
  gpu::writeStorageBuffers(device_, set, infos);
  gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) {
    const auto& vk = device_.vk;
    vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_.get());
    vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout_.get(), 0, 1, &set, 0, nullptr);
    const auto dispatch = [&](const void* push, uint32_t groups) {
      vk.vkCmdPushConstants(cmd, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, push_bytes_, push);
      vk.vkCmdDispatch(cmd, groups, 1, 1);
    };
    const auto wait = [&] { gpu::fullBarrier(device_, cmd); };
    record({dispatch, wait});
    wait();
  });
  state.invalidate();
}

gpu::Buffer StateShader::words(std::size_t count, uint32_t value) const {
  gpu::Buffer out(device_, count * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::readback);
  std::ranges::fill(out.as<uint32_t>(), value);
  return out;
}

}  // namespace test
