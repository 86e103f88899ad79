#include "output/output_file.h"

#include <stdexcept>
#include <system_error>
#include <utility>

namespace bench {

OutputFile::OutputFile(std::string option, const std::string& path) : option_(std::move(option)), path_(path) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(path_, ignored)) path_ = std::filesystem::weakly_canonical(path_, ignored);
  part_ = path_.string() + ".part";
  const bool replaceable = !std::filesystem::exists(path_, ignored) || std::filesystem::is_regular_file(path_, ignored);
  if (path.empty() || !replaceable) throw std::runtime_error(option_ + ": cannot write " + path + ": not a plain file");
  if (std::filesystem::exists(part_, ignored)) {
    throw std::runtime_error(option_ + ": " + part_.string() +
                             " is there already: another run's, or left by one; remove it");
  }
  file_.open(part_);
  if (!file_.is_open()) throw std::runtime_error(option_ + ": cannot write " + path);
}

OutputFile::~OutputFile() {
  if (!file_.is_open()) return;
  file_.close();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void OutputFile::finish() {
  const bool written = static_cast<bool>(file_.flush());
  file_.close();
  std::error_code error;
  if (written) std::filesystem::rename(part_, path_, error);
  if (written && !error) return;
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
  throw std::runtime_error(option_ + ": cannot write " + path_.string());
}

}  // namespace bench
