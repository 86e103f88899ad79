#include "camera/orbit.h"

#include <algorithm>
#include <numeric>

#include "camera/depth_pass.h"
#include "camera_keys.spv.h"
#include "input/keys.h"
#include "input/transfer.h"

namespace bench {
namespace {

// As camera_keys.comp has them.
struct Constants {
  DepthRow row;
  std::uint32_t count;
};

}  // namespace

Orbit::Orbit(const gpu::Device& device, const Input& input, double degrees, std::uint32_t count)
    : device_(device),
      ordering_(input.ordering),
      degrees_(degrees),
      points_(makeClusters(input.seed, count)),
      set_layout_(gpu::storageLayout(device, 3)),
      pool_(device, 1, 3u),
      set_(pool_.allocate(set_layout_.get())) {
  const VkDescriptorSetLayout set_layout = set_layout_.get();
  layout_ = gpu::pipelineLayout(device, {&set_layout, 1}, {.bytes = sizeof(Constants)});
  pass_ = gpu::computePipeline(device,
                               {.code = camera_keys, .layout = layout_.get(), .constants = {}, .name = "camera keys"});
  const std::size_t words = points_.size() * (sizeof(Position) / 4);
  positions_ = {device, words * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  Transfer(device, words).upload(positions_, 0, {reinterpret_cast<const std::uint32_t*>(points_.data()), words});
}

Elements Orbit::depthsAt(std::uint32_t frame) const {
  const DepthRow row = depthRowAt(degrees_ * frame);
  Elements elements;
  elements.keys.resize(points_.size());
  std::ranges::transform(points_, elements.keys.begin(), [&](const Position& each) { return depthKey(each, row); });
  elements.payloads.resize(points_.size());
  std::iota(elements.payloads.begin(), elements.payloads.end(), 0u);
  return elements;
}

Elements Orbit::start() const {
  Elements elements = depthsAt(0);
  const std::vector<std::uint32_t> keys = std::move(elements.keys);
  std::ranges::stable_sort(elements.payloads, {}, [&](std::uint32_t point) {
    return orderOf(keys[point], ordering_.key_type, ordering_.order);
  });
  elements.keys.clear();
  for (const std::uint32_t point : elements.payloads) elements.keys.push_back(keys[point]);
  return elements;
}

void Orbit::attach(std::span<const gpu::Buffer> buffers) {
  const VkDescriptorBufferInfo all[] = {{positions_.handle(), 0, VK_WHOLE_SIZE},
                                        {buffers.front().handle(), 0, VK_WHOLE_SIZE},
                                        {buffers.back().handle(), 0, VK_WHOLE_SIZE}};
  gpu::writeStorageBuffers(device_, set_, all);
}

void Orbit::record(VkCommandBuffer cmd, std::uint32_t round) const {
  const auto count = static_cast<std::uint32_t>(points_.size());
  const Constants constants{depthRowAt(degrees_ * (round + 1)), count};
  recordDepthPass(device_, cmd, {pass_.get(), layout_.get(), set_}, std::as_bytes(std::span(&constants, 1)), count);
}

}  // namespace bench
