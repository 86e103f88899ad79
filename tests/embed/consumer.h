// The stand-alone consumer, built from scratch once per run of the tests.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "support/child.h"

namespace test {

struct Build {
  std::filesystem::path directory;
  ChildResult configured;
  ChildResult built;
};

// Configures and builds tests/embed/<project> in an empty directory `name` with these extra CMake arguments.
Build buildFromScratch(const std::string& project, const std::string& name, const std::vector<std::string>& arguments);

// The add_subdirectory consumer, made at the first call.
const Build& consumer();

// The library as that consumer got it: release, without this build's sanitizers or assertions.
std::filesystem::path consumerLibrary();

}  // namespace test
