// Timing of one size.
#pragma once

#include <cstdint>

#include "gpu/device.h"
#include "input.h"
#include "options.h"

namespace bench {

struct Measurement {
  std::uint32_t dispatches = 0;
  double median_us = 0, min_us = 0, max_us = 0;  // GPU time; CPU time for the algorithm `cpu`
  double record_us = 0;                          // CPU time to record one sort, median
  bool verified = false;                         // the last repetition's output
};

// Sorts `input` options.repeat times on the device, each time from fresh copies, and reads the last result back.
Measurement measureDevice(const gpu::Device& device, const vksort::Sorter& sorter, const Options& options,
                          const Elements& input);

// std::sort on one core.
Measurement measureCpu(const Options& options, const Elements& input);

// Median rate of vkCmdCopyBuffer between two buffers of `bytes`, in bytes read and written per second.
double copyBandwidth(const gpu::Device& device, VkDeviceSize bytes);

}  // namespace bench
