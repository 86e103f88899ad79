#pragma once
#include <sys/types.h>

#include <chrono>
#include <thread>
#include <utility>

#include "support/child.h"
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

inline void pause(double seconds) { std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); }

// Evaluates `holds` 50 times per second. Returns false if it is not true within `seconds`.
template <typename Condition>
bool eventually(Condition holds, double seconds = 60.0) {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::duration<double>(seconds); Clock::now() < end; pause(0.02))
    if (holds()) return true;
  return holds();
}

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
  // Starts a program, using PATH if its name contains no slash. If it cannot start, its exit code is 126 or 127.
  explicit Process(const std::vector<std::string>& command, const Environment& environment = {});
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running();
  Result wait(double seconds = 120.0);
  std::string output() const { return readFile(directory_.path() / "output"); }

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
