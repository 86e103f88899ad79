#pragma once

#include "device/failure.h"
#include "device/module.h"
#include "device/ranges.h"
#include "device/support.h"
#include "sort/interface.h"

namespace vksort {

inline constexpr std::uint32_t kMaxPipelines = 96;
inline constexpr std::uint32_t kMaxBindings = VKSORT_BINDINGS;
inline constexpr std::uint32_t kMaxConstants = 15;

struct PipelineSource {
  Spirv module;
  std::uint32_t subgroup_size;  // requires full subgroups of this size, or 0
  std::uint32_t constant_count;
  std::uint32_t constants[kMaxConstants];
  std::uint32_t compile_cost = 0;  // estimated bytes of SPIR-V after loops are unrolled

  [[nodiscard]] VkPipelineShaderStageCreateFlags stageFlags() const {
    return subgroup_size != 0 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0;
  }
};

struct Pipelines : Connection {
  std::uint32_t bindings = 0;  // bit i: set 0 has a storage buffer at binding i
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline list[kMaxPipelines] = {};  // null if a pipeline was not created
  bool is_in_flight = false;            // the device may still use them, so destroy() leaks them

  [[nodiscard]] VkResult createLayouts(std::uint32_t set_bindings, std::uint32_t push_bytes);
  // Creates list[index], and names it "vksort <name>" for tools. Sets Failure::fault if the driver failed to compile
  // it, unless it was out of memory or the device was lost.
  [[nodiscard]] Failure create(std::uint32_t index, const char* name, const PipelineSource& source,
                               VkPipelineCache cache);

  // Returns the layout of the sets that the application passes, or null with push descriptors.
  [[nodiscard]] VkDescriptorSetLayout setLayout() const { return push_descriptor ? VK_NULL_HANDLE : set_layout; }
  // Updates and binds `set`, or pushes descriptors.
  void bindBuffers(VkCommandBuffer command_buffer, VkDescriptorSet set, const Binding (&ranges)[kMaxBindings]) const;
  void destroy();
};

inline constexpr const char* kNotCreated = "the driver failed to create a shader module, a layout or a pipeline";

// `state` can be null.
template <typename State>
void destroyState(State* state) {
  if (state) state->pipelines.destroy();
  delete state;
}

}  // namespace vksort
