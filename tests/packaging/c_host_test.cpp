// The C header, and examples in C, Python and Rust.
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

// A C compiler finds each declaration, and the linker each definition.
TEST_CASE("the_libraries_define_each_function_of_the_c_headers") {
  const std::string headers =
      readFile(fs::path(kInclude) / "vksort_c.h") + readFile(fs::path(kToolkitInclude) / "vksort_toolkit_c.h");
  const std::regex declaration("\nVKSORT_API [\\w* ]* \\*?(vksort\\w+)\\(");
  std::string source = "#include <vksort_toolkit_c.h>\ntypedef void (*Function)(void);\nint main(void) {\n";
  uint32_t count = 0;
  for (std::sregex_iterator at(headers.begin(), headers.end(), declaration), end; at != end; ++at, ++count)
    source += "  if ((Function)" + (*at)[1].str() + " == (Function)0) return 1;\n";
  CHECK(count > 50);
  const fs::path directory = folder("c-functions");
  writeFile(directory / "all.c", source + "  return 0;\n}\n");
  const ChildResult result = compileC(kCCompiler, directory / "all.c", directory / "all");
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

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
