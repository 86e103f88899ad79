// The one owner of layouts and pipelines, for Sorter and Verifier.
#pragma once

#include "sort/interface.h"
#include "vulkan/functions.h"
#include "vulkan/module.h"

namespace vksort {

inline constexpr std::uint32_t kMaxPipelines = 96;
inline constexpr std::uint32_t kMaxBindings = VKSORT_BINDINGS;
inline constexpr std::uint32_t kMaxConstants = 15;  // specialization constants of a pipeline

struct PipelineSource {
  Module module;
  bool in_subgroups;  // it requires full subgroups, where their size is known
  std::uint32_t constant_count;
  std::uint32_t constants[kMaxConstants];  // by id
  std::uint32_t compile_cost = 0;  // about: bytes of SPIR-V that the driver compiles in the same time, without loops
};

struct Pipelines {
  DeviceFunctions vk{};
  VkDevice device = VK_NULL_HANDLE;
  const VkAllocationCallbacks* allocator = nullptr;
  bool push_descriptor = false;
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkPipeline list[kMaxPipelines] = {};  // null: not made

  // Subgroups of the pipelines that are in them.
  struct Subgroups {
    std::uint32_t size;  // 0: none are
    bool pinned;
  };

  // These return Vulkan's errors, and VK_ERROR_OUT_OF_HOST_MEMORY of operator new; what was made before one stays, for
  // destroy().
  // Bit i of `bindings`: there is a storage buffer at binding i of set 0, below kMaxBindings. `generator_set`: of set
  // 1, or null.
  [[nodiscard]] VkResult createLayouts(std::uint32_t bindings, std::uint32_t push_bytes,
                                       VkDescriptorSetLayout generator_set = VK_NULL_HANDLE);
  // For tools the pipeline is named "vksort " and `name`. `rejected` tells whether the driver rejects the kernel: its
  // compiler failed, and not since memory ran out or the device was lost.
  [[nodiscard]] VkResult create(std::uint32_t index, const char* name, const PipelineSource& source,
                                VkPipelineCache cache, const Subgroups& subgroups, bool& rejected);

  // What the host is to give a set of; null with push descriptors.
  [[nodiscard]] VkDescriptorSetLayout hostSetLayout() const { return push_descriptor ? VK_NULL_HANDLE : set_layout; }
  // Binds the storage buffers for compute; null where the layout has no such binding. `set` is written, unless they are
  // pushed.
  void bindBuffers(VkCommandBuffer command_buffer, VkDescriptorSet set,
                   const VkDescriptorBufferInfo* const (&buffers)[kMaxBindings]) const;
  void destroy();
};

}  // namespace vksort
