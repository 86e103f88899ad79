// A file in memory that is read once, from start to end.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace particles {

// Replaces control characters, so that text of a file can be printed to a terminal.
std::string printable(std::string text);

class Source {
 public:
  // `bytes` are the bytes of a file, which can be packed by gzip. Errors start with `name`. Errors:
  // std::runtime_error that names the byte where gzip's stream is damaged or cut short.
  Source(std::string name, std::string bytes);
  // Errors: std::runtime_error if the file does not exist, cannot be read, or is not a regular file.
  static Source ofFile(const std::string& path);

  // Returns the bytes that were not taken yet.
  std::string_view rest() const { return std::string_view(bytes_).substr(position_); }
  // Takes the next bytes, or fewer at the end.
  std::string_view take(uint64_t bytes);
  // Takes the next line, without its end. Returns nothing after the last line. Errors: a line longer than kLongestLine,
  // a CR without LF in the first line.
  std::optional<std::string_view> line();

  static constexpr std::size_t kLongestLine = 65536;

  uint64_t position() const { return position_; }  // bytes taken so far
  uint64_t lines() const { return lines_; }        // lines taken so far
  const std::string& name() const { return name_; }

  // Adds an unsupported flag, comment or element to the list in the summary.
  void ignore(std::string what) { ignored_.push_back(std::move(what)); }
  const std::vector<std::string>& ignored() const { return ignored_; }

  // Throw "NAME: byte 123: why" or "NAME: line 12: why", using the last line.
  [[noreturn]] void failAtByte(uint64_t byte, const std::string& why) const;
  [[noreturn]] void failAtLine(const std::string& why) const;

 private:
  std::string name_;
  std::string bytes_;
  std::size_t position_ = 0;
  uint64_t lines_ = 0;
  std::vector<std::string> ignored_;
};

// Replaces `words` by the words of a line, which are separated by blanks and tabs.
void splitInto(std::vector<std::string_view>& words, std::string_view line);

// Returns a word for messages, or its first 60 bytes.
std::string quoted(std::string_view word);

}  // namespace particles
