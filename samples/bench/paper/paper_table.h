// The steps of the paper as a Markdown table, like tables 3 and 4 of the paper: time, speed-up over the step before,
// and over std::sort on one core.
#pragma once

#include <cstdio>

#include "output/output.h"

namespace bench {

class PaperTable : public Output {
 public:
  explicit PaperTable(std::FILE* stream) : stream_(stream) {}
  void row(const Row& row) override;

 private:
  std::FILE* stream_;
  std::uint32_t count_ = 0;  // of the rows so far
  double cpu_us_ = 0;
  double step_before_us_ = 0;
};

}  // namespace bench
