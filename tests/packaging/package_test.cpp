// Checks that an installed package can be moved, vendored again and exported, and finds suitable Vulkan headers.
#include <doctest/doctest.h>

#include <regex>

#include "package.h"

namespace test {
namespace {

const std::string kScratch = kScratchDir;
const fs::path kExporter = fs::path(kSourceDir) / "tests/packaging/library";

// Builds a static library that only vendors the core. To save time, it uses the library of this build.
fs::path buildExporter(const std::string& name, const std::vector<std::string>& arguments) {
  const fs::path build = folder(name);
  std::vector<std::string> all = arguments;
  all.push_back("-DVKSORT_BUILD_TOOLKIT=OFF");
  const ChildResult result = configure(kExporter, build, all);
  REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  for (const char* file : {"libvksort.a", "libvksortd.a"})
    fs::copy_file(kLibrary, build / "vksort/engine/vksort" / file);
  return build;
}

std::string askPkgConfig(const fs::path& lib, const std::string& variable) {
  const std::string path = "PKG_CONFIG_PATH=" + (lib / "pkgconfig").string();
  return splitLines(run({"env", path, kPkgConfig, "--variable=" + variable, "vksort"}).output).at(0);
}

std::string foundIncludes(const fs::path& prefix) { return readFile(prefix.string() + "-found/found"); }

std::string writeHeaders(const std::string& name, int minor, int patch = 100) {
  const fs::path headers = folder(name);
  fs::create_directories(headers / "vulkan");
  std::string text = "#define VK_HEADER_VERSION " + std::to_string(patch) + "\n";
  for (int i = 0; i <= minor; ++i) text += "#define VK_API_VERSION_1_" + std::to_string(i) + " 0\n";
  writeFile(headers / "vulkan/vulkan_core.h", text);
  return headers.string();
}

std::string joinLines(const std::string& text) { return std::regex_replace(text, std::regex("\\s+"), " "); }

}  // namespace

TEST_CASE("an_install_respects_libdir_after_a_move") {
  const fs::path installed = kScratch + "/prefix-directories", moved = kScratch + "/prefix-directories-moved";
  for (const fs::path& lib : {fs::path("lib64"), fs::path("lib/x86_64-linux-gnu"), folder("absolute") / "lib"}) {
    CAPTURE(lib.string());
    const fs::path build = buildExporter(
        "directories", {"-DVKSORT_INSTALL=ON", "-DCMAKE_INSTALL_LIBDIR=" + lib.string(),
                        "-DCMAKE_INSTALL_INCLUDEDIR=include/v", "-DCMAKE_INSTALL_PREFIX=" + installed.string()});
    fs::path prefix = install("prefix-directories", build);
    if (lib.is_relative()) {
      fs::remove_all(moved);
      fs::rename(prefix, moved);
      prefix = moved;
    }
    const fs::path libraries = prefix / lib, headers = prefix / "include/v";
    CHECK(fs::exists(libraries / "libvksort.a"));
    CHECK(fs::exists(headers / "vksort.h"));
    const ChildResult result = find(prefix, {"-Dvksort_DIR=" + (libraries / "cmake/vksort").string()});
    REQUIRE_MESSAGE(result.exit_code == 0, result.output);
    CHECK_MESSAGE(foundIncludes(prefix).starts_with(headers.string() + ";"), foundIncludes(prefix));
    if (!fs::exists(kPkgConfig)) continue;
    CHECK(fs::equivalent(askPkgConfig(libraries, "libdir"), libraries));
    CHECK(fs::equivalent(askPkgConfig(libraries, "includedir"), headers));
  }
}

TEST_CASE("a_prefix_contains_debug_and_release_libraries") {
  const fs::path prefix = folder("prefix-both");
  for (const std::string type : {"Release", "Debug"}) {
    const fs::path build = buildExporter("both", {"-DVKSORT_INSTALL=ON", "-DCMAKE_BUILD_TYPE=" + type});
    const ChildResult result =
        run({kCmake, "--install", build.string(), "--prefix", prefix.string(), "--component", "vksort"});
    REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  }
  using Row = std::pair<std::string, std::string>;
  for (const auto& [type, library] :
       {Row{"Debug", "libvksortd.a"}, {"Release", "libvksort.a"}, {"RelWithDebInfo", "libvksort.a"}}) {
    const ChildResult result = find(prefix, {"-DCMAKE_BUILD_TYPE=" + type});
    REQUIRE_MESSAGE(result.exit_code == 0, result.output);
    CHECK(readFile(prefix.string() + "-found/library") == library);
  }
  if (!fs::exists(kPkgConfig)) return;
  const std::string path = "PKG_CONFIG_PATH=" + (prefix / kLibDir / "pkgconfig").string();
  for (const std::string name : {"vksort", "vksortd"})
    CHECK(std::regex_search(run({"env", path, kPkgConfig, "--libs", name}).output, std::regex("-l" + name + "\\s")));
}

TEST_CASE("libraries_of_an_application_can_vendor_the_same_version") {
  const fs::path prefix = install("prefix-again");
  const auto add = [](std::vector<std::string> arguments) { return configure(kExporter, folder("again"), arguments); };
  const ChildResult same = add({"-DAGAIN=" + std::string(kVersion), "-DINSTALLED=" + prefix.string()});
  CHECK_MESSAGE(same.exit_code == 0, same.output);
  const ChildResult vendored = add({"-DAGAIN=9.9"});
  CHECK(joinLines(vendored.output).find("already uses version 9.9, so it cannot add 0.1.0") != std::string::npos);
  const ChildResult found = find(prefix, {"-DOTHER=9.9"});
  CHECK(joinLines(found.output).find("already uses version 9.9 of vksort, so it cannot use") != std::string::npos);
}

TEST_CASE("a_project_in_c_links_the_library") {
  const fs::path project = folder("c-project"), prefix = install("prefix-c");
  fs::copy_file(fs::path(kSourceDir) / "samples/embed/sort.c", project / "sort.c");
  writeFile(project / "CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.22)\nproject(sort LANGUAGES C)\n"
            "if(VENDORED)\n  add_subdirectory(${VENDORED} vksort)\nelse()\n  find_package(vksort CONFIG REQUIRED)\n"
            "endif()\nadd_executable(sort sort.c)\ntarget_link_libraries(sort vksort::vksort ${LOADER})\n");
  const std::string loader = std::string("-DLOADER=") + kVulkanLoader,
                    flags = std::string("-DCMAKE_C_FLAGS=") + kCompilerFlags;
  const fs::path vendored = folder("c-vendored"), installed = folder("c-installed");
  CHECK(configure(project, vendored, {loader, std::string("-DVENDORED=") + kSourceDir}).exit_code == 0);
  const std::string commands = run({kMakeProgram, "-C", vendored.string(), "-t", "commands", "sort"}).output;
  CHECK(std::regex_search(commands, std::regex("libvksort\\.a .*-l(std)?c\\+\\+")));
  CHECK(configure(project, installed, {loader, flags, "-DCMAKE_PREFIX_PATH=" + prefix.string()}).exit_code == 0);
  const ChildResult built = run({kCmake, "--build", installed.string()});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  CHECK(run({(installed / "sort").string()}).exit_code == 0);
}

TEST_CASE("a_static_library_that_vendors_the_sources_exports_itself") {
  for (const std::string installs : {"ON", "OFF"}) {
    CAPTURE(installs);
    const fs::path build = buildExporter("exporter", {"-DVKSORT_INSTALL=" + installs});
    std::string exported;
    for (const auto& entry : fs::recursive_directory_iterator(build / "CMakeFiles/Export"))
      if (entry.path().filename() == "library.cmake") exported = readFile(entry.path());
    CHECK_MESSAGE(exported.find("LINK_ONLY:vksort::vksort>") != std::string::npos, exported);
    const ChildResult result = find(install("prefix-exporter", build));
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

TEST_CASE("vulkan_headers_are_searched_in_the_documented_order") {
  const fs::path prefix = install("prefix-headers-order");
  const std::string target = writeHeaders("headers-target", 3), variable = writeHeaders("headers-variable", 4);
  const std::string sdk = writeHeaders("headers-sdk/include", 3), fetched = writeHeaders("headers-fetched", 3);
  writeFile(fetched + "/CMakeLists.txt",
            "add_library(Vulkan-Headers INTERFACE)\nadd_library(Vulkan::Headers ALIAS Vulkan-Headers)\n"
            "target_include_directories(Vulkan-Headers INTERFACE \"$<BUILD_INTERFACE:" +
                fetched + ">\")\n");
  const std::string set = "-DVKSORT_VULKAN_INCLUDE=" + variable;
  const std::string with_sdk = "VULKAN_SDK=" + fs::path(sdk).parent_path().string(), without = "--unset=VULKAN_SDK";
  const auto expectTaken = [&](const ChildResult& result, const std::string& taken) {
    REQUIRE_MESSAGE(result.exit_code == 0, result.output);
    CHECK(foundIncludes(prefix) == (prefix / "include").string() + ";" + taken);
  };
  struct Row {
    std::vector<std::string> arguments;
    std::string environment, taken;
  };
  for (const Row& row : {Row{{"-DHEADERS=" + target, set}, with_sdk, target},
                         {{"-DFETCHED=" + fetched, set}, with_sdk, fetched},
                         {{set}, with_sdk, sdk},
                         {{}, with_sdk, sdk},
                         {{set}, without, variable},
                         {{}, without, kVulkanInclude}})
    expectTaken(find(prefix, row.arguments, {"env", row.environment}), row.taken);
  // CMake must read the variable of the SDK again, and search there before CMAKE_PREFIX_PATH.
  const std::string build = prefix.string() + "-found";
  for (const auto& [environment, taken] :
       {std::pair<std::string, std::string>{with_sdk, sdk}, {without, kVulkanInclude}})
    expectTaken(run({"env", environment, kCmake, build}), taken);
  fs::copy(fs::path(target) / "vulkan", prefix / "include/vulkan");
  expectTaken(find(prefix, {}, {"env", with_sdk}), sdk);
}

TEST_CASE("vulkan_headers_older_than_1_3_are_rejected") {
  const fs::path prefix = install("prefix-headers-old");
  const std::string sdk = folder("headers-old-sdk").string(), old = writeHeaders("headers-old-sdk/include", 2, 162);
  const std::string sentence =
      "The Vulkan headers in " + old + " have version 1.2.162, but vksort needs 1.3 or later: ";
  const std::string variable = "-DVKSORT_VULKAN_INCLUDE=" + old;
  const std::string set = "set VKSORT_VULKAN_INCLUDE to the directory of a newer vulkan/vulkan_core.h.";
  const auto refuses = [&](const ChildResult& result, const std::string& cure) {
    CHECK(result.exit_code != 0);
    CHECK_MESSAGE(joinLines(result.output).find(sentence + cure) != std::string::npos, result.output);
  };
  refuses(find(prefix, {variable}), set);
  refuses(find(prefix, {}, {"env", "VULKAN_SDK=" + sdk}), "set VULKAN_SDK to a newer SDK, or unset it.");
  refuses(find(prefix, {"-DHEADERS=" + old}), "define the target Vulkan::Headers with newer headers.");
  refuses(configure(kExporter, folder("old-headers"), {variable}), set);
  const ChildResult missing = find(prefix, {"-DVKSORT_VULKAN_INCLUDE=" + kScratch});
  CHECK(missing.exit_code != 0);
  CHECK_MESSAGE(joinLines(missing.output).find("vulkan/vulkan_core.h is missing. Set") != std::string::npos,
                missing.output);
}

}  // namespace test
