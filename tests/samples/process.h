// Child processes with their outputs kept apart, an environment of their own and an end.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace test {

// A new directory, removed with all it holds.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::filesystem::path& path() const { return path_; }
  bool empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

// Variables to set, or to remove where the value is empty; the rest is inherited.
using Environment = std::vector<std::pair<std::string, std::string>>;

struct Result {
  int exit_code = -1;  // -1: ended by a signal, or killed after the time limit
  std::string output;
  std::string errors;
  int signal = 0;  // that ended it
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
  // Sends a signal, if it still runs.
  void send(int signal);
  // Blocks until it ends, or kills it after `seconds`.
  Result wait(double seconds = 120.0);
  // Seconds of processors that it has taken so far; 0 once it has ended.
  double processorSeconds() const;
  // What it has printed so far.
  std::string output() const;

 private:
  TemporaryDirectory directory_;
  pid_t child_ = 0;  // 0: has ended
  int exit_code_ = -1;
  int signal_ = 0;
};

Result runToEnd(const std::vector<std::string>& command, const Environment& environment = {});

// A program that was built beside this one.
std::string sibling(const std::string& name);
// The same program with small kernels, which the software driver compiles sooner: for all that is not about the
// kernels.
inline std::string small(const std::string& name) { return sibling(name + "-small"); }

std::size_t lineCount(const std::string& text);

}  // namespace test
