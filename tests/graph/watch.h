// What reaches the command buffer while a graph is recorded.
#pragma once
#include <functional>

#include "gpu/device.h"

namespace test {

// Calls `record`, and `at_barrier` at every barrier that it records on `device`. Not for several threads.
void watch(
    gpu::Device& device, const std::function<void()>& record, const std::function<void()>& at_barrier = [] {});

// Whether rendering was begun and not ended, during and after the last call of watch().
bool isRendering();

}  // namespace test
