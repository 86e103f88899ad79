// The tunings that are searched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "vksort_expert.h"

namespace bench {

// One member of a tuning, and the values that are tried.
struct TuneAxis {
  const char* name;
  std::size_t word;  // of the tuning
  std::span<const std::uint32_t> values;
  const char* kernel = "-";  // that it shapes without the plan telling: the beginning of its name
};

// All other points of the axis through the tuning. Some are of no use to the device, or to any.
std::vector<vksort::Tuning> others(const TuneAxis& axis, const vksort::Tuning& tuning);

// The members that one algorithm sorts by.
struct TuneSpace {
  const char* name;             // its passes begin with it, but for those in place
  vksort::Algorithm algorithm;  // that is forced
  std::span<const TuneAxis> axes;
};

// Axes with the largest effect come first. Together they change every member but registers_log2, which is compiled in,
// and radix_from, see tune_crossover.h.
std::span<const TuneSpace> tuneSpaces();

// What the plan of a sort depends on.
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

// Whether `count` elements are sorted by the algorithm of the space if `asked` is. In place every count is.
bool sorts(const TuneTarget& target, const TuneSpace& space, const vksort::Tuning& tuning, std::uint32_t count,
           vksort::Algorithm asked);

// Whether sorts of `count` elements by the two run other kernels. The target must take both.
bool differ(const TuneTarget& target, const TuneSpace& space, const vksort::Tuning& a, const vksort::Tuning& b,
            std::uint32_t count);

}  // namespace bench
