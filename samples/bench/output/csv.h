// Rows as comma-separated values.
#pragma once

#include "output/output.h"
#include "output/output_file.h"

namespace bench {

// The first line, without its end.
const char* csvHeader();
std::string csvRow(const Options& options, const Row& row);

class CsvFile : public Output {
 public:
  // Errors: std::runtime_error if it cannot be written; nothing is left behind.
  CsvFile(const Options& options, const std::string& path);

  void row(const Row& row) override;
  void finish() override;

 private:
  const Options& options_;
  OutputFile file_;
};

}  // namespace bench
