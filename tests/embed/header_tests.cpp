#include <doctest/doctest.h>

#include "support/child.h"
#include "paths.h"

namespace test {
namespace {

const std::string kHere = std::string(kSourceDir) + "/tests/embed/";

ChildResult compile(const std::string& file, const std::vector<std::string>& flags = {}) {
  std::vector<std::string> command = {kCompiler,      "-std=c++20", "-fsyntax-only",
                                      "-Wall",        "-Wextra",    "-Wconversion",
                                      "-pedantic",    "-Werror",    "-isystem",
                                      kVulkanInclude, "-I",         std::string(kSourceDir) + "/engine/vksort/include"};
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back(file);
  return run(command);
}

// The code between the marks of the embedding sample.
std::string sampleSection() {
  const std::string text = readFile(std::string(kSourceDir) + "/samples/embed/embed.cpp");
  const std::string begin = "// [readme]\n";
  const std::size_t from = text.find(begin);
  const std::size_t to = text.find("// [/readme]\n");
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  return text.substr(from + begin.size(), to - from - begin.size());
}

// The first fenced block after the mark <!-- embed --> of the README; empty if there is none.
std::string readmeBlock(const std::string& readme) {
  const std::size_t mark = readme.find("<!-- embed -->");
  if (mark == std::string::npos) return {};
  const std::size_t fence = readme.find("\n```", mark);
  if (fence == std::string::npos) return {};
  const std::size_t from = readme.find('\n', fence + 1) + 1;
  const std::size_t to = readme.find("```\n", from);
  return to == std::string::npos ? std::string() : readme.substr(from, to - from);
}

}  // namespace

TEST_CASE("the_public_header_compiles_alone_without_a_warning") {
  for (const std::vector<std::string>& flags :
       {std::vector<std::string>{}, {"-DVK_NO_PROTOTYPES"}, {"-fno-exceptions", "-fno-rtti"}}) {
    const ChildResult result = compile(kHere + "header_alone.cpp", flags);
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

TEST_CASE("the_header_check_refuses_a_planted_warning") {
  const ChildResult result = compile(kHere + "planted/converts.cpp");
  CHECK(result.exit_code != 0);
  CHECK(result.output.find("-Werror=conversion") != std::string::npos);
}

TEST_CASE("the_public_headers_include_the_vulkan_types_and_cstdint_alone") {
  std::vector<std::string> includes;
  for (const char* header : {"vksort.h", "vksort_hook.h", "vksort_plan.h", "vksort_self_test.h", "vksort_tuning.h",
                             "vksort_types.h"}) {
    for (const std::string& line : splitLines(readFile(std::string(kSourceDir) + "/engine/vksort/include/" + header))) {
      if (line.starts_with("#include")) includes.push_back(line);
    }
  }
  CHECK(includes == std::vector<std::string>{
                        "#include <vulkan/vulkan_core.h>", "#include <cstdint>", "#include \"vksort_hook.h\"",
                        "#include \"vksort_plan.h\"", "#include \"vksort_self_test.h\"", "#include \"vksort_tuning.h\"",
                        "#include \"vksort_types.h\"", "#include <vulkan/vulkan_core.h>", "#include <cstdint>",
                        "#include <cstdint>", "#include <vulkan/vulkan_core.h>", "#include <cstdint>",
                        "#include <cstdint>", "#include <cstdint>"});
}

TEST_CASE("the_verifier_header_includes_the_public_header_alone") {
  for (const std::string& line :
       splitLines(readFile(std::string(kSourceDir) + "/engine/vksort/include/vksort_verifier.h"))) {
    if (line.starts_with("#include")) CHECK(line == "#include \"vksort.h\"");
  }
}

TEST_CASE("the_readme_shows_the_code_of_the_embedding_sample") {
  const std::string block = readmeBlock(readFile(std::string(kSourceDir) + "/README.md"));
  REQUIRE_MESSAGE(!block.empty(), "README.md needs a code block after the mark <!-- embed -->");
  CHECK(block == sampleSection());
}

TEST_CASE("the_readme_code_is_30_lines_that_compile_alone") {
  CHECK(splitLines(sampleSection()).size() <= 30);
  std::filesystem::create_directories(kScratchDir);
  const std::string file = std::string(kScratchDir) + "/readme.cpp";
  writeFile(file, sampleSection());
  const ChildResult result = compile(file);
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

}  // namespace test
