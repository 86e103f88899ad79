// Checks that the examples of the guides compile, and that each of their barriers is needed.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>

#include "compile.h"
#include "paths.h"
#include "support/child.h"
#include "support/skip.h"
#include "validated.h"

namespace test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = kSourceDir;

std::vector<fs::path> guides() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kSource / "engine/vksort/guides"))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  return files;
}

std::vector<std::string> blocksOf(const std::string& guide, const std::string& language) {
  const std::regex block("```" + language + "\n([^]*?)```");
  std::vector<std::string> blocks;
  for (std::sregex_iterator at(guide.begin(), guide.end(), block), end; at != end; ++at) blocks.push_back((*at)[1]);
  return blocks;
}

// Returns the C++ sources of a guide. Blocks form one source, but a block that includes volk starts another.
std::vector<std::string> sourcesOf(const std::string& guide) {
  std::vector<std::string> sources;
  for (const std::string& code : blocksOf(guide, "cpp")) {
    if (sources.empty() || code.starts_with("#include <volk.h>"))
      sources.push_back(code);
    else
      sources.back() += "\n" + code;
  }
  return sources;
}

ChildResult compileGuide(const std::string& source) {
  fs::create_directories(folder("guides"));
  return compile("guide", source,
                 {"-std=c++20", "-Wno-missing-field-initializers", "-I", std::string(kScratchDir) + "/guides", "-I",
                  (kSource / "engine").string(), "-idirafter", fs::path(kVolkSource).parent_path().string()});
}

ChildResult compileGuideOfC(const std::string& guide) {
  std::string source;
  for (const std::string& code : blocksOf(guide, "c")) source += code;
  const fs::path file = fs::path(kScratchDir) / "guides/guide.c";
  writeFile(file, source);
  return compileC(kCCompiler, file, {}, {"-I", file.parent_path().string()});
}

// Compiles a GLSL example. The first line of a whole shader is "// <name>.<stage>". Otherwise, it is part of a vertex
// shader if it uses the inputs of one, and part of a compute shader if not.
ChildResult compileShader(const std::string& code) {
  std::smatch named;
  std::string stage = std::regex_search(code, std::regex("gl_(Vertex|Instance)Index")) ? "vert" : "comp", start;
  if (std::regex_search(code, named, std::regex("^// [a-z_]+\\.([a-z]+)\n"))) {
    stage = named[1];
  } else {
    start = "#version 460\n";
  }
  const fs::path directory = fs::path(kScratchDir) / "guides";
  fs::create_directories(directory);
  writeFile(directory / "example.glsl",
            start + code + (code.find("void main()") == code.npos ? "void main() {}\n" : ""));
  return run({kGlslang, "--target-env", "vulkan1.1", "-S", stage, "-o", (directory / "example.spv").string(),
              (directory / "example.glsl").string()});
}

}  // namespace

TEST_CASE("every_example_of_the_guides_compiles") {
  CHECK(guides().size() >= 10);
  for (const fs::path& guide : guides()) {
    CAPTURE(guide.string());
    const std::vector<std::string> sources = sourcesOf(readFile(guide));
    const bool has_c = !blocksOf(readFile(guide), "c").empty();
    CHECK((sources.empty() || !has_c));
    for (const std::string& source : sources) {
      const ChildResult result = compileGuide(source);
      CHECK_MESSAGE(result.exit_code == 0, result.output);
    }
    if (has_c) {
      const ChildResult result = compileGuideOfC(readFile(guide));
      CHECK_MESSAGE(result.exit_code == 0, result.output);
    }
    for (const std::string& shader : blocksOf(readFile(guide), "glsl")) {
      const ChildResult result = compileShader(shader);
      CHECK_MESSAGE(result.exit_code == 0, shader, result.output);
    }
  }
  const std::string planted = "```cpp\n#include <vksort.h>\n```\ntext\n```cpp\nvksort::Sorter sorter = 1;\n```\n";
  REQUIRE(sourcesOf(planted).size() == 1);
  CHECK(compileGuide(sourcesOf(planted)[0]).exit_code != 0);
  CHECK(compileGuideOfC("```c\nint unused(void) { return vksortNone(); }\n```\n").exit_code != 0);
  CHECK(compileShader("uint unknown = slots[gl_InstanceIndex];\n").exit_code != 0);
}

namespace {

// Checks that the code of a guide computes the right result without validation messages, and that validation objects if
// one of these barriers is left out. `program` runs the code, without the barrier with the index that follows `prefix`.
void expectRightAndNeeded(const std::string& program, const std::string& prefix, const std::vector<int>& barriers) {
  const ChildResult result = runValidated(program, prefix);
  if (result.exit_code == 77) return skip("no Vulkan 1.3 with graphics and push descriptors");
  INFO(result.output);
  CHECK(result.exit_code == 0);
  expectNoObjection(result.output);
  for (const int i : barriers)
    CHECK_MESSAGE(runValidated(program, prefix + std::to_string(i)).output.find("SYNC-HAZARD") != std::string::npos, i);
}

}  // namespace

TEST_CASE("the_guides_frame_draws_the_nearest_and_needs_each_barrier") {
  expectRightAndNeeded("vksort-frame", "", {0, 1, 2, 3, 4, 5});
}

// Validation cannot object to the other barriers. They precede calls that start by clearing other memory, and the
// barrier after that also orders earlier uses. Layer 1.3.239 does not object to the second barrier of the views either.
TEST_CASE("the_guides_recipes_match_the_cpu") {
  const std::pair<const char*, std::vector<int>> recipes[] = {
      {"triangles:", {0, 1, 2, 3}}, {"tiles:", {0, 1, 4}}, {"morton:", {0, 1, 2}}, {"grid:", {0, 1, 3}}, {"vrdx:", {1}},
      {"cub:", {0, 1, 2}},          {"views:", {0, 2}}};
  for (const auto& [recipe, barriers] : recipes) {
    CAPTURE(recipe);
    expectRightAndNeeded("vksort-recipes", recipe, barriers);
  }
}

namespace {

struct GuideFrame {
  bool two_families;

  ChildResult run(const std::string& argument = {}) const {
    return runValidated("vksort-two-queues", argument, two_families);
  }

  // Returns false if the device does not support this configuration.
  bool runs() const {
    const ChildResult result = run();
    if (result.exit_code == 77) {
      skip("no Vulkan 1.3 with push descriptors");
      return false;
    }
    CHECK(result.exit_code == 0);
    const bool has_two = result.output.starts_with("two families");
    CHECK((has_two || !two_families));
    return has_two == two_families;
  }

  void expectClean(const char* argument, const std::string& barriers) const {
    const ChildResult result = run(argument);
    INFO(result.output);
    CHECK(result.exit_code == 0);
    CHECK(result.output.ends_with(", " + barriers + " barriers: sorted\n"));
    expectNoObjection(result.output);
  }

  bool isNoticed(const char* argument, const std::vector<const char*>& objections) const {
    const ChildResult result = run(argument);
    return std::ranges::any_of(objections,
                               [&](const char* each) { return result.output.find(each) != std::string::npos; });
  }
};

}  // namespace

// The program numbers the barriers: three in each of five frames, then one in a secondary command buffer. If a barrier
// is left out, it only runs two frames.
TEST_CASE("the_guides_frame_on_one_family_needs_each_barrier") {
  const GuideFrame frame{false};
  if (!frame.runs()) return;
  frame.expectClean("", "15 and 1");
  frame.expectClean("concurrent", "15 and 1");
  for (const char* const left_out : {"0", "2", "4", "6"})
    CHECK_MESSAGE(frame.isNoticed(left_out, {"SYNC-HAZARD"}), left_out);
  CHECK_FALSE(frame.isNoticed("-1", {"SYNC-HAZARD"}));
}

TEST_CASE("the_guides_frame_on_two_families_needs_each_half") {
  const GuideFrame frame{true};
  if (!frame.runs()) return;
  frame.expectClean("", "25 and 1");
  frame.expectClean("concurrent", "5 and 1");
  for (const char* const half : {"0", "1", "3", "4"}) CHECK_MESSAGE(frame.isNoticed(half, {"NOT TRANSFERRED"}), half);
  CHECK(frame.isNoticed("unordered", {"SYNC-HAZARD"}));
}

}  // namespace test
