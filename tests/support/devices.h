// Every Vulkan device of this machine, opened once with core and synchronization validation.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace test {

struct TestDevice {
  std::string name;
  gpu::PhysicalDevice physical;
  std::unique_ptr<gpu::Device> device;  // every optional feature of gpu::DeviceInfo that the device offers
};

// The instance of the whole test program, made at the first call.
// Errors: gpu::Error without a loader, a driver or the validation layer; a test lets it through, and fails.
gpu::Instance& instance();

// All devices, opened at the first call, never empty. Errors: as instance(), or no device with Vulkan 1.1.
std::vector<TestDevice>& devices();

// Errors: gpu::Error if the software driver has not the width that was asked for, see driver.h.
void requireWidth(const gpu::PhysicalDevice& device);

// Fails the running test for each validation message since the last call, and forgets them.
void expectNoValidationMessages();

// For planted faults: number of validation messages since the last call, which are then forgotten.
std::size_t takeValidationMessages();

}  // namespace test
