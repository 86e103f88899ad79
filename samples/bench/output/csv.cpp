#include "output/csv.h"

#include <algorithm>
#include <cstdio>

#include "input/words.h"

namespace bench {
namespace {

const char* keyGeneratorWord(KeySource source) {
  if (source == KeySource::generator) return "yes";
  return source == KeySource::pass ? "pass" : "no";
}

// The fields `order,distribution`.
std::string arrangementFields(const Input& input) {
  return wordOf(input.ordering.order) + "," + wordOf(input.distribution);
}

// The fields `count_on,key_generator`.
std::string modeFields(const Configuration& configuration) {
  return std::string(configuration.count_on_gpu ? "gpu" : "cpu") + "," + keyGeneratorWord(configuration.input.source);
}

// The fields `used,scratch_bytes,key_bits`.
std::string usedFields(const Input& input, const std::string& used, std::uint64_t scratch_bytes) {
  return used + "," + std::to_string(scratch_bytes) + "," + std::to_string(input.differingBits());
}

}  // namespace

const char* csvHeader() {
  return "algorithm,keys,payload,layout,ties,order,distribution,segments,count_on,key_generator,n,"
         "dispatches,median_us,min_us,max_us,keys_per_s,copy_share,cpu_record_us,verified,used,scratch_bytes,key_bits";
}

std::string csvRow(const Configuration& configuration, const Row& row) {
  const Input& input = configuration.input;
  const Measurement& m = row.measured;
  char text[512];
  std::snprintf(text, sizeof text, "%s,%s,%s,%u,%s,%u,%u,%.2f,%.2f,%.2f,%.4g,%.3f,%.2f,%s,%s", row.algorithm.c_str(),
                elementFields(input).c_str(), arrangementFields(input).c_str(), std::max(configuration.segments, 1u),
                modeFields(configuration).c_str(), row.count, m.dispatches, m.median_us, m.min_us, m.max_us,
                keysPerSecond(row), row.copy_share, m.record_us, m.verified ? "yes" : "no",
                usedFields(input, row.used, row.scratch_bytes).c_str());
  return text;
}

std::string madeFields(const Configuration& configuration, const std::string& used, std::uint64_t scratch_bytes) {
  const Input& input = configuration.input;
  return arrangementFields(input) + "," + modeFields(configuration) + "," + usedFields(input, used, scratch_bytes);
}

CsvFile::CsvFile(const Configuration& configuration, const std::string& path)
    : configuration_(configuration), file_("--csv", path) {
  file_.write(csvHeader() + std::string("\n"));
}

void CsvFile::row(const Row& row) { file_.write(csvRow(configuration_, row) + "\n"); }

void CsvFile::finish() { file_.finish(); }

}  // namespace bench
