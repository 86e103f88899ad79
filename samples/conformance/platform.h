// What differs between systems: child processes.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace conform {

// A child process. Its output, stdout and stderr, is read line by line.
class Child {
 public:
  // Starts command[0], a path. Errors: std::runtime_error.
  explicit Child(const std::vector<std::string>& command);
  // Ends it if it still runs.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  enum class Read : unsigned char { line, end, timeout };
  // Waits up to `seconds` for the next line, which comes without its line end.
  Read readLine(std::string& line, double seconds);
  // Waits until it has ended. How it ended: "exit status 3", "signal 11 (Segmentation fault)"; empty for exit status 0.
  std::string wait();
  // Ends it.
  void kill();

 private:
  struct State;
  // A line that has been read as a whole, or at the end what is left.
  bool takeLine(std::string& line, bool at_end);

  std::unique_ptr<State> state_;
  std::string unread_;
};

// The path of this program.
std::string ownPath();

}  // namespace conform
