// Which sizes are timed.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/device.h"

namespace bench {

// Powers of two that are timed where the command line names none.
struct DefaultSizes {
  std::uint32_t min_log2 = 8;
  std::uint32_t max_log2 = 20;
  std::uint32_t software_max_log2 = 20;  // on a software device
};

struct Sizes {
  DefaultSizes defaults;
  std::vector<std::uint32_t> counts;                // in elements; empty: powers of two, as follows
  std::optional<std::uint32_t> min_log2, max_log2;  // as given
};

std::vector<std::uint32_t> countsOf(const gpu::Device& device, const Sizes& sizes);

}  // namespace bench
