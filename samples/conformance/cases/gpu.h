// A device, and the objects that cases share on it.
#pragma once
#include <map>
#include <optional>
#include <string>

#include "case.h"
#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "vksort/sorts/sizes/tuning.h"
#include "vksort_toolkit.h"

namespace cases {

class Gpu {
 public:
  // get_instance_proc_addr: for vksort; null: the loader's.
  explicit Gpu(const gpu::Device& device, PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr);

  const gpu::Device& device() const { return device_; }
  // What create() enables, where the configuration does.
  vksort::Features offered() const { return offered_; }
  // Created at the first call for its configuration. Errors: gpu::Error with create()'s reason.
  const vksort::Sorter& sorter(const Configuration& configuration);
  // Creates another Sorter. `creation` can add a self-test or staged creation, which no configuration contains.
  vksort::Sorter create(const Configuration& configuration, vksort::Creation creation,
                        const vksort::Tuning* tuning = nullptr) const;
  // Takes the place of the Sorter of its configuration.
  const vksort::Sorter& adopt(const Configuration& configuration, vksort::Sorter sorter);
  // Uses another's Sorter, which must outlive its use, for the configuration.
  void lend(const Configuration& configuration, const vksort::Sorter& sorter);
  const vksort::Verifier& verifier(bool push_descriptor);
  // A Toolkit with the device features of the configuration.
  const vksort::Toolkit& toolkit(const Configuration& configuration);
  // Destroys Sorters if there are many. The device must not use them.
  void forgetOldSorters();

 private:
  vksort::Device connect(bool push_descriptor, bool full_subgroups) const;

  const gpu::Device& device_;
  const PFN_vkGetInstanceProcAddr get_instance_proc_addr_;
  const vksort::Features offered_;
  std::map<std::string, vksort::Sorter> sorters_;
  std::map<std::string, const vksort::Sorter*> lent_;
  std::map<bool, vksort::Verifier> verifiers_;
  std::map<std::pair<bool, bool>, vksort::Toolkit> toolkits_;
};

// Runs a case. What is wrong with the result; empty: nothing, or the device cannot sort it.
//   falsifies: changes a word of the result before it is compared.
// Errors: gpu::Error of Vulkan, or of creating a Sorter.
std::string run(Gpu& gpu, const Case& of, bool falsifies = false);

}  // namespace cases
