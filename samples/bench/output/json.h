// Rows as one JSON array of objects: the columns of the CSV, the bytes moved and the ratios to the anchors.
#pragma once

#include <cstdio>

#include "algorithms/configuration.h"
#include "output/output.h"

namespace bench {

// Whether the text may stand in JSON: UTF-8.
bool isJsonText(const std::string& text);

// One object, in one line.
std::string jsonRow(const Configuration& configuration, const Row& row);

class JsonArray : public Output {
 public:
  // Both must outlive it.
  JsonArray(const Configuration& configuration, std::FILE* stream) : configuration_(configuration), stream_(stream) {}

  void row(const Row& row) override;
  void finish() override;

 private:
  const Configuration& configuration_;
  std::FILE* stream_;
  bool empty_ = true;
};

}  // namespace bench
