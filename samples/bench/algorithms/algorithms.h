// All that can be timed, by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/configuration.h"

namespace bench {

// Every word of --algorithm but `all`, in the order in which they are timed.
const std::vector<std::string>& allAlgorithms();

// `name` must be one of allAlgorithms() and not "cpu". Errors: gpu::Error with what the device or configuration lacks.
std::unique_ptr<Algorithm> makeAlgorithm(const gpu::Device& device, const Configuration& configuration,
                                         const std::string& name);

// Elements that a buffer must hold for `name` to sort `count`.
std::uint32_t capacityFor(const Configuration& configuration, const std::string& name, std::uint32_t count);

// Why a device has no room for so many elements beside their input and vksort's scratch memory; empty if it has.
std::string tooLarge(const gpu::DeviceProperties& properties, const Configuration& configuration,
                     std::uint64_t elements);

// Why `name` cannot sort `count` elements on the device; empty if it can.
std::string refusal(const gpu::Device& device, const Configuration& configuration, const std::string& name,
                    std::uint32_t count);

}  // namespace bench
