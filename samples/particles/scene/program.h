// One pipeline with its storage buffers and push constants, used once in each frame.
#pragma once
#include <initializer_list>
#include <span>
#include <vector>

#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "graph/context.h"

namespace particles {

// What the shaders of a program share.
struct ProgramInfo {
  const char* name = nullptr;
  uint32_t buffers = 0;     // storage buffers, at bindings 0..n-1
  uint32_t push_bytes = 0;  // size of the push constants
  uint32_t frames = 1;      // in flight
};

// One invocation of a compute program for each element.
void dispatchOver(const graph::PassContext& pass, uint32_t elements);

// Move-only. Errors of the constructors: whatever the driver returns.
class Program {
 public:
  Program() = default;
  static Program compute(const gpu::Device& device, const ProgramInfo& info, std::span<const uint32_t> code);
  // Premultiplied alpha, or no blending.
  static Program graphics(const gpu::Device& device, const ProgramInfo& info, std::span<const uint32_t> vertex,
                          std::span<const uint32_t> fragment, VkPrimitiveTopology topology, VkFormat color, bool blend);

  // Binds everything for the pass that is being recorded: once for each frame in flight.
  template <typename Push>
  void use(const graph::PassContext& pass, std::initializer_list<VkBuffer> buffers, const Push& push) const {
    bind(pass, buffers, &push, sizeof(Push));
  }

 private:
  Program(const gpu::Device& device, const ProgramInfo& info, VkPipelineBindPoint point, VkShaderStageFlags stages);
  void bind(const graph::PassContext& pass, std::initializer_list<VkBuffer> buffers, const void* push,
            std::size_t push_bytes) const;

  VkPipelineBindPoint point_ = VK_PIPELINE_BIND_POINT_COMPUTE;
  VkShaderStageFlags stages_ = 0;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;  // by frame; none without buffers
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
};

}  // namespace particles
