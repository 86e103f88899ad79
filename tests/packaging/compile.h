// Compiles C++ as a host would, with warnings as errors.
#pragma once
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {

inline const std::string kInclude = std::string(kSourceDir) + "/engine/vksort/include";
inline const std::string kToolkitInclude = std::string(kSourceDir) + "/engine/toolkit/include";

inline ChildResult compile(const std::string& name, const std::string& text,
                           const std::vector<std::string>& flags = {"-std=c++17"}) {
  std::filesystem::create_directories(kScratchDir);
  const std::string file = std::string(kScratchDir) + "/" + name + ".cpp";
  writeFile(file, text);
  std::vector<std::string> command = {
      kCompiler,    "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-pedantic",    "-Werror",
      "-idirafter", kVulkanInclude,  "-I",    kInclude,  "-I",           kToolkitInclude};
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back(file);
  return run(command);
}

// Compiles C99, and links the library and its Toolkit if there is a `program`.
inline ChildResult compileC(const std::string& compiler, const std::filesystem::path& source,
                            const std::filesystem::path& program, const std::vector<std::string>& flags = {}) {
  const std::string object = (program.empty() ? source : program).string() + ".o";
  std::vector<std::string> command = {compiler,       "-std=c99", "-pedantic",    "-Wall",        "-Wextra",
                                      "-Wconversion", "-Werror",  "-idirafter",   kVulkanInclude, "-I",
                                      kInclude,       "-I",       kToolkitInclude};
  command.insert(command.end(), flags.begin(), flags.end());
  command.insert(command.end(), {"-c", source.string(), "-o", object});
  const ChildResult compiled = run(command);
  if (compiled.exit_code != 0 || program.empty()) return compiled;
  const std::string toolkit = (std::filesystem::path(kLibrary).parent_path() / "libvksort_toolkit.a").string();
  return run({"sh", "-c",
              kCompiler + std::string(" ") + kCompilerFlags + " -o " + program.string() + " " + object + " " + toolkit +
                  " " + kLibrary + " " + kVulkanLoader});
}

inline void expectCompiles(const std::string& name, const std::string& text, const std::vector<std::string>& flags) {
  const ChildResult result = compile(name, text, flags);
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

}  // namespace test
