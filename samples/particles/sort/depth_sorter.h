// The configuration of the sort that the viewer uses.
#pragma once
#include "gpu/device.h"
#include "vksort_verifier.h"

namespace particles {

// Sorts up to `most` f32 depths, far ones first, each with its element's index; equal depths stay in the order of the
// indices. With a hook it makes both up itself. Its pipelines are made on as many threads as there are cores.
// In debug builds its kernels are proven on the device first; a path that fails is named on standard error.
// Errors: gpu::Error with vksort's reason for a device that it does not support.
// Thread rule: while nothing else submits to the device's queue.
vksort::Sorter makeSorter(const gpu::Device& device, std::uint32_t most, const vksort::Hook* hook = nullptr);

// The order that it leaves, and what tells whether it is there. Errors: as makeSorter().
vksort::Ordering depthOrdering();
vksort::Verifier makeVerifier(const gpu::Device& device);

}  // namespace particles
