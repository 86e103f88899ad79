// vksort-bench: GPU time of sorts by size, each result verified, beside the times of other sorts.
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>

#include "commands.h"

// Messages of the layers below may have several lines.
static std::string oneLine(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

int main(int argc, char** argv) {
  constexpr int kBadInput = 2;
  try {
    return bench::runCommand(argc, argv);
  } catch (const std::exception& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "vksort-bench: %s\n", oneLine(error.what()).c_str());
    return kBadInput;
  }
}
