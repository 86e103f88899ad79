// Child processes with their outputs kept apart, an environment of their own and an end.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/errors.h"

namespace test {

// A new directory, removed with all it holds.
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

// Variables to set, or to remove where the value is empty; the rest is inherited.
using Environment = std::vector<std::pair<std::string, std::string>>;

struct Result {
  int exit_code = -1;  // -1: ended by a signal, or killed after the time limit
  std::string output;
  std::string errors;

  bool prints(const std::string& words) const { return output.find(words) != std::string::npos; }
};

class Process {
 public:
  // Starts a program, found by PATH if it has no slash. Errors: std::system_error.
  explicit Process(const std::vector<std::string>& command, const Environment& environment = {});
  // Kills it if it still runs.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running();
  // Blocks until it ends, or kills it after `seconds`.
  Result wait(double seconds = 120.0);
  // What it has printed so far.
  std::string output() const;

 private:
  TemporaryDirectory directory_;
  pid_t child_ = 0;  // 0: has ended
  int exit_code_ = -1;
};

Result runToEnd(const std::vector<std::string>& command, const Environment& environment = {});

// A program that was built beside this one.
std::string sibling(const std::string& name);
// The same program with small kernels, which the software driver compiles sooner.
inline std::string small(const std::string& name) { return sibling(name + "-small"); }

// Exit code 2, and one line on stderr that begins with `program` and names `words`.
void checkRefused(const Result& result, const std::string& program, const std::string& words);

}  // namespace test
