// Kernels that fail on some drivers, as data. create() skips them as if the driver had not compiled them.
#pragma once

#include <span>

#include "device/support.h"

namespace vksort {

struct KnownDriver {
  std::uint32_t vendor_id;  // 0: any
  VkDriverId driver_id;
  std::uint32_t first_version, last_version;  // as DeviceFacts::driver_version
  const char* kernels;                        // those whose names begin like this; null: all in full subgroups
  const char* reason;                         // with the address of a report
};

[[nodiscard]] inline bool isOf(const KnownDriver& row, const DeviceFacts& facts) {
  return (row.vendor_id == 0 || row.vendor_id == facts.limits.vendor_id) && row.driver_id == facts.driver_id &&
         row.first_version <= facts.driver_version && facts.driver_version <= row.last_version;
}

// All rows. A build of tests has others.
[[nodiscard]] std::span<const KnownDriver> knownDrivers();

}  // namespace vksort
