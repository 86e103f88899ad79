// How shaders are built: an edited include is noticed, and the cache of SPIR-V gives no other module than the tools.
#include <doctest/doctest.h>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;

struct Tools {
  std::string optimizer = kSpirvOpt;
  std::string validator = kSpirvVal;
};

class Kitchen {
 public:
  explicit Kitchen(const std::string& name) : path_(folder(name)) {}

  // SPIR-V of a kernel that writes `value`, in a file of always the same name.
  void compile(int value) const {
    writeFile(path_ / "a.comp",
              "#version 450\nlayout(local_size_x = 1) in;\nlayout(set = 0, binding = 0) buffer B { uint "
              "word; };\nvoid main() { word = " +
                  std::to_string(value) + "u + word; }\n");
    const ChildResult result = run({kGlslang, "--quiet", "--target-env", "vulkan1.1", "-o",
                                    (path_ / "a.raw.spv").string(), (path_ / "a.comp").string()});
    REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  }

  // The array of words that optimize.cmake makes of it; empty if it fails.
  std::string optimized(const std::string& cache, const Tools& tools = {}) const {
    fs::remove(path_ / "a.spv");
    fs::remove(path_ / "a.spv.h");
    const std::string base = (path_ / "a").string();
    std::vector<std::string> command = {kCmake, "-DINPUT=" + base + ".raw.spv", "-DBASE=" + base, "-DNAME=a"};
    command.push_back("-DOPT=" + tools.optimizer);
    command.push_back("-DVAL=" + tools.validator);
    if (!cache.empty()) command.push_back("-DCACHE=" + (path_ / cache).string());
    command.push_back("-P");
    command.push_back(std::string(kSourceDir) + "/shaders/optimize.cmake");
    const ChildResult result = run(command);
    return result.exit_code == 0 ? readFile(path_ / "a.spv.h") : "";
  }

  // A tool that does this.
  std::string tool(const std::string& name, const std::string& script) const {
    const fs::path file = path_ / name;
    writeFile(file, "#!/bin/sh\n" + script + "\n");
    fs::permissions(file, fs::perms::owner_all);
    return file.string();
  }

 private:
  fs::path path_;
};

// The interface number of the sort shaders in a folder.
std::string interfaceNumber(const fs::path& shaders) {
  writeFile(shaders / "print.cmake",
            "include(${CMAKE_CURRENT_LIST_DIR}/modules.cmake)\nvksort_interface_number(n)\nmessage(${n})\n");
  const ChildResult result = run({kCmake, "-P", (shaders / "print.cmake").string()});
  REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  return result.output;
}

}  // namespace

TEST_CASE("the_interface_number_changes_with_what_library_and_key_generators_agree_on") {
  const fs::path copy = folder("interface-number");
  fs::copy(fs::path(kSourceDir) / "shaders/sort", copy, fs::copy_options::recursive);
  const std::string number = interfaceNumber(copy);
  // Both have it.
  const fs::path build = kBuildDir;
  for (const char* file : {"engine/vksort/vksort.shaders/interface_number.h",
                           "tests/vksort/vksort_source_keys.keys/source_keys/source_keys.cpp",
                           "tests/support/small/vksort_small.shaders/interface_number.h",
                           "tests/support/small/vksort_small_keys.keys/index_keys/index_keys.cpp"})
    CHECK_MESSAGE(readFile(build / file).find(number.substr(0, 11)) != std::string::npos, file);

  const auto edited = [&](const char* file, const char* text, const char* replacement) {
    const std::string before = readFile(copy / file);
    const std::size_t at = before.find(text);
    REQUIRE(at != std::string::npos);
    writeFile(copy / file, std::string(before).replace(at, std::string(text).size(), replacement));
    const std::string changed = interfaceNumber(copy);
    writeFile(copy / file, before);
    CHECK(interfaceNumber(copy) == number);
    return changed;
  };
  CHECK(edited("interface.h", "VKSORT_UINT rotation;", "VKSORT_UINT rotation, more;") != number);
  CHECK(edited("bitonic/interface.h", "VKSORT_UINT window;", "") != number);
  CHECK(edited("radix/interface.h", "STATES_AT 2048", "STATES_AT 2304") != number);
  CHECK(edited("rank/interface.h", "SAMPLE_LOG2 3", "SAMPLE_LOG2 4") != number);
  CHECK(edited("rank/copy.glsl", "word * copiedElements()", "word") != number);
  CHECK(edited("modules.cmake", "medium_keys tile_keys", "tile_keys") != number);
  CHECK(edited("verify/interface.h", "VKSORT", "VKS0RT") == number);
  CHECK(edited("modules.cmake", "-DVKSORT_R=3", "-DVKSORT_R=2") != number);
  CHECK(edited("interface.h", "- rotation", "+ rotation") != number);
  CHECK(edited("bitonic/tile.comp", "void main", "void  main") != number);
}

TEST_CASE("a_change_in_an_included_shader_is_built") {
  const fs::path project = folder("included"), build = folder("included-build");
  writeFile(project / "host.cpp", "#include \"a.spv.h\"\n");
  writeFile(
      project / "a.comp",
      "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"one.glsl\"\nlayout(local_size_x = 1) "
      "in;\nlayout(set = 0, binding = 0) buffer B { uint word; };\nvoid main() { word = VALUE; }\n");
  writeFile(project / "one.glsl", "#include \"two.glsl\"\n");
  writeFile(project / "two.glsl", "#define VALUE 11\n");
  writeFile(project / "CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.25)\nproject(host LANGUAGES CXX)\ninclude(" + std::string(kSourceDir) +
                "/shaders/shader.cmake)\nadd_library(host OBJECT host.cpp)\nvksort_add_shader(host a.comp a)\n");
  std::vector<std::string> configure = {kCmake, "-S", project.string(), "-B", build.string(), "-G", kGenerator};
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"CMAKE_CXX_COMPILER", kCompiler},
                                    {"CMAKE_CXX_COMPILER_WORKS", "1"},
                                    {"CMAKE_CXX_ABI_COMPILED", "1"},
                                    {"VKSORT_GLSLANG", kGlslang},
                                    {"VKSORT_SPIRV_OPT", kSpirvOpt},
                                    {"VKSORT_SPIRV_VAL", kSpirvVal}})
    configure.push_back("-D" + name + "=" + value);
  const ChildResult configured = run(configure);
  REQUIRE_MESSAGE(configured.exit_code == 0, configured.output);
  const auto made = [&] {
    const ChildResult built = run({kCmake, "--build", build.string()});
    CHECK_MESSAGE(built.exit_code == 0, built.output);
    return readFile(build / "host.shaders/a.spv.h");
  };
  const std::string first = made();
  writeFile(project / "two.glsl", "#define VALUE 12\n");
  CHECK(made() != first);
  writeFile(project / "one.glsl", "#define VALUE 11\n");
  CHECK(made() == first);
}

TEST_CASE("the_shader_cache_keeps_modules_apart_by_content_and_optimizer") {
  const Kitchen kitchen("cache-content");
  kitchen.compile(2);
  const std::string second = kitchen.optimized("");
  kitchen.compile(1);
  const std::string first = kitchen.optimized("");
  REQUIRE(!first.empty());
  REQUIRE(first != second);
  Tools copies;
  copies.optimizer = kitchen.tool(
      "copies", "for last; do :; done; for file; do case $file in *.raw.spv) cp \"$file\" \"$last\" ;; esac; done");
  const std::string copied = kitchen.optimized("", copies);
  REQUIRE(!copied.empty());
  REQUIRE(copied != first);
  for (int attempt = 0; attempt < 2; ++attempt) {
    kitchen.compile(1);
    CHECK(kitchen.optimized("cache") == first);
    CHECK(kitchen.optimized("cache", copies) == copied);
    kitchen.compile(2);
    CHECK(kitchen.optimized("cache") == second);
  }
}

TEST_CASE("the_shader_cache_saves_the_work_and_keeps_nothing_that_a_tool_refuses") {
  const Kitchen kitchen("cache-refused");
  kitchen.compile(1);
  Tools refuses, fails, once;
  refuses.validator = kitchen.tool("refuses", "exit 1");
  fails.optimizer = kitchen.tool("fails", "exit 1");
  once.validator = kitchen.tool("once", "[ ! -e \"$0.used\" ] && touch \"$0.used\"");
  for (int attempt = 0; attempt < 2; ++attempt) {
    CHECK(kitchen.optimized("cache", refuses).empty());
    CHECK(kitchen.optimized("cache", fails).empty());
  }
  const std::string made = kitchen.optimized("cache", once);
  CHECK(!made.empty());
  CHECK(kitchen.optimized("cache", once) == made);
  CHECK(kitchen.optimized("", once).empty());
  // It is done without where it cannot be made or written: another user may own the checkout.
  for (const char* cache : {"/proc/none/cache", "/proc", "a.comp", "a.comp/cache"}) {
    CAPTURE(cache);
    CHECK(kitchen.optimized(cache) == made);
  }
}

}  // namespace test
