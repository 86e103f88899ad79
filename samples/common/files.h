// Files that programs write as a whole or not at all.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace samples {

// Returns true if both paths name the same file, which need not exist.
bool sameFile(const std::string& one, const std::string& other);

// A file that an option names. It is written to FILE.tmp and renamed in finish(). Errors: std::runtime_error that
// starts with the option. Without finish(), FILE stays as it was.
class WholeFile {
 public:
  // Fails unless the path can be written now and names a regular file, or none yet.
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
