#include "csv.h"

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
  std::snprintf(
      text, sizeof text, "%s,%s,%s,%s,%s,%s,%s,1,cpu,no,no,%u,%u,%.2f,%.2f,%.2f,%.4g,%.3f,%.2f,%s",
      row.algorithm.c_str(), wordOf(options.key_type).c_str(), options.values == vksort::Values::none ? "none" : "u32",
      options.values == vksort::Values::interleaved ? "interleaved" : "split", wordOf(options.ties).c_str(),
      wordOf(options.order).c_str(), wordOf(options.distribution).c_str(), row.count, m.dispatches, m.median_us,
      m.min_us, m.max_us, keysPerSecond(row), row.copy_share, m.record_us, m.verified ? "yes" : "no");
  return text;
}

CsvFile::CsvFile(const Options& options, const std::string& path) : options_(options), path_(path) {
  // A link is followed; anything but a plain file, a device say, is not replaced. Nor is a file that is in the way.
  std::error_code ignored;
  if (std::filesystem::is_symlink(path_, ignored)) path_ = std::filesystem::weakly_canonical(path_, ignored);
  part_ = path_.string() + ".part";
  const bool replaceable = !std::filesystem::exists(path_, ignored) || std::filesystem::is_regular_file(path_, ignored);
  if (path.empty() || !replaceable) throw std::runtime_error("--csv: cannot write " + path + ": not a plain file");
  if (std::filesystem::exists(part_, ignored)) {
    throw std::runtime_error("--csv: " + part_.string() +
                             " is there already: another run's, or left by one; remove it");
  }
  if (!options.against.empty() && std::filesystem::equivalent(path_, options.against, ignored)) {
    throw std::runtime_error("--csv: cannot write " + path + ": --against reads it");
  }
  file_.open(part_);
  file_ << csvHeader() << '\n';
  if (file_.flush()) return;
  if (file_.is_open()) std::filesystem::remove(part_, ignored);
  throw std::runtime_error("--csv: cannot write " + path);
}

CsvFile::~CsvFile() {
  if (!file_.is_open()) return;
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void CsvFile::row(const Row& row) { file_ << csvRow(options_, row) << std::endl; }

void CsvFile::finish() {
  const bool written = static_cast<bool>(file_.flush());
  file_.close();
  std::error_code error;
  if (written) std::filesystem::rename(part_, path_, error);
  if (!written || error) throw std::runtime_error("--csv: cannot write " + path_.string());
}

}  // namespace bench
