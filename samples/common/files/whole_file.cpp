#include "files/whole_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace samples {
namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;            // one behind the other, as Linux has it
constexpr std::size_t kMostOfName = 200;  // bytes of 255, so that the rest fits
constexpr int kMostNames = 1000;          // of one process, which may have the number of one that was killed

// Where the links lead, whether there is something or not.
fs::path behindLinks(fs::path path) {
  std::error_code ignored;
  for (int i = 0; i < kMostLinks && fs::is_symlink(path, ignored); ++i)
    path = path.parent_path() / fs::read_symlink(path, ignored);
  return path;
}

fs::path folderOf(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

}  // namespace

bool sameFile(const std::string& one, const std::string& other) {
  std::error_code ignored;
  const fs::path a = behindLinks(one), b = behindLinks(other);
  if (fs::exists(a, ignored) && fs::exists(b, ignored)) return fs::equivalent(a, b, ignored);
  return a.filename() == b.filename() && fs::equivalent(folderOf(a), folderOf(b), ignored);
}

WholeFile::WholeFile(std::string option, const std::string& path) : option_(std::move(option)), path_(path) {
  std::error_code ignored;
  const fs::path place = behindLinks(path);
  const fs::file_status status = fs::status(place, ignored);
  if (fs::is_symlink(place, ignored)) fail("too many links");
  if (path.empty() || (fs::exists(status) && !fs::is_regular_file(status))) fail("not a plain file");
  path_ = place.string();
  open();
}

WholeFile::~WholeFile() { remove(); }

void WholeFile::open() {
  const fs::path place = path_;
  const std::string name = place.filename().string().substr(0, kMostOfName) + '.' + std::to_string(getpid()) + '-';
  for (int i = 0; i < kMostNames; ++i) {
    part_ = (place.parent_path() / (name + std::to_string(i) + ".part")).string();
    unfinished_.emplace(part_);  // before it is there, so that no signal comes between
    fd_ = ::open(part_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd_ >= 0 || errno != EEXIST) break;
  }
  if (fd_ >= 0) return;
  const int error = errno;
  unfinished_.reset();
  fail(std::strerror(error));
}

void WholeFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const std::string why = written < 0 ? std::strerror(errno) : "no room";
      remove();
      fail(why);
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void WholeFile::finish() {
  bool done = fsync(fd_) == 0 || errno == EINVAL;  // EINVAL: a file system that has no such thing
  int error = errno;
  if (close(std::exchange(fd_, -1)) != 0 && done) {
    done = false;
    error = errno;
  }
  if (done && std::rename(part_.c_str(), path_.c_str()) != 0) {
    done = false;
    error = errno;
  }
  if (!done) unlink(part_.c_str());
  unfinished_.reset();
  if (!done) fail(std::strerror(error));
}

void WholeFile::remove() {
  if (fd_ < 0) return;
  close(std::exchange(fd_, -1));
  unlink(part_.c_str());
  unfinished_.reset();
}

void WholeFile::fail(const std::string& why) const {
  throw std::runtime_error(option_ + ": cannot write " + path_ + ": " + why);
}

}  // namespace samples
