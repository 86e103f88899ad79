// Times of sorts, beside the rate at which the device copies.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cases/gpu.h"
#include "gpu/buffer.h"

namespace conform {

// Random u32 keys on the device, which any Sorter of the payload sorts.
class TimedSort {
 public:
  // `payload`: none or index.
  TimedSort(const gpu::Device& device, vksort::Payload payload, std::uint32_t count);
  std::uint32_t count() const { return static_cast<std::uint32_t>(words_.size()); }
  // Median microseconds of a sort, above 0, with scratch memory if the Sorter takes any. Errors: gpu::Error.
  double time(const vksort::Sorter& sorter);
  // Whether the last sort did it right. Looks on the host.
  bool isSorted() const;

 private:
  const gpu::Device& device_;
  vksort::Ordering ordering_{};
  std::vector<std::uint32_t> words_;
  gpu::Buffer unsorted_, keys_, payload_, scratch_;
};

double rounded(double microseconds);
// "keys" or "index".
const char* sorterName(vksort::Payload payload);

// {"copy_bytes_per_second", "clock", "sorts": sortTimes()}.
// Bytes are those read and those written. The clock is that of the queue, or of the host if the queue has none; it then
// takes submissions in. Times are medians.
nlohmann::json timings(cases::Gpu& gpu);

// By sorter: "keys", "index". None: the library's.
using Tunings = std::map<std::string, vksort::Tuning>;
// Ten times: [{"sorter", "count", "microseconds"}, ...].
nlohmann::json sortTimes(cases::Gpu& gpu, const Tunings& tunings);

}  // namespace conform
