// What is read once, from its begin to its end, without being kept.
#pragma once
#include <unistd.h>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace particles {

class ByteSource {
 public:
  // Puts up to `most` bytes, at least one unless there are no more; returns how many.
  using Read = std::function<std::size_t(char* to, std::size_t most)>;

  // `name` begins the errors.
  ByteSource(std::string name, Read read);
  // A file. Errors: std::runtime_error for one that is not there, cannot be read, or is no plain file.
  static ByteSource ofFile(const std::string& path);

  // The next records of `bytes` each, as many as are at hand and at most `most`; none where less than one is left.
  // Valid until the next call.
  std::span<const char> records(std::size_t bytes, uint64_t most);
  // The next bytes, fewer at the end, which are not taken. Valid until the next call.
  std::string_view peek(std::size_t bytes);
  // Takes so many bytes; false if there are less left.
  bool skip(uint64_t bytes);
  // The next line without its end; nothing behind the last one. Errors: longer than kLongestLine.
  std::optional<std::string_view> line();

  static constexpr std::size_t kLongestLine = 65536;

  uint64_t position() const { return position_; }  // bytes that were read so far
  uint64_t lines() const { return lines_; }        // lines that were read so far
  uint64_t size() const { return size_; }          // of the file; 0 if nobody knows
  const std::string& name() const { return name_; }

  // "NAME: byte 123: why", of the position given; "NAME: line 12: why", of the line read last.
  [[noreturn]] void failAtByte(uint64_t byte, const std::string& why) const;
  [[noreturn]] void failAtLine(const std::string& why) const;

 private:
  // Tries to have `bytes` at hand; false if there are less left.
  bool have(std::size_t bytes);

  std::string name_;
  Read read_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of what is at hand, in the buffer
  std::size_t end_ = 0;
  bool over_ = false;
  uint64_t position_ = 0;
  uint64_t lines_ = 0;
  uint64_t size_ = 0;
};

// Whether it begins as one.
bool isGzip(ByteSource& source);

// What is packed in it. `source` must outlive it. Errors: std::runtime_error that names the byte of `source` where it
// is damaged or cut short.
ByteSource inflated(ByteSource& source);

// How far reading is, on standard error where that is a terminal.
class Progress {
 public:
  explicit Progress(uint64_t count) : count_(count), shown_(isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (percent_ != 0) std::fputs("\r                    \r", stderr);
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(uint64_t done) {
    if (!shown_ || done * 20 / count_ * 5 == percent_) return;
    percent_ = done * 20 / count_ * 5;
    std::fprintf(stderr, "\rreading points %3u %%", static_cast<unsigned>(percent_));
  }

 private:
  uint64_t count_;
  bool shown_;
  uint64_t percent_ = 0;
};

}  // namespace particles
