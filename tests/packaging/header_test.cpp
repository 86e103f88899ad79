// Checks that the public headers compile without warnings, alone and with headers of window systems. Their
// comments must refer to existing names, and the code of the README must work.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "compile.h"
#include "paths.h"
#include "support/child.h"
#include "support/skip.h"
#include "validated.h"

namespace test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> filesOfHeaders() {
  std::vector<fs::path> headers;
  for (const std::string& directory : {kInclude, kToolkitInclude})
    for (const auto& entry : fs::directory_iterator(directory)) headers.push_back(entry.path());
  return headers;
}

std::string allHeaders() {
  std::string text;
  for (const fs::path& header : filesOfHeaders()) text += "#include \"" + header.filename().string() + "\"\n";
  return text;
}

bool hasX() { return compile("has_x", "#include <X11/Xutil.h>\n").exit_code == 0; }

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin), to = text.find(end, from);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  return text.substr(from + begin.size(), to - from - begin.size());
}

std::string sampleSection() {
  return between(readFile(std::string(kSourceDir) + "/samples/embed/embed.cpp"), "// [readme]\n", "// [/readme]\n");
}

// Compiles like clang-cl for Windows. Its libraries are not available, and the headers only need <cstdint>.
ChildResult compileForWindows(const std::string& file, const std::string& standard, const std::string& text) {
  const fs::path place = folder("clang-cl");
  writeFile(place / "cstdint",
            "#include <stdint.h>\nnamespace std { using ::uint8_t; using ::uint16_t; using ::uint32_t; "
            "using ::uint64_t; using ::int32_t; using ::int64_t; using ::uintptr_t; }\n");
  writeFile(place / file, text);
  return run({kClang, "--driver-mode=cl", "--target=x86_64-pc-windows-msvc", "/W4", "/WX", "/Zs",
              "/clang:-ffreestanding", standard, "/I" + place.string(), "/I" + kInclude, "/I" + kToolkitInclude,
              std::string("/clang:-idirafter") + kVulkanInclude, "--", (place / file).string()});
}

}  // namespace

TEST_CASE("public_headers_compile_alone_without_warnings") {
  for (const fs::path& header : filesOfHeaders()) {
    const std::string name = header.filename().string();
    CAPTURE(name);
    const std::string include = "#include \"" + name + "\"\n";
    expectCompiles("alone", include + include, {"-std=c++17"});
    const fs::path source = fs::path(kScratchDir) / "alone.c";
    writeFile(source, include + include);
    const ChildResult c = compileC(kCCompiler, source, {});
    CHECK_MESSAGE(c.exit_code == 0, c.output);
  }
  expectCompiles("together", allHeaders(), {"-std=c++20", "-DVK_NO_PROTOTYPES"});
  expectCompiles("together", allHeaders(), {"-std=c++17", "-fno-exceptions", "-fno-rtti"});
  const ChildResult planted =
      compile("converts", "#include \"vksort.h\"\nint narrow(VkDeviceSize size) { return size; }\n");
  CHECK(planted.exit_code != 0);
  CHECK(planted.output.find("-Werror=conversion") != std::string::npos);
}

TEST_CASE("public_headers_compile_by_clang_cl_without_warnings") {
  const std::string unused = "static int unused(int argument) { return 1; }\n";
  const ChildResult c = compileForWindows("c.c", "/std:c11", allHeaders());
  CHECK_MESSAGE(c.exit_code == 0, c.output);
  const ChildResult all = compileForWindows("all.cpp", "/std:c++17", allHeaders());
  CHECK_MESSAGE(all.exit_code == 0, all.output);
  const ChildResult planted = compileForWindows("planted.c", "/std:c11", allHeaders() + unused);
  CHECK(planted.exit_code != 0);
  CHECK(planted.output.find("-Wunused-parameter") != std::string::npos);
}

TEST_CASE("public_headers_only_include_vulkan_types_and_integers") {
  std::set<std::string> allowed = {"#include <vulkan/vulkan_core.h>", "#include <cstdint>", "#include <stdbool.h>",
                                   "#include <stddef.h>", "#include <stdint.h>"},
                        seen;
  for (const fs::path& header : filesOfHeaders()) allowed.insert("#include \"" + header.filename().string() + "\"");
  for (const fs::path& header : filesOfHeaders()) {
    const std::string name = header.filename().string();
    for (const std::string& line : splitLines(readFile(header))) {
      if (!line.starts_with("#include")) continue;
      CHECK_MESSAGE(allowed.contains(line), name << ": " << line);
      seen.insert(line);
    }
  }
  CHECK(seen.contains("#include <vulkan/vulkan_core.h>"));
}

// Tests both orders, because macros before our headers change a name, and macros after them change its uses.
TEST_CASE("no_public_name_is_a_macro_of_other_libraries") {
  if (!hasX()) return skip("no headers of X");
  for (const std::string& text : {allHeaders() + foreignMacros(), foreignMacros() + allHeaders()})
    expectCompiles("macros", text + sampleSection() + "constexpr auto kVerify = vksort::verifyRange;\n",
                   {"-std=c++20", "-Wno-missing-field-initializers"});
}

// Also changes a comment, which shows that the check detects unknown names.
TEST_CASE("doxygen_reads_the_public_headers_without_warnings") {
  const fs::path copy = folder("reference");
  const fs::path library = copy / "engine/vksort", source = fs::path(kSourceDir) / "engine/vksort";
  fs::create_directories(library / "guides");
  fs::create_directories(copy / "engine/toolkit");
  fs::create_directories(copy / "build");
  for (const char* name : {"guides/Doxyfile", "guides/comments.sed", "include"})
    fs::copy(source / name, library / name, fs::copy_options::recursive);
  fs::copy(kToolkitInclude, copy / "engine/toolkit/include", fs::copy_options::recursive);
  const auto doxygen = [&] { return run({"env", "-C", (library / "guides").string(), kDoxygen}); };
  const ChildResult result = doxygen();
  CHECK_MESSAGE(result.exit_code == 0, result.output);
  const std::string page = readFile(copy / "build/reference/html/structvksortDevice.html");
  CHECK(page.find("used to load all Vulkan functions") != std::string::npos);

  std::string header = readFile(library / "include/vksort.h");
  const std::string mentioned = "// Returns the bytes of SortInfo::scratch";
  REQUIRE(header.find(mentioned) != std::string::npos);
  writeFile(library / "include/vksort.h", header.insert(header.find(mentioned) + mentioned.size(), "y"));
  const ChildResult planted = doxygen();
  CHECK(planted.exit_code != 0);
  CHECK_MESSAGE(planted.output.find("'vksortSortInfo::scratchy'") != std::string::npos, planted.output);
}

TEST_CASE("the_readme_shows_the_embedding_sample") {
  const std::string readme = readFile(std::string(kSourceDir) + "/README.md"), section = sampleSection();
  const std::string behind = readme.substr(std::min(readme.find("<!-- embed -->"), readme.size()));
  CHECK(between(behind, "```cpp\n", "```\n") == section);
  CHECK(splitLines(section).size() <= 36);
  expectCompiles("readme", section, {"-std=c++20", "-Wno-missing-field-initializers"});
}

TEST_CASE("the_embedding_sample_sorts_without_validation_messages") {
  const ChildResult result = runValidated("vksort-embed");
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  CHECK(result.output.find("100000 depths") != std::string::npos);
  CHECK(result.output.ends_with("sorted, far to near\n"));
  expectNoObjection(result.output);
  const ChildResult planted = runValidated("vksort-unsynchronized");
  CHECK(planted.output.find("SYNC-HAZARD") != std::string::npos);
}

}  // namespace test
