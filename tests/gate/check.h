// Whether the shaders still cost what was recorded.
#pragma once
#include <string>
#include <vector>

#include "table.h"

namespace gate {

// A count may be this many per cent above the recorded one.
inline constexpr std::uint64_t kTolerance = 5;

struct Verdict {
  std::vector<std::string> failures;  // one line for each, with the pipeline, the count and the limit
  std::vector<std::string> hints;     // what is no failure, but worth a new table
};

// Failures: registers that did not fit, a count above its limit, a pipeline that is in one table alone.
[[nodiscard]] Verdict check(const Table& recorded, const Table& now);

// How to record a new table.
inline constexpr const char* kRecordCommand = "cmake --build --preset release -t gate-record";

}  // namespace gate
