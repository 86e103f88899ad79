#include "output.h"

namespace bench {

double bytesMoved(const Options& options, std::uint32_t count, std::uint32_t dispatches) {
  const double element = options.values == vksort::Values::none ? 4.0 : 8.0;
  return 2.0 * element * count * dispatches;
}

double keysPerSecond(const Row& row) {
  return row.measured.median_us > 0 ? row.count / (row.measured.median_us * 1e-6) : 0.0;
}

}  // namespace bench
