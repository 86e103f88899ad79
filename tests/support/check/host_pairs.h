// What a host sorts, and how it submits.
#pragma once
#include <string>

#include "gpu/descriptors.h"
#include "support/check/conform.h"

namespace test {

inline constexpr Config kPairs{
    .key_type = vksort::KeyType::f32, .order = vksort::Order::descending, .values = vksort::Values::split};

// Keys and values in device memory with copies on the host, and the descriptor set to sort them with.
class Pairs {
 public:
  Pairs(const gpu::Device& device, const vksort::Sorter& sorter);
  // New elements, on the host.
  void fill();
  void copy(VkCommandBuffer cmd, bool to_device) const;
  void sort(VkCommandBuffer cmd) const;
  VkBuffer buffer(uint32_t index) const { return arenas_[index].device.handle(); }
  // What is wrong with the copy on the host; empty if it is what was filled in, sorted.
  std::string explainWrong() const;

 private:
  const gpu::Device* device_;
  const vksort::Sorter* sorter_;
  Arena arenas_[2];
  gpu::DescriptorPool sets_;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  Elements before_;
};

// One frame of a host that keeps everything in one command buffer.
void recordFrame(const gpu::Device& device, VkCommandBuffer cmd, const Pairs& pairs);

void submit(const gpu::Device& device, VkQueue queue, VkCommandBuffer cmd, VkSemaphore wait, VkSemaphore signal,
            VkFence fence);
void waitFor(const gpu::Device& device, VkFence fence);

}  // namespace test
