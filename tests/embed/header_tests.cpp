#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>

#include "paths.h"
#include "support/child.h"
#include "support/skip.h"

namespace test {
namespace {

const std::string kHere = std::string(kSourceDir) + "/tests/embed/";

const std::string kInclude = std::string(kSourceDir) + "/engine/vksort/include";

ChildResult compile(const std::string& file, const std::vector<std::string>& flags = {"-std=c++17"}) {
  std::vector<std::string> command = {
      kCompiler,  "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror",
      "-isystem", kVulkanInclude,  "-I",    kInclude,  "-I",           kHere};
  command.insert(command.end(), flags.begin(), flags.end());
  command.push_back(file);
  return run(command);
}

ChildResult compileText(const std::string& name, const std::string& text,
                        const std::vector<std::string>& flags = {"-std=c++17"}) {
  std::filesystem::create_directories(kScratchDir);
  const std::string file = std::string(kScratchDir) + "/" + name + ".cpp";
  writeFile(file, text);
  return compile(file, flags);
}

// Every header of a directory, by name.
std::vector<std::filesystem::path> headersOf(const std::string& directory) {
  std::vector<std::filesystem::path> headers;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    if (entry.path().extension() == ".h") headers.push_back(entry.path());
  std::ranges::sort(headers);
  return headers;
}

// What a header needs; all but one are for C++17.
std::string standardOf(const std::string& header) { return header == "vksort_packed.h" ? "-std=c++20" : "-std=c++17"; }

// The names in a source, but for comments, strings and Vulkan's own.
std::set<std::string> namesIn(const std::string& source) {
  static const std::regex unnamed(R"(//[^\n]*|"[^"\n]*"|<[a-z_/.]+>)"), name(R"(\b[A-Za-z_]\w*)");
  const std::string code = std::regex_replace(source, unnamed, " ");
  std::set<std::string> names;
  for (std::sregex_iterator at(code.begin(), code.end(), name), end; at != end; ++at)
    if (!at->str().starts_with("VK")) names.insert(at->str());
  return names;
}

// Vulkan for windows of X, and the macros of <windows.h>.
const std::string kWindowSystems =
    "#define VK_USE_PLATFORM_XLIB_KHR\n#include <vulkan/vulkan.h>\n#include <X11/Xutil.h>\n"
    "#include \"hosts/windows_macros.h\"\n";

bool hasX() { return compileText("has_x", "#include <X11/Xutil.h>\n").exit_code == 0; }

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
  for (const std::vector<std::string>& flags : {std::vector<std::string>{"-std=c++17"},
                                                {"-std=c++20", "-DVK_NO_PROTOTYPES"},
                                                {"-std=c++17", "-fno-exceptions", "-fno-rtti"}}) {
    const ChildResult result = compile(kHere + "header_alone.cpp", flags);
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

TEST_CASE("each_public_header_compiles_alone_in_its_standard") {
  const std::vector<std::filesystem::path> headers = headersOf(kInclude);
  CHECK(headers.size() >= 8);
  for (const std::filesystem::path& header : headers) {
    const std::string name = header.filename().string();
    CAPTURE(name);
    const std::string twice = "#include \"" + name + "\"\n#include \"" + name + "\"\nint main() {}\n";
    const ChildResult result = compileText("alone", twice, {standardOf(name)});
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

// Both orders: with the headers of the window systems first the preprocessor would change a name, and with them last
// every use of it.
TEST_CASE("no_public_name_is_a_macro_of_a_window_system") {
  if (!hasX()) return skip("no headers of X");
  std::set<std::string> names;
  for (const char* directory : {"vksort/include", "gpu", "graph", "nodes"})
    for (const std::filesystem::path& header : headersOf(std::string(kSourceDir) + "/engine/" + directory))
      names.merge(namesIn(readFile(header)));
  CHECK(names.contains("SortStatus"));
  CHECK(names.size() > 500);
  const auto compileWith = [](const std::set<std::string>& checked) {
    std::string text = kWindowSystems;
    for (const std::string& name : checked) text += "#ifdef " + name + "\n#error " + name + "\n#endif\n";
    return compileText("names", text);
  };
  const ChildResult result = compileWith(names);
  CHECK_MESSAGE(result.exit_code == 0, result.output);
  // The check sees those of each kind.
  for (const char* taken : {"Status", "None", "Always", "Success", "Bool", "True", "False", "near", "far", "min", "max",
                            "ERROR", "small", "interface"}) {
    CAPTURE(taken);
    CHECK(compileWith({taken}).output.find("error: #error " + std::string(taken)) != std::string::npos);
  }
}

TEST_CASE("the_headers_compile_before_and_after_those_of_window_systems") {
  if (!hasX()) return skip("no headers of X");
  const std::string ours = "#include \"vksort.h\"\n#include \"vksort_packed.h\"\n#include \"vksort_verifier.h\"\n";
  for (const std::string& text : {ours + kWindowSystems, kWindowSystems + ours}) {
    const ChildResult result = compileText("window_systems", text + sampleSection(), {"-std=c++20"});
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

// What the program of packed keys prints with these flags; nothing if it cannot be built or run.
std::string packed(const std::vector<std::string>& flags) {
  const std::string program = std::string(kScratchDir) + "/packs";
  std::vector<std::string> command = {kCompiler, "-std=c++20", "-O1", "-I", kInclude, kHere + "hosts/packs.cpp",
                                      "-o",      program};
  command.insert(command.end(), flags.begin(), flags.end());
  if (run(command).exit_code != 0) return "";
  const ChildResult result = run({program});
  return result.exit_code == 0 ? result.output : "";
}

// Of 32-bit x86, with the headers that are there for 64 bits and no library.
std::vector<std::string> flagsOf32Bits() {
  const std::string scratch = kScratchDir;
  std::filesystem::create_directories(scratch + "/gnu");
  writeFile(scratch + "/gnu/stubs-32.h", "");  // a list of functions that glibc lacks
  writeFile(scratch + "/headers.cpp", "#include <cstdint>\n");
  const std::string used = run({kCompiler, "-M", scratch + "/headers.cpp"}).output;
  std::vector<std::string> flags = {"-m32",    "-mfpmath=387",         "-nostdlib", "-static", "-fno-pie",
                                    "-no-pie", "-fno-stack-protector", "-I",        scratch};
  for (const std::string name : {"/bits/c++config.h", "/gnu/stubs.h"}) {
    const std::size_t end = used.find(name);
    if (end == std::string::npos) continue;
    const std::size_t begin = used.find_last_of(" \n", end) + 1;
    flags.insert(flags.end(), {"-I", used.substr(begin, end - begin)});
  }
  return flags;
}

// Of the SSE units, or with the 64 digits of the x87, which 64-bit programs take to memory more often.
TEST_CASE("packed_keys_are_the_same_with_every_fpu") {
  std::filesystem::create_directories(kScratchDir);
  const std::string usual = packed({});
  CHECK(usual.size() == 17);
  const std::string extended = packed({"-mfpmath=387"});
  if (extended.empty()) return skip("the compiler knows no x87");
  CHECK(extended == usual);
  const std::string of_32_bits = packed(flagsOf32Bits());
  if (of_32_bits.empty()) return skip("programs of 32-bit x86 are not built or do not run here");
  CHECK(of_32_bits == usual);
}

TEST_CASE("the_header_check_refuses_a_planted_warning") {
  const ChildResult result = compile(kHere + "planted/converts.cpp");
  CHECK(result.exit_code != 0);
  CHECK(result.output.find("-Werror=conversion") != std::string::npos);
}

TEST_CASE("the_public_headers_include_the_vulkan_types_and_cstdint_alone") {
  const std::vector<std::filesystem::path> headers = headersOf(kInclude);
  std::set<std::string> allowed = {"#include <vulkan/vulkan_core.h>", "#include <cstdint>"};
  for (const std::filesystem::path& header : headers) allowed.insert("#include \"" + header.filename().string() + "\"");
  // It stands alone, and is all that needs C++20.
  const std::set<std::string> of_packed = {"#include <bit>", "#include <cfloat>", "#include <cstdint>",
                                           "#include <type_traits>"};
  std::set<std::string> seen;
  for (const std::filesystem::path& header : headers) {
    const std::string name = header.filename().string();
    for (const std::string& line : splitLines(readFile(header))) {
      if (!line.starts_with("#include")) continue;
      CHECK_MESSAGE((name == "vksort_packed.h" ? of_packed : allowed).contains(line), name << ": " << line);
      seen.insert(line);
    }
  }
  CHECK(seen.contains("#include <vulkan/vulkan_core.h>"));
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
  const ChildResult result = compile(file, {"-std=c++20"});
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

}  // namespace test
