// Where measured rows go: tables, CSV, JSON; and the anchors that they are compared with.
#pragma once

#include <cstdio>
#include <memory>
#include <variant>

#include "bench/algorithms.h"
#include "bench/measure.h"
#include "common/files.h"

namespace bench {

// A time of another sort.
struct Anchor {
  std::string system;
  std::string mode;  // keys or pairs
  std::uint32_t log2_n;
  double gpu_us;
};
// Of a table with the columns system,mode,log2_n,gpu_us: a plain file of at most 1 MiB. Errors: std::runtime_error that
// names --against, the file, and the line that is not printable ASCII, or does not have the four columns: two words
// without quotes, a logarithm up to 30, and 0.001 to 1e9 microseconds.
std::vector<Anchor> readAnchors(const std::string& path);
// Those of one mode and size, quickest first.
std::vector<Anchor> anchorsFor(const std::vector<Anchor>& anchors, const std::string& mode, std::uint32_t log2_n);

struct Row {
  std::string algorithm;
  std::uint32_t count = 0;
  Measurement measured;
  std::string used;                 // which of vksort's algorithms; else empty
  std::uint64_t scratch_bytes = 0;  // of vksort
  std::vector<Anchor> anchors;      // of the same mode and size, quickest first

  // 0 if there was nothing to time.
  double keysPerSecond() const { return measured.median_us > 0 ? count / (measured.median_us * 1e-6) : 0.0; }
};

// A value in its column: the text for CSV, and the value for JSON.
struct Field {
  Field(const char* name, const std::string& word) : column(name), text(word), value(word) {}
  Field(const char* name, const char* format, double number);
  Field(const char* name, bool flag, const std::string& word) : column(name), text(word), value(flag) {}

  std::string column, text;
  std::variant<std::string, double, bool> value;
};
using Fields = std::vector<Field>;
// `parts`, one behind the other.
Fields joined(std::initializer_list<Fields> parts);

Fields elementFields(const Input& input);      // keys,payload,layout,ties
Fields arrangementFields(const Input& input);  // order,distribution
Field segmentsField(const Configuration& configuration);
Field countField(const Configuration& configuration);  // count_on
// used,scratch_bytes,key_bits
Fields usedFields(const Input& input, const std::string& used, std::uint64_t scratch_bytes);
Field verifiedField(bool verified);
// All columns of a CSV of `sort` and `paper`.
Fields rowFields(const Configuration& configuration, const Row& row);

// device,driver,version,date: where and when the rows of a run were measured
Fields originFields(const gpu::Device& device);

// The columns and the values of a line of a CSV, with its end; fields in quotes where they must be (RFC 4180).
std::string csvHeader(const Fields& fields);
std::string csvLine(const Fields& fields);

// A file that --csv names. It is in its place once it is finished, and not before. Errors: std::runtime_error if it
// cannot be written; nothing is left behind.
class CsvFile {
 public:
  // Writes nothing if the path is empty. Each row ends with `origin`.
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
  // Errors, here and below: std::runtime_error if something could not be written.
  virtual void row(const Row& row) = 0;
  // After the last row.
  virtual void finish() {}
};
// Aligned columns, the anchors below each row.
std::unique_ptr<Output> makeTable(std::FILE* stream);
// The steps of the paper in Markdown, like tables 3 and 4 of the paper: time, speed-up over the step before, and over
// std::sort on one core.
std::unique_ptr<Output> makePaperTable(std::FILE* stream);
// An array of objects: the columns of the CSV with `origin`, and the ratios to the anchors.
std::unique_ptr<Output> makeJson(const Configuration& configuration, const Fields& origin, std::FILE* stream);

}  // namespace bench
