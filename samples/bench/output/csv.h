// Rows as comma-separated values.
#pragma once

#include "algorithms/configuration.h"
#include "files/whole_file.h"
#include "output/output.h"

namespace bench {

// The first line, without its end.
const char* csvHeader();
std::string csvRow(const Configuration& configuration, const Row& row);

// Those of its fields that say how another CSV's rows were made:
// `order,distribution,count_on,key_generator,used,scratch_bytes,key_bits`.
std::string madeFields(const Configuration& configuration, const std::string& used, std::uint64_t scratch_bytes);

class CsvFile : public Output {
 public:
  // Errors: std::runtime_error if it cannot be written; nothing is left behind.
  // `configuration` must outlive it.
  CsvFile(const Configuration& configuration, const std::string& path);

  void row(const Row& row) override;
  void finish() override;

 private:
  const Configuration& configuration_;
  samples::WholeFile file_;
};

}  // namespace bench
