// The case of a number.
#pragma once
#include "case.h"

namespace fuzz {

struct Plan {
  uint64_t seed = 1;
  uint32_t largest = 5000;  // elements of one sort at most, but for margins
  uint32_t pool = 12;       // configurations, each with promises and without, that so many cases share, as
                            // their pipelines take time:
  uint32_t cases_per_pool = 150;
  uint32_t pool_from = 0;       // so many are drawn before them, which other runs of this seed have
  uint32_t validate_every = 0;  // of so many cases the first is validated; 0: none is
};

Case drawCase(const Plan& plan, uint64_t number);

}  // namespace fuzz
