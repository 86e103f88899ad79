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
  std::unique_ptr<gpu::Device> device;  // with all optional features of gpu::DeviceInfo
};

// Created at the first call. Throws gpu::Error without a loader, driver or validation layer.
gpu::Instance& instance();

// Never empty. Throws like instance(), or if no device supports Vulkan 1.1.
std::vector<TestDevice>& devices();

// Throws gpu::Error if the software driver does not use the requested subgroup size.
void requireWidth(const gpu::PhysicalDevice& device);

// Fails the running test for each validation message since the last call.
void expectNoValidationMessages();

// Returns the number of messages since the last call, for planted faults.
std::size_t takeValidationMessages();

}  // namespace test
