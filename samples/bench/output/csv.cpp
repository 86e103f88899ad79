#include "output/csv.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace bench {

const char* csvHeader() {
  return "algorithm,keys,values,layout,ties,order,distribution,lists,count_on,coherent,hook,n,dispatches,median_us,"
         "min_us,max_us,keys_per_s,copy_share,cpu_record_us,verified";
}

std::string csvRow(const Options& options, const Row& row) {
  const Measurement& m = row.measured;
  char text[512];
  std::snprintf(text, sizeof text, "%s,%s,%s,%s,%s,%s,%s,%u,%s,%s,%s,%u,%u,%.2f,%.2f,%.2f,%.4g,%.3f,%.2f,%s",
                row.algorithm.c_str(), wordOf(options.key_type).c_str(),
                options.values == vksort::Values::none ? "none" : "u32",
                options.values == vksort::Values::interleaved ? "interleaved" : "split", wordOf(options.ties).c_str(),
                wordOf(options.order).c_str(), wordOf(options.distribution).c_str(), std::max(options.lists, 1u),
                options.count_on_gpu ? "gpu" : "cpu", options.coherent ? "yes" : "no",
                options.hook       ? "yes"
                : options.key_pass ? "pass"
                                   : "no",
                row.count, m.dispatches, m.median_us, m.min_us, m.max_us, keysPerSecond(row), row.copy_share,
                m.record_us, m.verified ? "yes" : "no");
  return text;
}

CsvFile::CsvFile(const Options& options, const std::string& path) : options_(options), file_("--csv", path) {
  std::error_code ignored;
  if (!options.against.empty() && std::filesystem::equivalent(path, options.against, ignored)) {
    throw std::runtime_error("--csv: cannot write " + path + ": --against reads it");
  }
  file_.stream() << csvHeader() << '\n';
  if (!file_.stream().flush()) throw std::runtime_error("--csv: cannot write " + path);
}

void CsvFile::row(const Row& row) { file_.stream() << csvRow(options_, row) << std::endl; }

void CsvFile::finish() { file_.finish(); }

}  // namespace bench
