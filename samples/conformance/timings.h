#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cases/gpu.h"
#include "gpu/buffer.h"

namespace conform {

class TimedSort {
 public:
  // `payload` must be none or index.
  TimedSort(const gpu::Device& device, vksort::Payload payload, std::uint32_t count);
  std::uint32_t count() const { return static_cast<std::uint32_t>(words_.size()); }
  // Returns the median in microseconds, above 0. Uses scratch memory if the Sorter can.
  double time(const vksort::Sorter& sorter);
  // Checks the last result on the CPU.
  bool isSorted() const;

 private:
  const gpu::Device& device_;
  vksort::Ordering ordering_{};
  std::vector<std::uint32_t> words_;
  gpu::Buffer unsorted_, keys_, payload_, scratch_;
};

double rounded(double microseconds);
const char* sorterName(vksort::Payload payload);

// Returns {"copy_bytes_per_second", "clock", "sorts": sortTimes()}. The rate counts bytes read and bytes written. If
// the queue has no timestamps, the clock is the CPU's, and times include submissions.
nlohmann::json timings(cases::Gpu& gpu);

// Tunings for "keys" and "index". The default is the library's.
using Tunings = std::map<std::string, vksort::Tuning>;
// Returns [{"sorter", "count", "microseconds"}, ...] with 10 medians.
nlohmann::json sortTimes(cases::Gpu& gpu, const Tunings& tunings);

}  // namespace conform
