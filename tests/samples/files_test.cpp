// Files that the samples write are complete or unchanged, and lost output is an error.
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>

#include "common/files.h"
#include "process.h"

using samples::WholeFile;
using test::errorOf;
using test::TemporaryDirectory;

TEST_CASE("a_file_changes_only_when_it_is_finished") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  const auto writeTo = [](const std::string& name, const std::string& text) {
    return errorOf([&] {
      WholeFile file("--csv", name);
      file.write(text);
      file.finish();
    });
  };
  test::writeFile(path, "old");
  { WholeFile("--csv", path).write("new"); }
  CHECK(test::readFile(path) == "old");
  // Fails as on a full disk.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{512, before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &limit);
  const std::string error = writeTo(path, std::string(65536, 'x'));
  setrlimit(RLIMIT_FSIZE, &before);
  CHECK(error == "--csv: cannot write " + path + ": File too large");
  CHECK(test::readFile(path) == "old");
  CHECK(writeTo(path, "new and longer").empty());
  CHECK(test::readFile(path) == "new and longer");
  for (const std::string& other : {directory.path().string(), std::string("/dev/null"), path + "/missing"})
    CHECK(writeTo(other, "").starts_with("--csv: cannot write " + other + ": "));
  CHECK(directory.entries() == 1);
}

TEST_CASE("lost_output_is_an_error") {
  const TemporaryDirectory directory;
  const std::vector<std::string> commands[] = {
      {"vksort-bench", "--count", "8", "--repeat", "1", "--csv", directory.path() / "file"},
      {"vksort-bench", "--help"},
      {"vksort-particles", "--help"},
      {"vksort-embed"}};
  for (const std::vector<std::string>& command : commands)
    for (const char* redirection : {">&-", "<&- >&-", ">/dev/full"}) {
      CAPTURE(command[0]);
      CAPTURE(std::string(redirection));
      std::vector<std::string> shell = {"sh", "-c", std::string("exec \"$0\" \"$@\" ") + redirection};
      shell.insert(shell.end(), command.begin(), command.end());
      shell[3] = test::small(command[0]);
      const test::Result result = test::runToEnd(shell);
      CHECK(result.exit_code == 2);
      CHECK(test::splitLines(result.errors).back().starts_with(command[0] + ": "));
      CHECK(result.errors.find("stdout") != std::string::npos);
      CHECK(directory.empty());
    }
  // At a file size limit, a program reports the error too, and is not killed by SIGXFSZ.
  const test::Result limited =
      test::runToEnd({"sh", "-c", "ulimit -f 1; exec \"$0\" --help", test::small("vksort-bench")});
  CHECK(limited.exit_code == 2);
  CHECK(limited.errors.find("stdout") != std::string::npos);
}
