#include "process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>

#include "support/child.h"

extern char** environ;

namespace test {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> list;
  for (const std::string& word : words) list.push_back(const_cast<char*>(word.c_str()));
  list.push_back(nullptr);
  return list;
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "vksort-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::size_t TemporaryDirectory::entries() const {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
}

Process::Process(const std::vector<std::string>& command, const Environment& environment) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC;
  const std::string output = directory_.path() / "output";
  const std::string errors = directory_.path() / "errors";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), kFlags, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), kFlags, 0600);
  std::vector<std::string> all{"env"};
  for (const auto& [name, value] : environment)
    if (value.empty()) all.insert(all.end(), {"-u", name});
  for (const auto& [name, value] : environment)
    if (!value.empty()) all.push_back(name + "=" + value);
  all.insert(all.end(), command.begin(), command.end());
  const int error = posix_spawnp(&child_, "env", &actions, nullptr, pointers(all).data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), command[0]);
}

Process::~Process() { wait(0.0); }

bool Process::running() {
  if (child_ == 0) return false;
  int status = 0;
  if (waitpid(child_, &status, WNOHANG) == 0) return true;
  child_ = 0;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return false;
}

Result Process::wait(double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (running() && Clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (running()) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }
  return {exit_code_, output(), readFile(directory_.path() / "errors")};
}

std::string Process::output() const { return readFile(directory_.path() / "output"); }

Result runToEnd(const std::vector<std::string>& command, const Environment& environment) {
  return Process(command, environment).wait();
}

std::string sibling(const std::string& name) {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / name;
}

void checkRefused(const Result& result, const std::string& program, const std::string& words) {
  CAPTURE(result.errors);
  CHECK(result.exit_code == 2);
  CHECK(splitLines(result.errors).size() == 1);
  CHECK(result.errors.starts_with(program + ": "));
  CHECK(result.errors.find(words) != std::string::npos);
}

}  // namespace test
