#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/errors.h"

namespace test {

// Creates a directory, and finally removes it with its contents.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::size_t entries() const;
  bool empty() const { return entries() == 0; }

 private:
  std::filesystem::path path_;
};

// Variables to set, or to remove if the value is empty. All others are inherited.
using Environment = std::vector<std::pair<std::string, std::string>>;

struct Result {
  int exit_code = -1;  // -1 if a signal or the time limit ended it
  std::string output;
  std::string errors;

  bool prints(const std::string& words) const { return output.find(words) != std::string::npos; }
};

class Process {
 public:
  // Starts a program, using PATH if the name has no slash. Throws std::system_error.
  explicit Process(const std::vector<std::string>& command, const Environment& environment = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running();
  Result wait(double seconds = 120.0);
  std::string output() const;

 private:
  TemporaryDirectory directory_;
  pid_t child_ = 0;
  int exit_code_ = -1;
};

Result runToEnd(const std::vector<std::string>& command, const Environment& environment = {});

std::string sibling(const std::string& name);
inline std::string small(const std::string& name) { return sibling(name + "-small"); }

// Checks for exit code 2, and one error line that starts with `program` and contains `words`.
void checkRefused(const Result& result, const std::string& program, const std::string& words);

}  // namespace test
