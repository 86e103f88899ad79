// A device under test: its sorters and the memory to sort in.
#pragma once
#include <functional>
#include <map>
#include <memory>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/device.h"
#include "support/device/call.h"
#include "support/vulkan_mock/mock.h"
#include "support/oracle/oracle.h"
#include "support/oracle/steps.h"
#include "vksort_toolkit.h"

namespace test {

// Words on the device and their copy on the host.
struct Arena {
  gpu::Buffer device;
  gpu::Buffer host;
};

class Rig {
 public:
  Rig(std::string name, const gpu::Device& device);

  const std::string& name() const { return name_; }
  const gpu::Device& device() const { return *device_; }

  // Optional features of vksort that are enabled on the device.
  vksort::Features features() const;
  bool hasFullSubgroups() const { return (features() & VKSORT_FULL_SUBGROUPS) != 0; }

  // Returns the setup that creates the sorter of a configuration. All its functions are loaded through the mock.
  SorterSetup setupOf(const Config& config) const;
  // A new sorter, under the faults in force. Errors: gpu::Error with the reason.
  vksort::Sorter makeSorter(const Config& config) const;
  vksort::Sorter makeSorter(const Config& config, const SorterSetup& info) const;
  // The one of this configuration, made at the first call without faults. Configurations that differ only in what each
  // recording says (key type, order, NaN rule, bits, mode) share it.
  const vksort::Sorter& sorter(const Config& config);
  // Shape of its kernels, as vksort chooses it.
  vksort::bitonic::KernelSizes tuning(const Config& config) const;

  // A new verifier, under the faults in force, and the one made at the first call without faults.
  vksort::Verifier makeVerifier(bool push_descriptor = true) const;
  const vksort::Verifier& verifier(bool push_descriptor = true);

  // Storage of at least `words`, for arena 0 to 4; contents are lost when it grows.
  const Arena& arena(uint32_t index, uint32_t words);

 private:
  std::string name_;
  const gpu::Device* device_;
  Arena arenas_[5];
  std::map<Config, vksort::Sorter> sorters_;
  std::map<bool, vksort::Verifier> verifiers_;
};

// VKSORT_TEST_FULL is set: everything at every width.
bool everythingWanted();

// At the main width, unless VKSORT_TEST_VALIDATION=off. What is recorded does not depend on the width.
bool validationWanted();

// Whether to run a configuration. At other widths only those whose shaders know the width of a subgroup, of keys alone
// and of keys with values that the sort writes: the rest load and compare the same at every width.
bool wanted(const Config& config);

// Runs `body` on every device found, and fails the test for each validation message. Errors: gpu::Error if there is no
// device, or no validation layer; a test lets it through, and fails.
void onEveryDevice(const std::function<void(Rig&)>& body);

// The same without validation: for what records nothing that other cases do not record too, and much of it; and for
// planted faults, of which results tell.
void onEveryDeviceUnvalidated(const std::function<void(Rig&)>& body);

// The same, and not with --full either: for devices that play one with more shared memory than they have.
void onEveryDeviceInDisguise(const std::function<void(Rig&)>& body);

}  // namespace test
