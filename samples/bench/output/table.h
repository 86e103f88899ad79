// Rows for people: aligned columns, the anchors below each row.
#pragma once

#include <cstdio>

#include "output/output.h"

namespace bench {

class Table : public Output {
 public:
  explicit Table(std::FILE* stream) : stream_(stream) {}
  void row(const Row& row) override;

 private:
  std::FILE* stream_;
  bool first_ = true;
};

}  // namespace bench
