// The configuration of the sort that the viewer uses.
#pragma once
#include "gpu/device.h"
#include "vksort.h"

namespace particles {

// Sorts f32 depths, far ones first, each with its particle's index; equal depths stay in the order of the indices.
// Errors: gpu::Error with vksort's reason for a device that it does not support.
vksort::Sorter makeSorter(const gpu::Device& device);

}  // namespace particles
