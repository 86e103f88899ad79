// A file in memory that is read once, from its begin to its end.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace particles {

// Of words from a file, for a terminal: without characters that command it.
std::string printable(std::string text);

class Source {
 public:
  // `bytes` are the bytes of a file, which can be packed by gzip. Errors start with `name`. Errors:
  // std::runtime_error that names the byte where gzip's stream is damaged or cut short.
  Source(std::string name, std::string bytes);
  // Errors: std::runtime_error for a file that is not there, cannot be read, or is no plain file.
  static Source ofFile(const std::string& path);

  // What was not taken yet.
  std::string_view rest() const { return std::string_view(bytes_).substr(position_); }
  // The next bytes; fewer at the end.
  std::string_view take(uint64_t bytes);
  // The next line without its end; nothing behind the last one. Errors: longer than kLongestLine; the first one has a
  // CR that no LF follows.
  std::optional<std::string_view> line();

  static constexpr std::size_t kLongestLine = 65536;

  uint64_t position() const { return position_; }  // bytes that were taken so far
  uint64_t lines() const { return lines_; }        // the same of lines
  const std::string& name() const { return name_; }

  // Names what is not understood: a flag, a comment, an element. The summary has all of them.
  void ignore(std::string what) { ignored_.push_back(std::move(what)); }
  const std::vector<std::string>& ignored() const { return ignored_; }

  // "NAME: byte 123: why" and "NAME: line 12: why". The line is the line read last.
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
