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
  // Creates the Sorter if necessary. Throws gpu::Error with create()'s reason.
  const vksort::Sorter& sorter(const Configuration& configuration);
  // `creation` can add a self-test or staged creation.
  vksort::Sorter create(const Configuration& configuration, vksort::Creation creation,
                        const vksort::Tuning* tuning = nullptr) const;
  const vksort::Sorter& adopt(const Configuration& configuration, vksort::Sorter sorter);
  // Uses the caller's Sorter, which must outlive its use.
  void lend(const Configuration& configuration, const vksort::Sorter& sorter);
  const vksort::Verifier& verifier(bool push_descriptor);
  const vksort::Toolkit& toolkit(const Configuration& configuration);
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

// Returns an empty string if there is no error, or if the case is not supported. `falsifies` changes a word of the
// result.
std::string run(Gpu& gpu, const Case& of, bool falsifies = false);

}  // namespace cases
