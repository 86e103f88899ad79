// Files that the samples write are whole or as they were, whatever happens, and what they print is not lost unnoticed.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "files/plain_file.h"
#include "files/whole_file.h"
#include "process.h"
#include "support/child.h"
#include "view/picture.h"

using samples::WholeFile;
using test::errorOf;
using test::TemporaryDirectory;

namespace {

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

void write(const std::string& path, const std::string& text) {
  WholeFile file("--csv", path);
  for (std::size_t i = 0; i < text.size(); i += 100) file.write(text.substr(i, 100));
  file.finish();
}

particles::Picture noise() {
  particles::Picture picture{64, 64, {}};
  for (uint32_t i = 0; i < 64 * 64 * 4; ++i) picture.rgba.push_back(static_cast<uint8_t>(i * 2654435761U >> 24U));
  return picture;
}

}  // namespace

TEST_CASE("a_file_is_there_when_it_is_finished_and_not_before") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  for (const char* old : {"", "old"}) {
    { WholeFile(std::string("--csv"), path).write("new"); }
    CHECK(directory.entries() == (*old == 0 ? 0 : 1));
    if (*old != 0) CHECK(test::readFile(path) == old);
    write(path, "new and more");
    CHECK(test::readFile(path) == "new and more");
    test::writeFile(path, "old");
  }
}

TEST_CASE("a_file_or_picture_that_does_not_fit_is_an_error_and_leaves_the_old_one") {
  const TemporaryDirectory directory;
  const std::string path = directory.path() / "file";
  test::writeFile(path, "old");
  const auto check = [&](const std::string& why, const std::string& option, const std::function<void()>& action) {
    CHECK(errorOf(action) == option + ": cannot write " + path + ": " + why);
    CHECK(test::readFile(path) == "old");
    CHECK(directory.entries() == 1);
  };
  for (const rlim_t room : {rlim_t{0}, rlim_t{1}, rlim_t{4096}, rlim_t{9999}})
    check("File too large", "--csv", [&] {
      const Room full(room);
      write(path, std::string(10000, 'x'));
    });
  check("File too large", "--output", [&] {
    const Room full(512);
    particles::writePicture(path, noise());
  });
  const Room enough(10000);
  write(path, std::string(10000, 'x'));
  CHECK(test::readFile(path).size() == 10000);
}

TEST_CASE("links_are_followed_and_only_plain_files_are_replaced_or_read") {
  const TemporaryDirectory directory;
  const std::filesystem::path real = directory.path() / "real", link = directory.path() / "link";
  const std::filesystem::path loop = directory.path() / "loop", pipe = directory.path() / "pipe";
  std::filesystem::create_symlink("real", link);
  for (int again = 0; again < 2; ++again) {  // the first time to nothing yet
    write(link, "new");
    CHECK(std::filesystem::is_symlink(link));
    CHECK(test::readFile(real) == "new");
    test::writeFile(real, "old");
  }
  std::filesystem::create_symlink("loop", loop);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const std::size_t before = directory.entries();
  for (const std::string& path : {loop.string(), pipe.string(), directory.path().string(), std::string(),
                                  (real / "below").string(), (directory.path() / "missing" / "file").string()}) {
    CAPTURE(path);
    CHECK(errorOf([&] { write(path, "new"); }).starts_with("--csv: cannot write " + path + ": "));
    CHECK(directory.entries() == before);
  }
  CHECK(std::filesystem::is_fifo(pipe));
  const auto readable = [&](const std::string& path) {
    return errorOf([&] { samples::readPlainFile("--against", path, 1000); }).empty();
  };
  CHECK(readable(real));
  for (const std::string& path : {pipe.string(), directory.path().string(), std::string("/dev/zero"), loop.string()})
    CHECK_FALSE(readable(path));
  test::writeFile(real, std::string(1001, 'x'));
  CHECK_FALSE(readable(real));
}

TEST_CASE("a_file_is_the_same_by_whatever_name") {
  const TemporaryDirectory directory;
  const std::filesystem::path& here = directory.path();
  std::filesystem::create_directory(here / "folder");
  std::filesystem::create_directory_symlink("folder", here / "to_folder");
  std::filesystem::create_symlink(here / "file", here / "to_file");
  const std::tuple<const char*, const char*, bool> cases[] = {
      {"file", "./folder/../file", true}, {"file", "to_file", true},      {"folder/file", "to_folder/file", true},
      {"file", "other", false},           {"file", "folder/file", false}, {"missing/file", "missing/file2", false}};
  for (const bool there : {false, true}) {
    CAPTURE(there);
    if (there)
      for (const char* name : {"file", "folder/file", "other"}) test::writeFile(here / name, "one");
    for (const auto& [one, other, same] : cases) {
      CAPTURE(other);
      CHECK(samples::sameFile(here / one, here / other) == same);
      CHECK(samples::sameFile(here / other, here / one) == same);
    }
  }
  std::filesystem::create_hard_link(here / "file", here / "twin");
  CHECK(samples::sameFile(here / "file", here / "twin"));
}

TEST_CASE("closed_or_full_output_is_an_error_and_never_written_into_a_file") {
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
