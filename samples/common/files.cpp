#include "common/files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace samples {

namespace fs = std::filesystem;

bool sameFile(const std::string& one, const std::string& other) {
  std::error_code ignored;
  return fs::weakly_canonical(one, ignored) == fs::weakly_canonical(other, ignored) ||
         fs::equivalent(one, other, ignored);
}

WholeFile::WholeFile(std::string option, const std::string& path)
    : option_(std::move(option)), path_(path), part_(path + ".tmp") {
  std::error_code ignored;
  // Devices and pipes must not be replaced.
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored)) fail("not a regular file");
  file_.open(part_, std::ios::binary);
  if (!file_) fail(std::strerror(errno));
}

WholeFile::~WholeFile() {
  if (!file_.is_open()) return;
  file_.close();
  std::error_code ignored;
  fs::remove(part_, ignored);
}

void WholeFile::write(std::string_view bytes) {
  if (!file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush()) fail(std::strerror(errno));
}

void WholeFile::finish() {
  std::error_code error;
  file_.close();
  if (!file_) error = {errno, std::generic_category()};
  if (!error) fs::rename(part_, path_, error);
  if (!error) return;
  std::error_code ignored;
  fs::remove(part_, ignored);
  fail(error.message());
}

void WholeFile::fail(const std::string& why) const {
  throw std::runtime_error(option_ + ": cannot write " + path_ + ": " + why);
}

}  // namespace samples
