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

struct Arena {
  gpu::Buffer device;
  gpu::Buffer host;
};

class Rig {
 public:
  Rig(std::string name, const gpu::Device& device);

  const std::string& name() const { return name_; }
  const gpu::Device& device() const { return *device_; }

  vksort::Features features() const;
  bool hasFullSubgroups() const { return (features() & VKSORT_FULL_SUBGROUPS) != 0; }

  // All functions are loaded through the mock.
  SorterSetup setupOf(const Config& config) const;
  // Active faults apply. Throws gpu::Error with the reason.
  vksort::Sorter makeSorter(const Config& config) const;
  vksort::Sorter makeSorter(const Config& config, const SorterSetup& info) const;
  // Created at the first call without faults. Configurations share a Sorter if they only differ in recorded settings
  // (key type, order, NaN rule, bits, mode).
  const vksort::Sorter& sorter(const Config& config);
  vksort::bitonic::KernelSizes tuning(const Config& config) const;

  vksort::Verifier makeVerifier(bool push_descriptor = true) const;
  const vksort::Verifier& verifier(bool push_descriptor = true);

  // `index` is 0 to 4. The contents are lost when the arena grows.
  const Arena& arena(uint32_t index, uint32_t words);

 private:
  std::string name_;
  const gpu::Device* device_;
  Arena arenas_[5];
  std::map<Config, vksort::Sorter> sorters_;
  std::map<bool, vksort::Verifier> verifiers_;
};

// Returns true if VKSORT_TEST_FULL is set.
bool everythingWanted();

// Returns true at the main width unless VKSORT_TEST_VALIDATION=off, because other widths record the same commands.
bool validationWanted();

// Returns false for kernels that do not depend on the subgroup size, except at the main width.
bool wanted(const Config& config);

// Fails the test for each validation message. Throws gpu::Error without a device or validation layer.
void onEveryDevice(const std::function<void(Rig&)>& body);

// Does not validate unless VKSORT_TEST_FULL is set, because other cases validate the same commands, or results reveal a
// planted fault.
void onEveryDeviceUnvalidated(const std::function<void(Rig&)>& body);

// Never validates. For devices that pretend to have more shared memory.
void onEveryDeviceInDisguise(const std::function<void(Rig&)>& body);

}  // namespace test
