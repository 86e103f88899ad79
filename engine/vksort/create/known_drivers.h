// Kernels that fail on some drivers. create() skips them as if the driver had not compiled them.
#pragma once

#include <span>

#include "device/support.h"

namespace vksort {

struct KnownDriver {
  std::uint32_t vendor_id;  // 0 means any vendor
  VkDriverId driver_id;
  std::uint32_t first_version, last_version;  // see DeviceFacts::driver_version
  const char* kernels;                        // prefix of their names. If null, all kernels with full subgroups fail
  const char* reason;                         // contains the address of a report
};

[[nodiscard]] inline bool isOf(const KnownDriver& row, const DeviceFacts& facts) {
  return (row.vendor_id == 0 || row.vendor_id == facts.limits.vendor_id) && row.driver_id == facts.driver_id &&
         row.first_version <= facts.driver_version && facts.driver_version <= row.last_version;
}

// Some tests use other rows.
[[nodiscard]] std::span<const KnownDriver> knownDrivers();

}  // namespace vksort
