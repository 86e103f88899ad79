#include "output/table.h"

#include "program/program.h"

namespace bench {

void Table::row(const Row& row) {
  if (first_) {
    std::fprintf(stream_, "%-9s %10s %10s %12s %12s %12s %9s %12s %6s %9s %-8s %s\n", "algorithm", "n", "dispatches",
                 "median us", "min us", "max us", "Mkeys/s", "moved MB", "copy", "record us", "verified", "used");
    first_ = false;
  }
  const Measurement& m = row.measured;
  std::fprintf(stream_, "%-9s %10u %10u %12.2f %12.2f %12.2f %9.1f %12.3f %5.1f%% %9.2f %-8s %s\n",
               row.algorithm.c_str(), row.count, m.dispatches, m.median_us, m.min_us, m.max_us,
               keysPerSecond(row) * 1e-6, row.bytes_moved * 1e-6, row.copy_share * 100, m.record_us,
               m.verified ? "yes" : "NO", row.used.c_str());
  for (const Anchor& anchor : row.anchors) {
    std::fprintf(stream_, "    %7.3f x %s (%.2f us)\n", m.median_us / anchor.gpu_us, anchor.system.c_str(),
                 anchor.gpu_us);
  }
  samples::requireWritten(stream_);
}

}  // namespace bench
