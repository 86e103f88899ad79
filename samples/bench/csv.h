// Rows as comma-separated values.
#pragma once

#include <filesystem>
#include <fstream>

#include "output.h"

namespace bench {

// The first line, without its end.
const char* csvHeader();
std::string csvRow(const Options& options, const Row& row);

// Writes beside the file and puts it in place when finished, so that there is never half a table in it.
class CsvFile : public Output {
 public:
  // Errors: std::runtime_error if it cannot be written; nothing is left behind.
  CsvFile(const Options& options, const std::string& path);
  ~CsvFile() override;

  void row(const Row& row) override;
  void finish() override;

 private:
  const Options& options_;
  std::filesystem::path path_;
  std::filesystem::path part_;
  std::ofstream file_;
};

}  // namespace bench
