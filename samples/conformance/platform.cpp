#include "platform.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <stdexcept>
#include <system_error>

#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char** environ;
#endif

namespace conform {
namespace {

using Clock = std::chrono::steady_clock;

Clock::time_point deadline(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

[[noreturn]] void fail(const std::string& what, int error) {
  throw std::runtime_error(what + ": " + std::system_category().message(error));
}

constexpr double kSecondsToDie = 10;  // limit for a killed child

// A child must not inherit the pipe of another one.
std::mutex spawning;

}  // namespace

bool Child::takeLine(std::string& line, bool at_end) {
  const std::size_t end = unread_.find('\n');
  if (end == std::string::npos && (!at_end || unread_.empty())) return false;
  line = unread_.substr(0, end);
  if (line.ends_with('\r')) line.pop_back();
  unread_.erase(0, end == std::string::npos ? end : end + 1);
  return true;
}

Child::~Child() {
  if (!state_) return;
  kill();
  wait();
}

#ifdef _WIN32

struct Child::State {
  HANDLE output = nullptr, process = nullptr;
  ~State() {
    CloseHandle(output);
    CloseHandle(process);
  }
};

namespace {

std::string quoted(const std::string& word) {
  std::string text = "\"";
  std::size_t slashes = 0;
  for (const char letter : word) {
    if (letter == '"') text.append(slashes + 1, '\\');
    slashes = letter == '\\' ? slashes + 1 : 0;
    text += letter;
  }
  return text.append(slashes, '\\') + "\"";
}

}  // namespace

Child::Child(const std::vector<std::string>& command) : state_(std::make_unique<State>()) {
  const std::lock_guard alone(spawning);
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  HANDLE write_end = nullptr;
  if (!CreatePipe(&state_->output, &write_end, &inherited, 0))
    fail("cannot create a pipe", static_cast<int>(GetLastError()));
  SetHandleInformation(state_->output, HANDLE_FLAG_INHERIT, 0);
  std::string line;
  for (const std::string& word : command) line += quoted(word) + ' ';
  STARTUPINFOA start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = GetStdHandle(STD_INPUT_HANDLE);
  start.hStdOutput = start.hStdError = write_end;
  PROCESS_INFORMATION process{};
  SetErrorMode(SEM_FAILCRITICALERRORS |
               SEM_NOGPFAULTERRORBOX);  // prevents dialogs after crashes; children inherit this
  const BOOL started =
      CreateProcessA(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &start, &process);
  const DWORD error = GetLastError();
  CloseHandle(write_end);
  if (!started) fail("cannot start " + command[0], static_cast<int>(error));
  CloseHandle(process.hThread);
  state_->process = process.hProcess;
}

Child::Read Child::readLine(std::string& line, double seconds) {
  const Clock::time_point end = deadline(seconds);
  while (!takeLine(line, false)) {
    DWORD available = 0;
    if (!PeekNamedPipe(state_->output, nullptr, 0, nullptr, &available, nullptr))
      return takeLine(line, true) ? Read::line : Read::end;
    if (available == 0) {
      if (Clock::now() >= end) return Read::timeout;
      Sleep(5);
      continue;
    }
    std::array<char, 4096> block{};
    DWORD got = 0;
    ReadFile(state_->output, block.data(), std::min(available, static_cast<DWORD>(block.size())), &got, nullptr);
    unread_.append(block.data(), got);
  }
  return Read::line;
}

std::string Child::wait() {
  WaitForSingleObject(state_->process, INFINITE);
  DWORD code = 0;
  GetExitCodeProcess(state_->process, &code);
  if (code == 0) return "";
  std::array<char, 16> hex{};
  std::snprintf(hex.data(), hex.size(), "0x%08lX", code);
  return code >= 0xC0000000 ? std::string("exception ") + hex.data() : "exit status " + std::to_string(code);
}

void Child::kill() { TerminateProcess(state_->process, 1); }

std::string ownPath() {
  std::array<char, 32768> path{};
  const DWORD length = GetModuleFileNameA(nullptr, path.data(), static_cast<DWORD>(path.size()));
  return {path.data(), length};
}

#else

struct Child::State {
  int output = -1;
  pid_t process = 0;  // 0 if it has ended
  int status = 0;
  bool killed = false;
  ~State() { close(output); }
};

Child::Child(const std::vector<std::string>& command) : state_(std::make_unique<State>()) {
  const std::lock_guard alone(spawning);
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) fail("cannot create a pipe", errno);
  state_->output = ends[0];
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int error = posix_spawn(&state_->process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) fail("cannot start " + command[0], error);
}

Child::Read Child::readLine(std::string& line, double seconds) {
  const Clock::time_point end = deadline(seconds);
  while (!takeLine(line, false)) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waited{state_->output, POLLIN, 0};
    const int ready = poll(&waited, 1, static_cast<int>(std::clamp<long long>(left, 0, 1'000'000)));
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return Read::timeout;
    std::array<char, 4096> block{};
    const ssize_t got = read(state_->output, block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return takeLine(line, true) ? Read::line : Read::end;
    unread_.append(block.data(), static_cast<std::size_t>(got));
  }
  return Read::line;
}

std::string Child::wait() {
  const Clock::time_point end = deadline(kSecondsToDie);
  while (state_->process != 0) {
    const pid_t ended = waitpid(state_->process, &state_->status, state_->killed ? WNOHANG : 0);
    if (ended == state_->process)
      state_->process = 0;
    else if (ended < 0 && errno != EINTR)
      fail("cannot wait for a child process", errno);
    else if (state_->killed && Clock::now() >= end)
      return "it did not end after it was killed";  // the driver is stuck
    else if (state_->killed)
      usleep(10'000);
  }
  const int status = state_->status;
  if (WIFSIGNALED(status)) {
    const std::lock_guard alone(spawning);  // strsignal() is not thread-safe
    return "signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  }
  return WEXITSTATUS(status) == 0 ? "" : "exit status " + std::to_string(WEXITSTATUS(status));
}

void Child::kill() {
  if (state_->process != 0) ::kill(state_->process, SIGKILL);
  state_->killed = true;
}

std::string ownPath() {
  std::array<char, 4096> path{};
#ifdef __APPLE__
  std::uint32_t size = path.size();
  if (_NSGetExecutablePath(path.data(), &size) != 0) fail("_NSGetExecutablePath", ENAMETOOLONG);
  return path.data();
#else
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  if (length <= 0) fail("/proc/self/exe", errno);
  return {path.data(), static_cast<std::size_t>(length)};
#endif
}

#endif

}  // namespace conform
