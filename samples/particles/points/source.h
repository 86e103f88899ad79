// Reads a file or a pipe from start to end, but only as far as needed.
#pragma once
#include <zlib.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace particles {

// Replaces control characters, because text from a file is printed to a terminal.
std::string printable(std::string text);

class Source {
 public:
  // The file can be packed by gzip. Errors start with `name`, or with the path if it is empty. The functions below
  // throw std::runtime_error if the file cannot be read or its gzip stream is damaged.
  explicit Source(const std::string& path, std::string name = {});

  // Return fewer bytes at the end of the file. The bytes are valid until the next call of a function that reads.
  std::string_view peek(uint64_t bytes);
  std::string_view take(uint64_t bytes);
  // Returns the number of skipped bytes.
  uint64_t skip(uint64_t bytes = ~uint64_t{0});
  bool atEnd() { return peek(1).empty(); }
  // Returns nothing after the last line. Throws an error if the line is longer than kLongestLine.
  std::optional<std::string_view> line();

  static constexpr std::size_t kLongestLine = 65536;

  // Reads again from a former position(). Pipes can be read again because their bytes are stored.
  void rewind(uint64_t position, uint64_t lines);

  uint64_t position() const { return position_; }
  uint64_t lines() const { return lines_; }
  const std::string& name() const { return name_; }

  void ignore(std::string what) { ignored_.push_back(std::move(what)); }
  const std::vector<std::string>& ignored() const { return ignored_; }

  // Throw "NAME: byte 123: why" or "NAME: line 12: why".
  [[noreturn]] void failAtByte(uint64_t byte, const std::string& why) const;
  [[noreturn]] void failAtLine(const std::string& why) const;

 private:
  static constexpr unsigned kAtOnce = 65536;
  void readMore();

  std::string name_;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file_;
  bool seekable_ = false;
  bool ended_ = false;
  std::string bytes_;
  std::size_t begin_ = 0;  // index of the next byte in bytes_
  uint64_t position_ = 0;
  uint64_t lines_ = 0;
  std::vector<std::string> ignored_;
};

void splitInto(std::vector<std::string_view>& words, std::string_view line);

std::string quoted(std::string_view word);

}  // namespace particles
