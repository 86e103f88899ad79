// A file in memory that is read once, from start to end.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace particles {

// Replaces control characters, because text from a file is printed to a terminal.
std::string printable(std::string text);

class Source {
 public:
  // `bytes` can be packed by gzip. Throws std::runtime_error, starting with `name`, if the gzip stream is damaged.
  Source(std::string name, std::string bytes);
  // Throws std::runtime_error if the file cannot be read or is not a regular file.
  static Source ofFile(const std::string& path);

  std::string_view rest() const { return std::string_view(bytes_).substr(position_); }
  // Returns fewer bytes at the end of the file.
  std::string_view take(uint64_t bytes);
  // Returns nothing after the last line. Throws an error if the line is longer than kLongestLine.
  std::optional<std::string_view> line();

  static constexpr std::size_t kLongestLine = 65536;

  // Reads again from a former position().
  void rewind(uint64_t position, uint64_t lines) { position_ = position, lines_ = lines; }

  uint64_t position() const { return position_; }
  uint64_t lines() const { return lines_; }
  const std::string& name() const { return name_; }

  void ignore(std::string what) { ignored_.push_back(std::move(what)); }
  const std::vector<std::string>& ignored() const { return ignored_; }

  // Throw "NAME: byte 123: why" or "NAME: line 12: why".
  [[noreturn]] void failAtByte(uint64_t byte, const std::string& why) const;
  [[noreturn]] void failAtLine(const std::string& why) const;

 private:
  std::string name_;
  std::string bytes_;
  std::size_t position_ = 0;
  uint64_t lines_ = 0;
  std::vector<std::string> ignored_;
};

void splitInto(std::vector<std::string_view>& words, std::string_view line);

std::string quoted(std::string_view word);

}  // namespace particles
