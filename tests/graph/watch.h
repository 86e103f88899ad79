#pragma once
#include <functional>

#include "gpu/device.h"

namespace test {

// Calls `record`, and `at_barrier` for each barrier that it records on `device`. Not thread-safe.
void watch(
    gpu::Device& device, const std::function<void()>& record, const std::function<void()>& at_barrier = [] {});

bool isRendering();

}  // namespace test
