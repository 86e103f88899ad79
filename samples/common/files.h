#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace samples {

// Returns true if both paths name the same file, which does not have to exist.
bool sameFile(const std::string& one, const std::string& other);

// Writes a file completely or not at all: it is written to FILE.tmp, which finish() renames. Throws std::runtime_error
// that starts with the option.
class WholeFile {
 public:
  // Throws if the path is not writable, or names something other than a regular file.
  WholeFile(std::string option, const std::string& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::string_view bytes);
  void finish();

 private:
  [[noreturn]] void fail(const std::string& why) const;

  const std::string option_, path_, part_;
  std::ofstream file_;
};

}  // namespace samples
