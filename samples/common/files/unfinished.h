// Files that a signal removes if it ends the program before they are finished.
#pragma once

#include <string>

namespace samples {

// For as long as it lives: SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGPIPE remove the file, and then end the program as
// they do without this; those that the program ignores or handles itself stay as they are. At most 8 files at a time,
// of paths of fewer than 4096 bytes; more are not removed. SIGKILL cannot be handled.
class Unfinished {
 public:
  explicit Unfinished(const std::string& path);
  ~Unfinished();
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

 private:
  struct Slot* slot_ = nullptr;
};

}  // namespace samples
