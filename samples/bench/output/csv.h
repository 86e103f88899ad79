// Rows as comma-separated values.
#pragma once

#include "algorithms/configuration.h"
#include "output/output.h"
#include "output/output_file.h"

namespace bench {

// The first line, without its end.
const char* csvHeader();
std::string csvRow(const Configuration& configuration, const Row& row);

class CsvFile : public Output {
 public:
  // Errors: std::runtime_error if it cannot be written; nothing is left behind.
  // `configuration` must outlive it.
  CsvFile(const Configuration& configuration, const std::string& path);

  void row(const Row& row) override;
  void finish() override;

 private:
  const Configuration& configuration_;
  OutputFile file_;
};

}  // namespace bench
