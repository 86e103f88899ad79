// A shader that makes the state of a sort, run by itself.
#pragma once

#include <functional>

#include "bitonic/kernels.h"
#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"

namespace test {

class StateShader {
 public:
  // `code` as the kernel has it, or changed; each dispatch has `push_bytes` of push constants.
  StateShader(const gpu::Device& device, const vksort::Setting& setting, vksort::Kernel kernel,
              std::span<const uint32_t> code, uint32_t push_bytes);
  // The same of another algorithm's.
  StateShader(const gpu::Device& device, const vksort::PipelineSource& source, uint32_t push_bytes);

  // What a run may record: dispatches, and waits between them.
  struct Recorder {
    std::function<void(const void* push, uint32_t groups)> dispatch;
    std::function<void()> wait;
  };
  // Does what `record` records, and waits for it. All bindings are the state, but for one that is `input`.
  void run(const gpu::Buffer& state, uint32_t binding, const gpu::Buffer& input,
           const std::function<void(const Recorder&)>& record) const;

  // Memory that the host writes and reads, of words that are all the same.
  [[nodiscard]] gpu::Buffer words(std::size_t count, uint32_t value) const;

 private:
  const gpu::Device& device_;
  uint32_t push_bytes_;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
};

}  // namespace test
