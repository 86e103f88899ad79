#include "algorithms/depths.h"

#include "depth_key.h"
#include "depth_keys.spv.h"
#include "input/positions.h"
#include "input/transfer.h"
#include "view.h"

namespace bench {

Depths::Depths(const gpu::Device& device, const Input& input)
    : device_(device),
      seed_(input.seed),
      generator_layout_(gpu::storageLayout(device, 1)),
      pass_layout_(gpu::storageLayout(device, 3)),
      pool_(device, 2, 4u),
      generator_set_(pool_.allocate(generator_layout_.get())),
      pass_set_(pool_.allocate(pass_layout_.get())) {
  const VkDescriptorSetLayout set_layout = pass_layout_.get();
  const std::uint32_t writes_payloads = input.hasCallersPayload();
  layout_ = gpu::pipelineLayout(device, {&set_layout, 1}, {.bytes = sizeof count_});
  pass_ = gpu::computePipeline(
      device, {.code = depth_keys, .layout = layout_.get(), .constants = {&writes_payloads, 1}, .name = "depth keys"});
}

void Depths::prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) {
  count_ = count;
  const std::vector<Position> positions = makePositions(seed_, count);
  const std::size_t words = positions.size() * (sizeof(Position) / 4);
  positions_ = {device_, words * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  Transfer(device_, words).upload(positions_, 0, {reinterpret_cast<const std::uint32_t*>(positions.data()), words});
  const VkDescriptorBufferInfo source = {positions_.handle(), 0, VK_WHOLE_SIZE};
  const VkDescriptorBufferInfo all[] = {
      source, {buffers.front().handle(), 0, VK_WHOLE_SIZE}, {buffers.back().handle(), 0, VK_WHOLE_SIZE}};
  gpu::writeStorageBuffers(device_, generator_set_, {&source, 1});
  gpu::writeStorageBuffers(device_, pass_set_, all);
}

vksort::KeyGenerator Depths::generator() const { return {depth_key, generator_layout_.get()}; }

void Depths::record(VkCommandBuffer cmd) const {
  constexpr VkPipelineBindPoint kCompute = VK_PIPELINE_BIND_POINT_COMPUTE;
  constexpr std::uint32_t kMaxColumns = 65535;  // on every device
  const std::uint32_t groups = (count_ - 1) / DEPTH_KEYS_WORKGROUP + 1;
  const std::uint32_t rows = (groups - 1) / kMaxColumns + 1;
  device_.vk.vkCmdBindPipeline(cmd, kCompute, pass_.get());
  device_.vk.vkCmdBindDescriptorSets(cmd, kCompute, layout_.get(), 0, 1, &pass_set_, 0, nullptr);
  device_.vk.vkCmdPushConstants(cmd, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof count_, &count_);
  device_.vk.vkCmdDispatch(cmd, (groups - 1) / rows + 1, rows, 1);
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, vksort::kAfter.access,
                                   vksort::kBefore.access};
  device_.vk.vkCmdPipelineBarrier(cmd, vksort::kAfter.stages, vksort::kBefore.stages, 0, 1, &barrier, 0, nullptr, 0,
                                  nullptr);
}

}  // namespace bench
