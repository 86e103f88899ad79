// Plans of what a configuration asks for.
#pragma once

#include <span>
#include <vector>

#include "algorithms/configuration.h"
#include "gpu/device.h"

namespace bench {

// The device in the terms of vksort::plan().
vksort::PlanDevice planDevice(const gpu::Device& device);

// The recording that sorts `count` elements, which must be at least 1. `scratch`: scratch memory is passed.
vksort::PlanInfo planInfo(const Configuration& configuration, std::uint32_t count, bool scratch);

// Elements of the largest of so many segments, of equal size but for the last.
std::uint32_t segmentSize(std::uint32_t count, std::uint32_t segments);

std::vector<vksort::PassPlan> passesOf(const vksort::Sorter& sorter, const vksort::PlanInfo& info);
// A SorterInfo without a device.
std::vector<vksort::PassPlan> passesOf(const vksort::SorterInfo& info, const vksort::PlanDevice& device,
                                       const vksort::PlanInfo& plan);

// Bytes of elements that the passes read and write.
std::uint64_t bytesOf(std::span<const vksort::PassPlan> passes);

}  // namespace bench
