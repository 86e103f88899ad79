// The one owner of layouts and pipelines, for Sorter, Verifier and Toolkit.
#pragma once

#include "device/failure.h"
#include "device/module.h"
#include "device/ranges.h"
#include "device/support.h"
#include "sort/interface.h"

namespace vksort {

inline constexpr std::uint32_t kMaxPipelines = 96;
inline constexpr std::uint32_t kMaxBindings = VKSORT_BINDINGS;
inline constexpr std::uint32_t kMaxConstants = 15;  // specialization constants of a pipeline

struct PipelineSource {
  Spirv module;
  std::uint32_t subgroup_size;  // of the full subgroups that it requires; 0: none
  std::uint32_t constant_count;
  std::uint32_t constants[kMaxConstants];  // by id
  std::uint32_t compile_cost = 0;  // about: bytes of SPIR-V that the driver compiles in the same time, without loops

  [[nodiscard]] VkPipelineShaderStageCreateFlags stageFlags() const {
    return subgroup_size != 0 ? VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT : 0;
  }
};

struct Pipelines : Connection {
  std::uint32_t bindings = 0;  // of set 0, see createLayouts()
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline list[kMaxPipelines] = {};  // null: not made
  bool is_in_flight = false;            // the device may still use them: destroy() leaks them

  // These return Vulkan's errors, and VK_ERROR_OUT_OF_HOST_MEMORY of operator new; what was made before one stays, for
  // destroy().
  // Bit i of `set_bindings`: there is a storage buffer at binding i of set 0, below kMaxBindings.
  [[nodiscard]] VkResult createLayouts(std::uint32_t set_bindings, std::uint32_t push_bytes);
  // Creates list[index], and names it "vksort " and `name` for tools. Failure::fault is set if the driver's compiler
  // failed for another reason than a lack of memory or a lost device.
  [[nodiscard]] Failure create(std::uint32_t index, const char* name, const PipelineSource& source,
                               VkPipelineCache cache);

  // Returns the layout of the sets that the application passes, or null with push descriptors.
  [[nodiscard]] VkDescriptorSetLayout setLayout() const { return push_descriptor ? VK_NULL_HANDLE : set_layout; }
  // Binds those of `ranges` that the layout has, for compute. `set` is written, unless they are pushed.
  void bindBuffers(VkCommandBuffer command_buffer, VkDescriptorSet set, const Binding (&ranges)[kMaxBindings]) const;
  void destroy();
};

inline constexpr const char* kNotCreated = "the driver could not create a module, a layout or a pipeline";

// Destroys a Sorter, Verifier or Toolkit with its pipelines. It can be null.
template <typename State>
void destroyState(State* state) {
  if (state) state->pipelines.destroy();
  delete state;
}

}  // namespace vksort
