// Rows as one JSON array of objects: the columns of the CSV, the bytes moved and the ratios to the anchors.
#pragma once

#include <cstdio>

#include "output/output.h"

namespace bench {

// One object, in one line.
std::string jsonRow(const Options& options, const Row& row);

class JsonArray : public Output {
 public:
  // `stream` must outlive it.
  JsonArray(const Options& options, std::FILE* stream) : options_(options), stream_(stream) {}

  void row(const Row& row) override;
  void finish() override;

 private:
  const Options& options_;
  std::FILE* stream_;
  bool empty_ = true;
};

}  // namespace bench
