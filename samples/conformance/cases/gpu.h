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
  // vksort uses `get_instance_proc_addr`. If null, it uses the loader's.
  explicit Gpu(const gpu::Device& device, PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr);

  const gpu::Device& device() const { return device_; }
  // Features that create() enables if the configuration allows them.
  vksort::Features offered() const { return offered_; }
  // Creates the Sorter if there is none for the configuration. Throws gpu::Error with create()'s reason.
  const vksort::Sorter& sorter(const Configuration& configuration);
  // `creation` can add a self-test or staged creation, which configurations do not contain.
  vksort::Sorter create(const Configuration& configuration, vksort::Creation creation,
                        const vksort::Tuning* tuning = nullptr) const;
  // Replaces the Sorter of the configuration.
  const vksort::Sorter& adopt(const Configuration& configuration, vksort::Sorter sorter);
  // Uses a Sorter of the caller, which must outlive its use, for the configuration.
  void lend(const Configuration& configuration, const vksort::Sorter& sorter);
  const vksort::Verifier& verifier(bool push_descriptor);
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

// Returns the error in the result of a case. Returns an empty string if there is none, or if the device does not
// support the case. If `falsifies` is true, changes a word of the result before comparing it. Throws gpu::Error.
std::string run(Gpu& gpu, const Case& of, bool falsifies = false);

}  // namespace cases
