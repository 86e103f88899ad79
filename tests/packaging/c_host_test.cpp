// Checks that the C and Rust examples of the guides sort without a message from synchronization validation.
#include <doctest/doctest.h>

#include <regex>

#include "compile.h"
#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;

std::string sampleOf(const std::string& name) { return std::string(kSourceDir) + "/samples/embed/" + name; }

void expectPrints(const std::vector<std::string>& program, const std::string& line) {
  std::vector<std::string> command = {"env", "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation",
                                      "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"};
  command.insert(command.end(), program.begin(), program.end());
  const ChildResult result = run(command);
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  CHECK(std::regex_match(result.output, std::regex(line)));
}

void expectSorts(const std::vector<std::string>& program) {
  expectPrints(program, "sort\\.\\w+: 4096 keys with their indices: sorted\n");
}

std::string buildC(const std::string& compiler, const std::string& source) {
  const std::string name = fs::path(source).stem().string() + "-" + fs::path(compiler).filename().string();
  const fs::path program = folder(name) / "program";
  const ChildResult compiled = compileC(compiler, source, program);
  REQUIRE_MESSAGE(compiled.exit_code == 0, compiled.output);
  return program.string();
}

}  // namespace

TEST_CASE("the_libraries_define_each_function_of_the_headers") {
  std::string headers;
  for (const std::string& directory : {kInclude, kToolkitInclude})
    for (const auto& entry : fs::directory_iterator(directory)) headers += readFile(entry.path());
  const std::regex declaration("\nVKSORT_API [\\w ]*\\*? ?(vksort\\w+)\\(");
  std::string source =
      "#include <vksort_plan.h>\n#include <vksort_toolkit.h>\ntypedef void (*Function)(void);\nint main(void) {\n";
  uint32_t count = 0;
  for (std::sregex_iterator at(headers.begin(), headers.end(), declaration), end; at != end; ++at, ++count)
    source += "  if ((Function)" + (*at)[1].str() + " == (Function)0) return 1;\n";
  CHECK(count == 38);
  const fs::path directory = folder("c-functions");
  writeFile(directory / "all.c", source + "  return 0;\n}\n");
  const ChildResult result = compileC(kCCompiler, directory / "all.c", directory / "all");
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

TEST_CASE("the_c_example_sorts_compiled_by_this_build") { expectSorts({buildC(kCCompiler, sampleOf("sort.c"))}); }

TEST_CASE("the_c_example_sorts_compiled_by_clang") { expectSorts({buildC(kClang, sampleOf("sort.c"))}); }

TEST_CASE("designated_initializers_set_up_sorts_and_tools_in_c") {
  const std::string source = std::string(kSourceDir) + "/tests/packaging/hosts/designated.c";
  expectPrints({buildC(kCCompiler, source)}, "designated.c: right\n");
}

TEST_CASE("the_rust_example_sorts") {
  const std::string program = (folder("rust-example") / "sort").string();
  const ChildResult compiled =
      run({kRustc, "--edition", "2021", "-D", "warnings", "-o", program, sampleOf("sort.rs"), "-L",
           fs::path(kLibrary).parent_path().string(), "-L", fs::path(kVulkanLoader).parent_path().string(), "-l",
           std::string("static=vksort") + kPostfix, "-l", "stdc++", "-l", "vulkan"});
  REQUIRE_MESSAGE(compiled.exit_code == 0, compiled.output);
  expectSorts({program});
}

}  // namespace test
