#pragma once
#include <doctest/doctest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {

inline const std::string kInclude = std::string(kSourceDir) + "/engine/vksort/include";
inline const std::string kToolkitInclude = std::string(kSourceDir) + "/engine/toolkit/include";

// Names that <windows.h> (mingw-w64 10.0.0), Unreal Engine, <AssertMacros.h> of Apple and Qt define as macros and a
// library might use: all lowercase ones, and a selection of the others.
inline constexpr const char* kForeignMacros =
    "near far pascal cdecl small hyper interface min(a,b) max(a,b) environ errno IN OUT OPTIONAL CONST VOID TRUE FALSE "
    "ERROR NO_ERROR IGNORE INFINITE DELETE STRICT PURE THIS ABSOLUTE RELATIVE TRANSPARENT OPAQUE DIFFERENCE "
    "MemoryBarrier MemoryFence StoreFence FastFence BitScanForward BitScanReverse BitTest CopyMemory FillMemory "
    "MoveMemory ZeroMemory Yield() CreateEvent CreateFile CreateMutex CreateSemaphore CreateWindow DeviceCapabilities "
    "DocumentEvent DrawState DrawText FindResource FormatMessage GetCommandLine GetCurrentTime() GetMessage GetObject "
    "LoadImage LoadLibrary MessageBox PlaySound ReportEvent SearchPath SendMessage StartDoc TextOut "
    "check(a) verify(a) ensure(a) require(a,b) TEXT(a) PI MIN(a,b) MAX(a,b) YES NO signals slots emit foreach(a,b)";

inline std::string foreignMacros() {
  std::string text =
      "#if __has_include(<X11/Xutil.h>)\n#define VK_USE_PLATFORM_XLIB_KHR\n#include <vulkan/vulkan.h>\n"
      "#include <X11/Xutil.h>\n#endif\n";
  std::istringstream words(kForeignMacros);
  for (std::string word; words >> word;)
    text += "#undef " + word.substr(0, word.find('(')) + "\n#define " + word + " foreign\n";
  return text;
}

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

// Compiles C99. If `program` is not empty, also links the library and its Toolkit.
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
  return run({"sh", "-c",
              kCompiler + std::string(" ") + kCompilerFlags + " -o " + program.string() + " " + object + " " +
                  kToolkitLibrary + " " + kLibrary + " " + kVulkanLoader});
}

inline void expectCompiles(const std::string& name, const std::string& text, const std::vector<std::string>& flags) {
  const ChildResult result = compile(name, text, flags);
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

}  // namespace test
