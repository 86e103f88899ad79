// The Sorter of a configuration.
#pragma once

#include <optional>

#include "algorithms/configuration.h"
#include "algorithms/depths.h"

namespace bench {

// Where depths of positions are the keys; else nothing.
std::optional<Depths> makeDepths(const gpu::Device& device, const Input& input);

// `depths`: of that; null: none. `get` replaces vkGetInstanceProcAddr for vksort, if given, and `more` are features
// that it offers. Errors: gpu::Error with what the device or the configuration lacks.
vksort::Sorter makeSorter(const gpu::Device& device, const Configuration& configuration, const Depths* depths,
                          VkPipelineCache cache = VK_NULL_HANDLE, PFN_vkGetInstanceProcAddr get = nullptr,
                          vksort::Features more = 0);

}  // namespace bench
