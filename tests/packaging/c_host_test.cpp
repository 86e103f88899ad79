// The examples of hosts that are not of C++.
#include <doctest/doctest.h>

#include <regex>

#include "compile.h"
#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;

std::string sampleOf(const std::string& name) { return std::string(kSourceDir) + "/samples/embed/" + name; }

// It sorts, and validation with synchronization has nothing to say.
void expectSorts(const std::vector<std::string>& program) {
  std::vector<std::string> command = {"env", "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation",
                                      "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"};
  command.insert(command.end(), program.begin(), program.end());
  const ChildResult result = run(command);
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  CHECK(std::regex_match(result.output, std::regex("sort\\.\\w+: 4096 keys with their indices: sorted\n")));
}

void expectCSorts(const std::string& compiler) {
  const fs::path program = folder("c-example-" + fs::path(compiler).filename().string()) / "sort";
  const ChildResult compiled = compileC(compiler, sampleOf("sort.c"), program);
  REQUIRE_MESSAGE(compiled.exit_code == 0, compiled.output);
  expectSorts({program.string()});
}

}  // namespace

TEST_CASE("the_c_example_sorts_compiled_by_this_build") { expectCSorts(kCCompiler); }

TEST_CASE("the_c_example_sorts_compiled_by_clang") { expectCSorts(kClang); }

TEST_CASE("the_python_example_sorts") { expectSorts({kPython, sampleOf("sort.py"), kSharedLibrary}); }

TEST_CASE("the_rust_example_sorts") {
  const std::string program = (folder("rust-example") / "sort").string();
  const ChildResult compiled =
      run({kRustc, "--edition", "2021", "-D", "warnings", "-o", program, sampleOf("sort.rs"), "-L",
           fs::path(kLibrary).parent_path().string(), "-L", fs::path(kVulkanLoader).parent_path().string(), "-l",
           "static=vksort", "-l", "stdc++", "-l", "vulkan"});
  REQUIRE_MESSAGE(compiled.exit_code == 0, compiled.output);
  expectSorts({program});
}

}  // namespace test
