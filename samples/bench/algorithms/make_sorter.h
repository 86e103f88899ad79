// The Sorter of a configuration.
#pragma once

#include <optional>

#include "algorithms/configuration.h"
#include "algorithms/depths.h"

namespace bench {

// Where depths of positions are the keys; else nothing.
std::optional<Depths> makeDepths(const gpu::Device& device, const Input& input);

// What a Sorter is created for, without a device and a key generator.
vksort::SorterInfo sorterInfo(const Configuration& configuration);
// `configuration` must outlive it. Without threads.
vksort::Creation creationOf(const Configuration& configuration);

// `depths`: of makeDepths(); null: none. `get` replaces vkGetInstanceProcAddr for vksort, if given, and `more` are
// features that it offers. Errors: gpu::Error with what the device or the configuration lacks.
vksort::Sorter makeSorter(const gpu::Device& device, const Configuration& configuration, const Depths* depths,
                          VkPipelineCache cache = VK_NULL_HANDLE, PFN_vkGetInstanceProcAddr get = nullptr,
                          vksort::Features more = 0);

}  // namespace bench
