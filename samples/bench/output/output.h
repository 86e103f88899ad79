// Where measured rows go.
#pragma once

#include <string>
#include <vector>

#include "measure/measure.h"
#include "output/anchors.h"

namespace bench {

struct Row {
  std::string algorithm;
  std::uint32_t count = 0;
  Measurement measured;
  std::string used;                 // which of vksort's algorithms; else empty
  std::uint64_t scratch_bytes = 0;  // of vksort
  double bytes_moved = 0;           // by one sort; 0 for cpu
  double copy_share = 0;            // of the device's copy rate; 0 for cpu
  std::vector<Anchor> anchors;      // of the same mode and size, quickest first
};

// Sorted elements per second; 0 if there was nothing to time.
double keysPerSecond(const Row& row);

class Output {
 public:
  virtual ~Output() = default;
  // Errors, here and below: std::runtime_error if something could not be written.
  virtual void row(const Row& row) = 0;
  // After the last row.
  virtual void finish() {}
};

}  // namespace bench
