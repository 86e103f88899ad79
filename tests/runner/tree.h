// A checkout of the scripts alone, with stand-ins for the programs that they start.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "support/child.h"

namespace test {

class Tree {
 public:
  // A new one in the scratch directory. Its stand-ins succeed: every package is installed, cmake makes the viewer,
  // ctest reports one passed case. Each writes its call to a log, and then runs the commands that the variable AT_<its
  // name> holds (letters and digits of the name alone, in capitals). System: Debian 12; user: root.
  explicit Tree(const std::string& name);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path file(const std::string& name) const { return path_ / name; }

  // Runs one of its scripts in an environment of these variables more.
  ChildResult run(const std::string& script, const std::vector<std::string>& arguments = {},
                  const std::vector<std::string>& variables = {}) const;
  // The same as words, to be started otherwise.
  std::vector<std::string> command(const std::string& script, const std::vector<std::string>& arguments = {},
                                   const std::vector<std::string>& variables = {}) const;

  // Calls of the stand-ins since the last call of this, those of one program alone if it is named, each as
  // "program argument...".
  std::vector<std::string> calls(const std::string& program = "") const;

  // A stand-in: what it does after it has written its call, as a shell script.
  void program(const std::string& name, const std::string& script) const;

 private:
  std::filesystem::path path_;
};

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The names in third_party/packages.txt that have one of these words in the second column.
std::vector<std::string> packagesFor(const std::vector<std::string>& needs);

}  // namespace test
