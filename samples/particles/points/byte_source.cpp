#include "points/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

namespace particles {
namespace {

constexpr std::size_t kAtOnce = std::size_t{1} << 20U;

// A file descriptor, closed at the end.
struct Descriptor {
  explicit Descriptor(int opened) : fd(opened) {}
  ~Descriptor() { close(fd); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int fd;
};

class Inflater {
 public:
  explicit Inflater(ByteSource& source) : source_(source) {
    constexpr int kGzip = 16 + MAX_WBITS;
    if (inflateInit2(&stream_, kGzip) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  std::size_t read(char* to, std::size_t most) {
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(most, 1U << 30U));
    const uInt room = stream_.avail_out;
    while (stream_.avail_out == room && !over_) {
      if (stream_.avail_in == 0) {
        packed_ = source_.records(1, ~uint64_t{0});
        if (packed_.empty()) fail("the file is cut short: its gzip stream does not end");
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));
        stream_.avail_in = static_cast<uInt>(packed_.size());
      }
      const int result = ::inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_MEM_ERROR) throw std::bad_alloc();
      if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) fail("the gzip stream is damaged");
      over_ = result == Z_STREAM_END;
    }
    return room - stream_.avail_out;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    source_.failAtByte(source_.position() - stream_.avail_in, why);
  }

  ByteSource& source_;
  z_stream stream_{};
  std::span<const char> packed_;  // at most as much as a ByteSource has at hand
  bool over_ = false;
};

}  // namespace

ByteSource::ByteSource(std::string name, Read read) : name_(std::move(name)), read_(std::move(read)) {}

ByteSource ByteSource::ofFile(const std::string& path) {
  const std::string& name = path;
  // Not blocking: a pipe that nobody writes to must not hang.
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) throw std::runtime_error(name + ": cannot be read: " + std::strerror(errno));
  const auto file = std::make_shared<Descriptor>(fd);
  struct stat status {};
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) throw std::runtime_error(name + ": is no plain file");
  ByteSource source(name, [file, name](char* to, std::size_t most) {
    while (true) {
      const ssize_t got = read(file->fd, to, most);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) throw std::runtime_error(name + ": cannot be read: " + std::strerror(errno));
    }
  });
  source.size_ = static_cast<uint64_t>(status.st_size);
  return source;
}

bool ByteSource::have(std::size_t bytes) {
  while (end_ - begin_ < bytes && !over_) {
    if (buffer_.size() < std::max(kAtOnce, bytes)) buffer_.resize(std::max(kAtOnce, bytes));
    if (begin_ != 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    const std::size_t got = read_(buffer_.data() + end_, buffer_.size() - end_);
    over_ = got == 0;
    end_ += got;
  }
  return end_ - begin_ >= bytes;
}

std::span<const char> ByteSource::records(std::size_t bytes, uint64_t most) {
  if (most == 0 || !have(bytes)) return {};
  const std::size_t count = static_cast<std::size_t>(std::min<uint64_t>(most, (end_ - begin_) / bytes));
  const std::span<const char> at_hand(buffer_.data() + begin_, count * bytes);
  begin_ += at_hand.size();
  position_ += at_hand.size();
  return at_hand;
}

std::string_view ByteSource::peek(std::size_t bytes) {
  have(bytes);
  return {buffer_.data() + begin_, std::min(bytes, end_ - begin_)};
}

bool ByteSource::skip(uint64_t bytes) {
  while (bytes != 0) {
    const std::span<const char> skipped = records(1, bytes);
    if (skipped.empty()) return false;
    bytes -= skipped.size();
  }
  return true;
}

std::optional<std::string_view> ByteSource::line() {
  std::size_t looked = 0;
  while (true) {
    const char* from = buffer_.data() + begin_;
    const void* end = end_ - begin_ > looked ? std::memchr(from + looked, '\n', end_ - begin_ - looked) : nullptr;
    const std::size_t length = end != nullptr ? static_cast<std::size_t>(static_cast<const char*>(end) - from) : 0;
    if (end != nullptr ? length > kLongestLine : end_ - begin_ > kLongestLine) {
      ++lines_;
      failAtLine("is longer than " + std::to_string(kLongestLine) + " bytes");
    }
    if (end == nullptr) {
      looked = end_ - begin_;
      if (have(looked + 1)) continue;
      if (looked == 0) return std::nullopt;
    }
    std::string_view text(buffer_.data() + begin_, end != nullptr ? length : looked);
    const std::size_t taken = text.size() + (end != nullptr ? 1 : 0);
    begin_ += taken;
    position_ += taken;
    ++lines_;
    if (text.ends_with('\r')) text.remove_suffix(1);
    return text;
  }
}

void ByteSource::failAtByte(uint64_t byte, const std::string& why) const {
  throw std::runtime_error(name_ + ": byte " + std::to_string(byte) + ": " + why);
}

void ByteSource::failAtLine(const std::string& why) const {
  throw std::runtime_error(name_ + ": line " + std::to_string(lines_) + ": " + why);
}

bool isGzip(ByteSource& source) { return source.peek(2) == "\x1f\x8b"; }

ByteSource inflated(ByteSource& source) {
  const auto inflater = std::make_shared<Inflater>(source);
  return {source.name(), [inflater](char* to, std::size_t most) { return inflater->read(to, most); }};
}

}  // namespace particles
