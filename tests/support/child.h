// Child processes: the tests of this folder look at whole programs.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace test {

struct ChildResult {
  int exit_code = -1;  // -1 if a signal ended it
  int signal = 0;
  std::string output;  // stdout and stderr, in the order written
};

// Runs a program, found by PATH if it has no slash, and waits. Throws std::system_error if it cannot be started.
ChildResult run(const std::vector<std::string>& command);

std::string readFile(const std::filesystem::path& path);
void writeFile(const std::filesystem::path& path, const std::string& text);
std::vector<std::string> splitLines(const std::string& text);

}  // namespace test
