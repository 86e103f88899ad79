#include "tree.h"

#include <cctype>
#include <cstdlib>
#include <sstream>

#include "paths.h"

namespace test {
namespace {

namespace fs = std::filesystem;

// All that is asked for but MISSING is installed.
constexpr const char* kDpkgQueryDoes = R"(shift 3
for package; do case " $MISSING " in *" $package "*) ;; *) echo "$package amd64 installed" ;; esac; done)";

// The viewer, where it is asked to build.
constexpr const char* kCmakeDoes = R"(case $1 in --build)
  mkdir -p build/release/bin
  printf '%s\n' '#!/bin/sh' 'echo "viewer $*" >>"$CALLS"' 'eval "$AT_VIEWER"' >build/release/bin/vksort-particles
  chmod +x build/release/bin/vksort-particles ;;
esac)";

// A report of one passed case, unless AT_CTEST left.
constexpr const char* kCtestDoes = R"(while [ "$1" != --output-junit ]; do shift; done
echo '<testcase name="a/case" status="run">' >"$2")";

}  // namespace

Tree::Tree(const std::string& name) : path_(fs::path(kScratchDir) / "trees" / name) {
  fs::remove_all(path_);
  for (const char* each : {"third_party/setup", "third_party/children.sh", "third_party/packages.txt", "tests/run",
                           "samples/run", "samples/particles/measure", ".ci/run"}) {
    fs::create_directories((path_ / each).parent_path());
    fs::copy_file(fs::path(kSourceDir) / each, path_ / each);
  }
  fs::create_directories(path_ / "programs");
  writeFile(file("os-release"), "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"\nID=debian\n");
  writeFile(file("calls"), "");
  program("dpkg", "echo amd64");
  program("dpkg-query", kDpkgQueryDoes);
  program("apt-get", "[ \"$DEBIAN_FRONTEND\" = noninteractive ]");
  program("sudo", "exec \"$@\"");
  program("id", "echo 0");
  program("cmake", kCmakeDoes);
  program("ctest", kCtestDoes);
}

void Tree::program(const std::string& name, const std::string& script) const {
  std::string variable = "AT_";
  for (const char each : name)
    if (std::isalnum(static_cast<unsigned char>(each))) variable += static_cast<char>(std::toupper(each));
  const fs::path file = path_ / "programs" / name;
  writeFile(file,
            "#!/bin/sh\nprintf '%s\\n' \"" + name + " $*\" >>\"$CALLS\"\neval \"$" + variable + "\"\n" + script + "\n");
  fs::permissions(file, fs::perms::owner_all);
}

std::vector<std::string> Tree::command(const std::string& script, const std::vector<std::string>& arguments,
                                       const std::vector<std::string>& variables) const {
  // Signals as a terminal's child has them, whatever the tests were started from.
  std::vector<std::string> words = {"env",
                                    "--default-signal=INT,TERM,HUP,QUIT",
                                    "-u",
                                    "VKSORT_SKIP_SETUP",
                                    "VKSORT_OS_RELEASE=" + file("os-release").string(),
                                    "CALLS=" + file("calls").string(),
                                    "PATH=" + file("programs").string() + ":" + std::getenv("PATH")};
  words.insert(words.end(), variables.begin(), variables.end());
  words.push_back(file(script).string());
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

ChildResult Tree::run(const std::string& script, const std::vector<std::string>& arguments,
                      const std::vector<std::string>& variables) const {
  return test::run(command(script, arguments, variables));
}

std::vector<std::string> Tree::calls(const std::string& program) const {
  std::vector<std::string> found;
  for (const std::string& line : splitLines(readFile(file("calls"))))
    if (program.empty() || line.starts_with(program + " ")) found.push_back(line);
  writeFile(file("calls"), "");
  return found;
}

std::vector<std::string> packagesFor(const std::vector<std::string>& needs) {
  std::vector<std::string> found;
  for (const std::string& line : splitLines(readFile(fs::path(kSourceDir) / "third_party/packages.txt"))) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line.substr(0, line.find('|', line.find('|') + 1)));
    std::string name, word;
    words >> name >> word;  // and the bar
    bool needed = false;
    while (words >> word)
      for (const std::string& need : needs) needed |= word == need;
    if (needed) found.push_back(name);
  }
  return found;
}

}  // namespace test
