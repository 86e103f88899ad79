// Ten times of sorts, beside the rate at which the device copies.
#pragma once

#include <nlohmann/json.hpp>

#include "gpu.h"

namespace conform {

// {"copy_bytes_per_second", "clock", "sorts": [{"sorter", "count", "microseconds"}, ...]}.
// Bytes are those read and those written. The clock is that of the queue, or of the host if the queue has none; it then
// takes submissions in. Times are medians.
nlohmann::json timings(fuzz::Gpu& gpu);

}  // namespace conform
