#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace test {

struct ChildResult {
  int exit_code = -1;  // -1 after a signal
  int signal = 0;
  std::string output;  // stdout and stderr, in order
};

// Searches PATH if the name contains no slash. Throws std::system_error if the program cannot start.
ChildResult run(const std::vector<std::string>& command);

std::string readFile(const std::filesystem::path& path);
void writeFile(const std::filesystem::path& path, const std::string& text);
std::vector<std::string> splitLines(const std::string& text);

}  // namespace test
