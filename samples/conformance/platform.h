#pragma once

#include <memory>
#include <string>
#include <vector>

namespace conform {

// Reads stdout and stderr of the child line by line.
class Child {
 public:
  // Starts the program at the path command[0].
  explicit Child(const std::vector<std::string>& command);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  enum class Read : unsigned char { line, end, timeout };
  // Waits up to `seconds`. Removes the line end.
  Read readLine(std::string& line, double seconds);
  // Returns, for example, "exit status 3" or "signal 11 (Segmentation fault)", or an empty string for exit status 0.
  std::string wait();
  void kill();

 private:
  struct State;
  // Returns a complete line, or the remaining text at the end.
  bool takeLine(std::string& line, bool at_end);

  std::unique_ptr<State> state_;
  std::string unread_;
};

std::string ownPath();

}  // namespace conform
