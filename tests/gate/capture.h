// Between vksort and the null device: asks for statistics of every pipeline that vksort makes, and keeps them.
#pragma once
#include <map>

#include "null_device.h"

namespace gate {

// One at a time, and for one thread.
class Capture {
 public:
  // `wave`: the subgroup size that the device says it has; 0: its own.
  Capture(const NullDevice& device, std::uint32_t wave);
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // To be given to vksort as SorterInfo::get_instance_proc_addr.
  static PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name);

  // The pipelines made so far, in their order, which must not be destroyed yet; device and configuration are left
  // empty. Errors: as NullDevice::counts().
  [[nodiscard]] std::vector<Row> rows() const;

 private:
  static PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name);
  static void VKAPI_CALL getProperties(VkPhysicalDevice physical, VkPhysicalDeviceProperties2* properties);
  static VkResult VKAPI_CALL createModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                          const VkAllocationCallbacks* allocator, VkShaderModule* module);
  static VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                             const VkComputePipelineCreateInfo* infos,
                                             const VkAllocationCallbacks* allocator, VkPipeline* pipelines);
  void keep(const VkComputePipelineCreateInfo& info, VkPipeline pipeline);

  struct Made {
    std::string kernel;
    VkPipeline pipeline;
  };
  const NullDevice& device_;
  std::uint32_t wave_;
  std::map<VkShaderModule, std::vector<std::uint32_t>> words_;  // SPIR-V of each module
  std::vector<Made> made_;
};

}  // namespace gate
