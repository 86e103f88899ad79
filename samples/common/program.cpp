#include "common/program.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <string>

namespace samples {
namespace {

// Messages of other layers can have several lines.
std::string oneLine(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

// Otherwise, the next file would get the descriptor and the output of a closed stream. It is opened in the useless
// direction. Returns true if it was closed.
bool holdIfClosed(int descriptor) {
  if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return false;
  if (open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) != descriptor) std::_Exit(kBadInput);
  return true;
}

}  // namespace

int runProgram(const char* name, const std::function<int()>& body) {
  holdIfClosed(STDIN_FILENO);
  const bool no_output = holdIfClosed(STDOUT_FILENO);
  holdIfClosed(STDERR_FILENO);
  signal(SIGXFSZ, SIG_IGN);
  try {
    if (no_output)
      throw std::runtime_error("stdout is closed; if you do not need the output, redirect it to /dev/null");
    const int code = body();
    requireWritten(stdout);
    return code;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s: %s\n", name, oneLine(error.what()).c_str());
    return kBadInput;
  }
}

void requireWritten(std::FILE* stream) {
  errno = 0;
  const bool failed = std::fflush(stream) != 0;
  const std::string why = errno != 0 ? std::strerror(errno) : "an earlier write failed";
  if (failed || std::ferror(stream) != 0) throw std::runtime_error("cannot write to stdout: " + why);
}

std::string versionLine(const char* name) { return std::string(name) + " " + VKSORT_PROGRAM_VERSION; }

}  // namespace samples
