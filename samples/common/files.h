#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace samples {

// The files do not have to exist.
bool sameFile(const std::string& one, const std::string& other);

// Writes FILE.tmp, which finish() renames. Throws std::runtime_error that starts with the option.
class WholeFile {
 public:
  // Throws if the path is not writable or not a regular file.
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
