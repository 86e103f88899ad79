// Files that the samples write are whole or as they were, whatever happens; files that they read are small and plain.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>

#include "files/plain_file.h"
#include "files/whole_file.h"
#include "image.h"
#include "picture/picture.h"
#include "process.h"
#include "support/child.h"

using samples::WholeFile;
using test::TemporaryDirectory;

namespace {

// Errors of the last flush, as of a disk that is full or a server that has gone; 0: none.
int fsync_error = 0, close_error = 0;

int failed(int error) {
  errno = error;
  return -1;
}

}  // namespace

// In place of those of the C library.
extern "C" int fsync(int fd) {
  return fsync_error != 0 ? failed(fsync_error) : static_cast<int>(syscall(SYS_fsync, fd));
}
extern "C" int close(int fd) {
  const int result = static_cast<int>(syscall(SYS_close, fd));
  return close_error != 0 ? failed(close_error) : result;
}

namespace {

std::size_t entries(const TemporaryDirectory& directory) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(directory.path()), {}));
}

std::string errorOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

// Files may have at most `bytes` while it lives, as on a disk that is full from there on.
class Room {
 public:
  explicit Room(rlim_t bytes) : handler_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit now{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &now);
  }
  ~Room() {
    setrlimit(RLIMIT_FSIZE, &before_);
    signal(SIGXFSZ, handler_);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

 private:
  rlimit before_{};
  sighandler_t handler_;
};

// Runs `action` in a child of this process, and tells the signal that ended it; 0 if none did.
int signalOf(const std::function<void()>& action) {
  const pid_t child = fork();
  if (child == 0) {
    action();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

}  // namespace

TEST_CASE("a_file_is_there_when_it_is_finished_and_not_before") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  for (const bool exists : {false, true}) {
    CAPTURE(exists);
    if (exists) test::writeFile(path, "old");
    {
      WholeFile file("--csv", path);
      file.write("new");
      CHECK(std::filesystem::exists(path) == exists);
    }
    CHECK(entries(directory) == (exists ? 1 : 0));
    if (exists) CHECK(test::readFile(path) == "old");
    WholeFile file("--csv", path);
    file.write("new");
    file.write(" and more");
    file.finish();
    CHECK(test::readFile(path) == "new and more");
    std::ofstream(path + ".plain") << "any";  // may be read and written by whom the user lets
    CHECK(std::filesystem::status(path).permissions() == std::filesystem::status(path + ".plain").permissions());
    std::filesystem::remove(path + ".plain");
    CHECK(entries(directory) == 1);
    std::filesystem::remove(path);
  }
}

TEST_CASE("a_file_that_does_not_fit_is_an_error_and_leaves_the_old_one") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  const std::string text(10000, 'x');
  test::writeFile(path, "old");
  for (const rlim_t room : {rlim_t{0}, rlim_t{1}, rlim_t{4096}, rlim_t{9999}}) {
    CAPTURE(room);
    const std::string error = errorOf([&] {
      const Room full(room);
      WholeFile file("--csv", path);
      for (std::size_t i = 0; i < text.size(); i += 100) file.write(text.substr(i, 100));
      file.finish();
    });
    CHECK(error == "--csv: cannot write " + path + ": File too large");
    CHECK(test::readFile(path) == "old");
    CHECK(entries(directory) == 1);
  }
  const Room enough(text.size());
  WholeFile file("--csv", path);
  file.write(text);
  file.finish();
  CHECK(test::readFile(path) == text);
}

TEST_CASE("a_file_whose_last_flush_fails_is_an_error_and_leaves_the_old_one") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  test::writeFile(path, "old");
  for (int* error : {&fsync_error, &close_error}) {
    const std::string said = errorOf([&] {
      WholeFile file("--csv", path);
      file.write("new");
      *error = ENOSPC;
      file.finish();
    });
    *error = 0;
    CHECK(said == "--csv: cannot write " + path + ": No space left on device");
    CHECK(test::readFile(path) == "old");
    CHECK(entries(directory) == 1);
  }
}

TEST_CASE("a_picture_whose_last_flush_fails_is_an_error_and_leaves_the_old_one") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "picture.png";
  test::writeFile(path, "old");
  const particles::Picture picture{2, 1, {1, 2, 3, 4, 5, 6, 7, 8}};
  for (int* error : {&fsync_error, &close_error}) {
    *error = ENOSPC;
    const std::string said = errorOf([&] { particles::writePng(path, picture); });
    *error = 0;
    CHECK(said == "--output: cannot write " + path + ": No space left on device");
    CHECK(test::readFile(path) == "old");
    CHECK(entries(directory) == 1);
  }
  particles::writePng(path, picture);
  CHECK(test::readPng(path).pixels == std::vector<uint32_t>{0x010203, 0x050607});
}

TEST_CASE("a_file_that_lost_its_directory_is_an_error") {
  const TemporaryDirectory directory;
  const std::filesystem::path folder = directory.path() / "folder";
  std::filesystem::create_directory(folder);
  WholeFile file("--csv", folder / "file");
  file.write("text");
  std::filesystem::remove_all(folder);
  CHECK(errorOf([&] { file.finish(); }).starts_with("--csv: cannot write " + (folder / "file").string() + ": "));
  CHECK(entries(directory) == 0);
}

TEST_CASE("a_signal_that_ends_the_program_removes_what_is_unfinished") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {
    CAPTURE(number);
    const TemporaryDirectory directory;
    const std::string path = directory.path() / "file";
    test::writeFile(path, "old");
    std::size_t during = 0;
    const int ended = signalOf([&] {
      const rlimit no_core{0, 0};
      setrlimit(RLIMIT_CORE, &no_core);
      signal(number, SIG_DFL);
      WholeFile file("--csv", path);
      WholeFile second("--csv", path + "2");
      file.write("new");
      during = entries(directory);
      if (during == 3) raise(number);
    });
    CHECK(ended == number);
    CHECK(test::readFile(path) == "old");
    CHECK(entries(directory) == 1);
  }
}

TEST_CASE("a_signal_that_the_program_ignores_stays_ignored") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  CHECK(signalOf([&] {
          signal(SIGHUP, SIG_IGN);  // as nohup does
          WholeFile file("--csv", path);
          raise(SIGHUP);
          file.write("new");
          file.finish();
        }) == 0);
  CHECK(test::readFile(path) == "new");
}

TEST_CASE("what_an_ended_or_another_run_left_is_neither_in_the_way_nor_touched") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  CHECK(signalOf([&] {
          WholeFile file("--csv", path);
          file.write("half");
          raise(SIGKILL);
        }) == SIGKILL);
  CHECK(entries(directory) == 1);  // SIGKILL lets nobody clean up
  test::writeFile(path + ".part", "precious");
  // Names that this process would take, had it not to look first.
  for (const char* number : {"", "-0", "-1"})
    test::writeFile(path + "." + std::to_string(getpid()) + number + ".part", "precious");
  const std::size_t before = entries(directory);
  WholeFile file("--csv", path);
  WholeFile other("--csv", path);  // of a run at the same time
  other.write("other");
  file.write("new");
  other.finish();
  file.finish();
  CHECK(test::readFile(path) == "new");
  CHECK(entries(directory) == before + 1);
  CHECK(test::readFile(path + ".part") == "precious");
  CHECK(test::readFile(path + "." + std::to_string(getpid()) + "-0.part") == "precious");
}

TEST_CASE("links_are_followed_and_only_plain_files_are_replaced") {
  const TemporaryDirectory directory;
  const std::filesystem::path real = directory.path() / "real", link = directory.path() / "link";
  std::filesystem::create_directory(directory.path() / "folder");
  const auto write = [](const std::string& path) {
    WholeFile file("--csv", path);
    file.write("new");
    file.finish();
  };
  std::filesystem::create_symlink("real", link);
  write(link);  // to nothing yet
  CHECK(std::filesystem::is_symlink(link));
  CHECK(test::readFile(real) == "new");
  test::writeFile(real, "old");
  write(link);
  CHECK(std::filesystem::is_symlink(link));
  CHECK(test::readFile(real) == "new");

  // None of the system's own: a fault would replace it, were the test run by root.
  const std::filesystem::path loop = directory.path() / "loop", pipe = directory.path() / "pipe";
  const std::filesystem::path to_pipe = directory.path() / "to_pipe", missing = directory.path() / "missing";
  std::filesystem::create_symlink("loop", loop);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::filesystem::create_symlink("pipe", to_pipe);
  const std::size_t before = entries(directory);
  for (const std::string& path : {loop.string(), pipe.string(), to_pipe.string(), directory.path().string(),
                                  std::string(), (real / "below").string(), (missing / "file").string()}) {
    CAPTURE(path);
    CHECK(errorOf([&] { write(path); }).starts_with("--csv: cannot write " + path + ": "));
    CHECK(entries(directory) == before);
  }
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(std::filesystem::is_symlink(loop));

  const std::string long_name(255, 'n');  // the most that a name may have
  write(directory.path() / long_name);
  CHECK(test::readFile(directory.path() / long_name) == "new");
}

TEST_CASE("a_file_is_the_same_by_whatever_name") {
  const TemporaryDirectory directory;
  const std::filesystem::path& here = directory.path();
  std::filesystem::create_directory(here / "folder");
  std::filesystem::create_directory_symlink("folder", here / "to_folder");
  for (const char* name : {"file", "folder/file", "other"}) {
    std::filesystem::create_symlink(here / name, here / ("to_" + std::filesystem::path(name).stem().string() +
                                                         (std::string(name) == "folder/file" ? "_below" : "")));
  }
  const auto same = [&](const char* one, const char* other) {
    const bool found = samples::sameFile(here / one, here / other);
    CHECK(samples::sameFile(here / other, here / one) == found);
    return found;
  };
  for (const bool there : {false, true}) {
    CAPTURE(there);
    if (there)
      for (const char* name : {"file", "folder/file", "other"}) test::writeFile(here / name, "one");
    CHECK(same("file", "file"));
    CHECK(same("file", "./folder/../file"));
    CHECK(same("file", "to_file"));
    CHECK(same("folder/file", "to_folder/file"));
    CHECK(same("to_file_below", "to_folder/file"));
    CHECK_FALSE(same("file", "other"));
    CHECK_FALSE(same("file", "to_other"));
    CHECK_FALSE(same("file", "folder/file"));
    CHECK_FALSE(same("missing/file", "missing/file2"));
  }
  std::filesystem::create_hard_link(here / "file", here / "twin");
  CHECK(same("file", "twin"));
  std::filesystem::current_path(here);
  CHECK(samples::sameFile("file", "./file"));
  CHECK(samples::sameFile("new", here / "new"));
  std::filesystem::current_path("/");
}

TEST_CASE("files_are_read_that_are_plain_and_small") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file", pipe = directory.path() / "pipe";
  const auto read = [](const std::string& from) { return samples::readPlainFile("--against", from, 1000); };
  test::writeFile(path, std::string(1000, 'x'));
  CHECK(read(path).size() == 1000);
  test::writeFile(path, "");
  CHECK(read(path).empty());
  test::writeFile(path, std::string(1001, 'x'));
  CHECK(errorOf([&] { read(path); }) == "--against: cannot read " + path + ": longer than 1000 bytes");
  std::filesystem::resize_file(path, std::uintmax_t{1} << 40);  // a hole
  CHECK(errorOf([&] { read(path); }) == "--against: cannot read " + path + ": longer than 1000 bytes");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  REQUIRE(signalOf([&] {
            alarm(10);  // nobody writes to it
            errorOf([&] { read(pipe); });
          }) == 0);
  for (const std::string& wrong : {pipe, directory.path().string(), std::string("/dev/zero"), std::string("/dev/null")})
    CHECK(errorOf([&] { read(wrong); }) == "--against: cannot read " + wrong + ": not a plain file");
  CHECK(errorOf([&] { read(path + "2"); }) == "--against: cannot read " + path + "2: No such file or directory");
}
