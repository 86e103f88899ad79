#pragma once
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {

namespace fs = std::filesystem;

// Hides the SDK of this machine, unless `environment` sets it.
inline ChildResult configure(const fs::path& project, const fs::path& build, const std::vector<std::string>& arguments,
                             const std::vector<std::string>& environment = {}) {
  std::vector<std::string> command = {"env", "--unset=VULKAN_SDK"};
  command.insert(command.end(), environment.begin(), environment.end());
  command.insert(command.end(), {kCmake, "-S", project.string(), "-B", build.string(), "-G", kGenerator});
  command.push_back(std::string("-DCMAKE_CXX_COMPILER=") + kCompiler);
  command.push_back(std::string("-DCMAKE_CXX_COMPILER_LAUNCHER=") + kLauncher);
  command.push_back("-DCMAKE_BUILD_TYPE=Release");
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run(command);
}

inline fs::path install(const std::string& name, const fs::path& build = kBuildDir) {
  const fs::path prefix = folder(name);
  const ChildResult result =
      run({kCmake, "--install", build.string(), "--prefix", prefix.string(), "--component", "vksort"});
  REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  return prefix;
}

// Configures an application, in a new directory "NAME-found", that finds the package below `prefix`.
inline ChildResult find(const fs::path& prefix, std::vector<std::string> arguments = {},
                        const std::vector<std::string>& environment = {}) {
  arguments.push_back("-DCMAKE_PREFIX_PATH=" + prefix.string());
  arguments.push_back("-DPOINTER_BYTES=" + std::to_string(sizeof(void*)));
  return configure(fs::path(kSourceDir) / "tests/packaging/finder", folder(prefix.filename().string() + "-found"),
                   arguments, environment);
}

}  // namespace test
