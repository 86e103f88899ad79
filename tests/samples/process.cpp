#include "process.h"

#include <doctest/doctest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

extern char** environ;

namespace test {

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
  writeFile(directory_.path() / "output", "");  // can be read before the shell has started
  std::vector<std::string> all{"sh", "-c", R"(exec env "$@" </dev/null >"$0/output" 2>"$0/errors")", directory_.path()};
  const std::ptrdiff_t options = std::ssize(all);
  for (const auto& [name, value] : environment)
    if (value.empty())
      all.insert(all.begin() + options, {"-u", name});
    else
      all.push_back(name + "=" + value);
  all.insert(all.end(), command.begin(), command.end());
  std::vector<char*> words;
  for (std::string& word : all) words.push_back(word.data());
  words.push_back(nullptr);
  const int error = posix_spawnp(&child_, words[0], nullptr, nullptr, words.data(), environ);
  if (error != 0) throw std::system_error(error, std::generic_category(), words[0]);
}

Process::~Process() { wait(0.0); }

bool Process::running() {
  int status = 0;
  if (child_ == 0 || waitpid(child_, &status, WNOHANG) == 0) return child_ != 0;
  child_ = 0;
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return false;
}

Result Process::wait(double seconds) {
  if (!eventually([&] { return !running(); }, seconds)) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    child_ = 0;
  }
  return {exit_code_, output(), readFile(directory_.path() / "errors")};
}

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
