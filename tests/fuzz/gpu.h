// A device and what was made for cases on it.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "case.h"
#include "gpu/descriptors.h"
#include "gpu/device.h"

namespace fuzz {

class Gpu {
 public:
  // get_instance_proc_addr: what vksort gets; null: the loader's.
  explicit Gpu(const gpu::Device& device, PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr);

  const gpu::Device& device() const { return device_; }
  VkDescriptorSetLayout hookLayout() const { return hook_layout_.get(); }
  // Made at the first call for its configuration. Errors: gpu::Error with create()'s reason.
  const vksort::Sorter& sorter(const Configuration& configuration);
  const vksort::Verifier& verifier(bool push_descriptor);
  // Destroys Sorters where there are many; the device must be done with them.
  void forgetOldSorters();

 private:
  vksort::Features features(const Configuration& configuration) const;

  const gpu::Device& device_;
  const PFN_vkGetInstanceProcAddr get_instance_proc_addr_;
  const vksort::Features offered_;
  gpu::Owned<VkDescriptorSetLayout> hook_layout_;
  const vksort::Hook hook_;
  std::map<std::string, vksort::Sorter> sorters_;
  std::map<bool, vksort::Verifier> verifiers_;
};

}  // namespace fuzz
