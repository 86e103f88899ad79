#pragma once

#include <cstdio>
#include <memory>
#include <variant>

#include "bench/algorithms.h"
#include "bench/measure.h"
#include "common/files.h"

namespace bench {

struct Anchor {
  std::string system;
  std::string mode;
  std::uint32_t log2_n;
  double gpu_us;
  std::string device;
};
// The file must be at most 1 MiB of printable ASCII without quotes, with log2_n up to 30 and 0.001 to 1e9 microseconds.
// Otherwise, throws std::runtime_error that names --against, the file and the line.
std::vector<Anchor> readAnchors(const std::string& path);
std::vector<Anchor> anchorsFor(const std::vector<Anchor>& anchors, const std::string& mode, std::uint32_t log2_n);

struct Row {
  std::string system;
  std::uint32_t count = 0;
  Measurement measured;
  std::string used;  // vksort's algorithm, otherwise empty
  std::uint64_t scratch_bytes = 0;
  std::vector<Anchor> anchors;

  // Returns 0 if nothing was timed.
  double keysPerSecond() const { return measured.median_us > 0 ? count / (measured.median_us * 1e-6) : 0.0; }
};

// The text is for CSV, and the value for JSON.
struct Field {
  Field(const char* name, const std::string& word) : column(name), text(word), value(word) {}
  Field(const char* name, std::uint64_t number) : column(name), text(std::to_string(number)), value(number) {}
  Field(const char* name, const char* format, double number);
  Field(const char* name, bool flag, const std::string& word) : column(name), text(word), value(flag) {}

  std::string column, text;
  std::variant<std::string, std::uint64_t, double, bool> value;
};
using Fields = std::vector<Field>;
Fields joined(std::initializer_list<Fields> parts);

Fields elementFields(const Input& input);                  // keys,payload,layout,ties
Fields arrangementFields(const Input& input);              // order,distribution
Fields segmentFields(const Configuration& configuration);  // segments; segment_lengths of a segmented sort
Field countField(const Configuration& configuration);      // count_on
// used,scratch_bytes,key_bits
Fields usedFields(const Input& input, const std::string& used, std::uint64_t scratch_bytes);
Field verifiedField(bool verified);
Fields rowFields(const Configuration& configuration, const Row& row);

// device,driver,version,date
Fields originFields(const gpu::Device& device);

// Include the end of the line. Fields are quoted if necessary (RFC 4180).
std::string csvHeader(const Fields& fields);
std::string csvLine(const Fields& fields);

// Only replaces an existing file once it is finished. Throws std::runtime_error.
class CsvFile {
 public:
  // Writes nothing if the path is empty. Appends `origin` to each row.
  CsvFile(const std::string& path, Fields origin);
  void write(const Fields& fields);
  void finish();

 private:
  const Fields origin_;
  std::optional<samples::WholeFile> file_;
  bool empty_ = true;
};

class Output {
 public:
  virtual ~Output() = default;
  // Throws std::runtime_error if writing fails.
  virtual void row(const Row& row) = 0;
  virtual void finish() {}
};
std::unique_ptr<Output> makeTable(std::FILE* stream);
// Markdown like tables 3 and 4 of the paper, with speed-ups over the previous step and over std::sort on one core.
std::unique_ptr<Output> makePaperTable(std::FILE* stream);
// Objects contain the columns of the CSV file, and the ratios to the anchors.
std::unique_ptr<Output> makeJson(const Configuration& configuration, const Fields& origin, std::FILE* stream);

}  // namespace bench
