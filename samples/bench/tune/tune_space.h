// The tunings that are searched.
#pragma once

#include <span>
#include <vector>

#include "vksort_expert.h"

namespace bench {

// One way to change a tuning.
struct TuneAxis {
  const char* name;  // of the member that it changes first
  // All other points of the axis through the tuning. Some are of no use to the device, or to any.
  std::vector<vksort::Tuning> (*others)(const vksort::Tuning& tuning);
};

// Those with the largest effect first. Together they change every member but registers_log2, which is compiled in.
std::span<const TuneAxis> tuneAxes();

// What the plan of a sort in place depends on.
struct TuneTarget {
  bool wide;  // 64-bit keys
  vksort::Payload payload;
  vksort::Ties ties;
  bool baseline;
  vksort::PlanDevice device;
};

// The kind of element, as the rows of the table name it: key, pair or triple.
const char* elementOf(const TuneTarget& target);

// Whether the target takes the tuning.
bool takes(const TuneTarget& target, const vksort::Tuning& tuning);

// Whether sorts of `count` elements by the two run other kernels. The target must take both.
bool differ(const TuneTarget& target, const vksort::Tuning& a, const vksort::Tuning& b, std::uint32_t count);

}  // namespace bench
