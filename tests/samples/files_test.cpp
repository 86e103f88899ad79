// Files that the samples write are complete or unchanged, and lost output is an error.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>

#include "common/files.h"
#include "process.h"
#include "support/child.h"

using samples::WholeFile;
using test::errorOf;
using test::TemporaryDirectory;

TEST_CASE("a_file_changes_only_when_it_is_finished") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  test::writeFile(path, "old");
  { WholeFile(std::string("--csv"), path).write("new"); }
  CHECK(test::readFile(path) == "old");
  CHECK(directory.entries() == 1);
  WholeFile file("--csv", path);
  file.write("new ");
  file.write("and more");
  CHECK(test::readFile(path) == "old");
  file.finish();
  CHECK(test::readFile(path) == "new and more");
  CHECK(directory.entries() == 1);
}

TEST_CASE("only_regular_files_in_folders_that_exist_are_written") {
  const TemporaryDirectory directory;
  for (const std::string& path :
       {directory.path().string(), std::string("/dev/null"), (directory.path() / "missing" / "file").string()}) {
    CAPTURE(path);
    CHECK(errorOf([&] { WholeFile("--csv", path); }).starts_with("--csv: cannot write " + path + ": "));
  }
  CHECK(directory.empty());
}

namespace {

// Limits the size of the files that this process writes, so that writes fail as on a full disk. A child process would
// not do: Mesa keeps device memory in files, and crashes if they cannot grow.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    const rlimit limit = {bytes, old_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*handler_)(int);
  rlimit old_{};
};

}  // namespace

TEST_CASE("lost_writes_are_errors_and_leave_the_old_file") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  test::writeFile(path, "old");
  const std::string error = errorOf([&] {
    const FileSizeLimit limit(512);
    WholeFile file("--csv", path);
    file.write(std::string(65536, 'x'));
    file.finish();
  });
  CHECK(error == "--csv: cannot write " + path + ": File too large");
  CHECK(test::readFile(path) == "old");
  CHECK(directory.entries() == 1);
  // A program also reports this instead of being killed by SIGXFSZ. --help does not use Mesa.
  const test::Result help = test::runToEnd(
      {"sh", "-c", "ulimit -f 1; exec \"$0\" --help >\"$1\"", test::small("vksort-bench"), directory.path() / "help"});
  CHECK(help.exit_code == 2);
  CHECK(help.errors.starts_with("vksort-bench: "));
  CHECK(help.errors.find("stdout") != std::string::npos);
}

TEST_CASE("closed_or_full_stdout_is_an_error") {
  const TemporaryDirectory directory;
  const std::string output = directory.path() / "file";
  const std::vector<std::vector<std::string>> commands = {
      {"vksort-bench", "--count", "8", "--repeat", "1", "--csv", output},
      {"vksort-bench", "--help"},
      {"vksort-particles", "--help"},
      {"vksort-embed"}};
  for (const std::vector<std::string>& command : commands)
    for (const char* redirection : {">&-", "<&- >&-", ">/dev/full"}) {
      CAPTURE(command);
      CAPTURE(redirection);
      std::vector<std::string> shell = {"sh", "-c", std::string("exec \"$0\" \"$@\" ") + redirection};
      shell.insert(shell.end(), command.begin(), command.end());
      shell[3] = test::small(command[0]);
      const test::Result result = test::runToEnd(shell);
      CHECK(result.exit_code == 2);
      CHECK(test::splitLines(result.errors).back().starts_with(command[0] + ": "));
      CHECK(result.errors.find("stdout") != std::string::npos);
      CHECK(directory.empty());
    }
}
