// Makes the sort of a scene's elements.
#pragma once
#include <memory>

#include "sort/depth_sort.h"

namespace particles {

// The one that scene and choice ask for; refusal() must have none. `elements` must outlive it. Errors: gpu::Error,
// among them a device that vksort does not support, and a choice that it cannot do.
std::unique_ptr<DepthSort> makeDepthSort(const gpu::Device& device, const Elements& elements,
                                         const DepthSortInfo& info);

}  // namespace particles
