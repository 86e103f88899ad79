// What the creation of a Sorter took, for people and for files.
#pragma once

#include <string>

#include "algorithms/configuration.h"
#include "create/timed_pipelines.h"

namespace bench {

struct Creation {
  double ms;             // of Sorter::create(), by the clock on the wall
  double first_sort_ms;  // until a sort can be recorded
  std::string level;     // that create() took
  std::vector<TimedPipeline> pipelines;
};

// The number of pipelines and the time to the first sort, then a table with a line for each pipeline, and the sums.
std::string createText(const Creation& creation);
// The same as lines of a CSV, after its header. The last row's kernel is `all`, and its time that of the whole.
std::string createCsv(const Configuration& configuration, const Creation& creation);

}  // namespace bench
