#include "output/output.h"

namespace bench {

double keysPerSecond(const Row& row) {
  return row.measured.median_us > 0 ? row.count / (row.measured.median_us * 1e-6) : 0.0;
}

}  // namespace bench
