// Checks that applications can vendor the sources, or find an installed static or shared package. Each is built once.
#include <doctest/doctest.h>

#include <regex>
#include <set>

#include "package.h"
#include "support/skip.h"

namespace test {
namespace {

const fs::path kConsumerSource = fs::path(kSourceDir) / "tests/packaging/consumer";

fs::path buildConsumer(const std::string& name, std::vector<std::string> arguments, const std::string& target = "all") {
  const fs::path build = folder(name);
  // The caches of SPIR-V and ccache save time. They depend on contents only, so the build still counts as new.
  arguments.push_back(std::string("-DVKSORT_SPIRV_CACHE=") + kSpirvCache);
  const ChildResult configured = configure(kConsumerSource, build, arguments);
  REQUIRE_MESSAGE(configured.exit_code == 0, configured.output);
  const ChildResult built = run({kCmake, "--build", build.string(), "--target", target});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  return build;
}

void runHosts(const fs::path& build,
              const std::vector<std::string>& hosts = {"no_loader", "with_loader", "with_globals"}) {
  for (const std::string& host : hosts) {
    CAPTURE(host);
    const ChildResult result = run({(build / host).string()});
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

const fs::path kConsumer = fs::path(kScratchDir) / "consumer";  // see CMakeLists.txt for the order of cases

fs::path makeHeaders(const fs::path& headers) {
  const fs::path real = kVulkanInclude;
  fs::create_directories(headers / "vulkan");
  for (const char* each : {"vulkan/vulkan.h", "vulkan/vulkan_core.h"})  // GCC would resolve symbolic links
    writeFile(headers / each, "#include \"" + (real / each).string() + "\"\n");
  fs::create_directory_symlink(real / "vk_video", headers / "vk_video");
  return headers;
}

void expectPkgConfigServes(const fs::path& prefix, const std::string& postfix = "") {
  const fs::path program = folder("pkg-config") / "no_loader", lib = prefix / kLibDir;
  const auto ask = [&](const std::string& option) {
    return run({"env", "PKG_CONFIG_PATH=" + (lib / "pkgconfig").string(), kPkgConfig, option,
                "vksort_toolkit" + postfix})
        .output;
  };
  CHECK(ask("--modversion") == kVersion + std::string("\n"));
  const fs::path hosts = fs::path(kSourceDir) / "tests/packaging/hosts";
  std::string command = kCompiler + std::string(" -std=c++17 ") + kCompilerFlags + " -isystem " + kVulkanInclude;
  command += " -I" + (hosts / "own").string() + " " + (hosts / "no_loader.cpp").string() + " -o " + program.string();
  for (const char* option : {"--cflags", "--libs"}) command += " " + splitLines(ask(option)).at(0);
  const ChildResult built = run({"sh", "-c", command});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
#ifdef NDEBUG  // a library with assertions aborts on misuse
  const ChildResult result = run({"env", "LD_LIBRARY_PATH=" + lib.string(), program.string()});
  CHECK_MESSAGE(result.exit_code == 0, result.output);
#endif
}

// Returns the functions in the public headers, and three that only vksort-conform uses.
std::set<std::string> publicFunctions() {
  static const std::regex declaration(R"(\nVKSORT_API [\w ]*\*? ?(vksort\w+)\()");
  std::set<std::string> names = {"createTuned", "planTuned", "tuningOf"};
  for (const char* include : {"engine/vksort/include", "engine/toolkit/include"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(kSourceDir) / include)) {
      const std::string text = readFile(entry.path());
      for (std::sregex_iterator at(text.begin(), text.end(), declaration), end; at != end; ++at) names.insert((*at)[1]);
    }
  }
  return names;
}

// Returns the names of exported functions, or the whole lines of other symbols.
std::set<std::string> exportedFunctions(const fs::path& library) {
  static const std::regex function(R"(\w+ T (?:vksort::)?(\w+)(?:\(.*)?)");
  std::set<std::string> names;
  for (const std::string& line : splitLines(run({kNm, "-DC", "--defined-only", library.string()}).output)) {
    std::smatch match;
    names.insert(std::regex_match(line, match, function) ? match[1].str() : line);
  }
  return names;
}

}  // namespace

TEST_CASE("vendoring_the_sources_only_adds_the_libraries") {
  // A unity build shows that names in unnamed namespaces do not collide.
  const fs::path build = buildConsumer("consumer", {"-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0"});
  const fs::path prefix = folder("host-prefix");
  CHECK(run({kCmake, "--install", build.string(), "--prefix", prefix.string()}).exit_code == 0);
  CHECK(fs::is_empty(prefix));  // nothing is installed by default
  const std::string library = "vksort/engine/vksort/libvksort.a";
  const std::string commands = run({kMakeProgram, "-C", build.string(), "-t", "commands", library}).output;
  CHECK(commands.find("unity_0_cxx.cxx") != std::string::npos);
}

TEST_CASE("programs_with_and_without_a_loader_run") { runHosts(kConsumer); }

TEST_CASE("applications_with_volk_or_vulkan_hpp_run") { runHosts(kConsumer, {"with_volk", "with_hpp", "with_raii"}); }

TEST_CASE("applications_can_link_the_library_into_a_shared_one") {
  const fs::path shared = folder("shared") / "libhost.so", library = kConsumer / "vksort/engine/vksort/libvksort.a";
  const ChildResult result = run({kCompiler, "-shared", "-o", shared.string(), "-Wl,--whole-archive", library.string(),
                                  "-Wl,--no-whole-archive", "-Wl,-z,defs", "-Wl,-z,text"});
  REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  const ChildResult shown = run({kNm, "-D", "--defined-only", shared.string()});
  CHECK(shown.exit_code == 0);
  CHECK_MESSAGE(shown.output.find("vksort") == std::string::npos, shown.output);
}

TEST_CASE("an_installed_package_contains_every_public_file") {
  // The package must not depend on its original location.
  const fs::path prefix = folder("prefix") / "moved";
  fs::rename(install("prefix-before"), prefix);
  for (const char* include : {"engine/vksort/include", "engine/toolkit/include"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(kSourceDir) / include)) {
      const fs::path installed = prefix / "include" / entry.path().filename();
      CAPTURE(installed.string());
      REQUIRE(fs::exists(installed));
      CHECK(readFile(installed) == readFile(entry.path()));
    }
  }
  for (const auto& entry : fs::recursive_directory_iterator(prefix))
    if (entry.path().extension() == ".cmake") CHECK(readFile(entry.path()).find(kSourceDir) == std::string::npos);
  CHECK(readFile(prefix / "share/doc/vksort/LICENSE") == readFile(fs::path(kSourceDir) / "LICENSE"));
  const fs::path headers = makeHeaders(folder("headers"));
  const fs::path build = buildConsumer(
      "package", {"-DINSTALLED=ON", "-DCMAKE_PREFIX_PATH=" + prefix.string(), "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                  std::string("-DCMAKE_CXX_FLAGS=") + kCompilerFlags, "-DVKSORT_VULKAN_INCLUDE=" + headers.string()});
#ifdef NDEBUG
  runHosts(build);
#endif
  CHECK(readFile(build / "compile_commands.json").find("-isystem " + headers.string() + " ") != std::string::npos);
}

TEST_CASE("applications_find_an_installed_package_using_pkg_config") {
  if (!fs::exists(kPkgConfig)) return skip("no pkg-config");
  const fs::path prefix = install("prefix-pkg-config");
  expectPkgConfigServes(prefix, kPostfix);
  const std::string host = std::string(kSourceDir) + "/samples/embed/sort.c", program = (prefix / "sort").string();
  const ChildResult built =
      run({"sh", "-c",
           "export PKG_CONFIG_PATH=" + (prefix / kLibDir / "pkgconfig").string() + "; " + kCCompiler + " -std=c99 " +
               kCompilerFlags + " -idirafter " + kVulkanInclude + " " + host + " -o " + program + " $(" + kPkgConfig +
               " --static --cflags --libs vksort" + kPostfix + ") " + kVulkanLoader});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  CHECK(run({program}).exit_code == 0);
}

TEST_CASE("a_shared_library_only_exports_public_functions") {
  const fs::path build = buildConsumer(
      "shared", {"-DBUILD_SHARED_LIBS=ON", "-DVKSORT_INSTALL=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG"}, "vksort");
  const fs::path library = install("prefix-shared", build) / kLibDir / "libvksort.so";
  const std::set<std::string> exported = exportedFunctions(library);
  const std::set<std::string> wanted = publicFunctions();
  for (const std::string& name : exported) CHECK_MESSAGE(wanted.contains(name), name);
  for (const std::string& name : wanted) CHECK_MESSAGE(exported.contains(name), name);
  const ChildResult python = run({"env", "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation", kPython,
                                  std::string(kSourceDir) + "/samples/embed/sort.py", library.string()});
  CHECK(python.output == "sort.py: 4096 keys with their indices: sorted\n");
  const ChildResult refused =
      configure(kConsumerSource, folder("shared-tests"), {"-DBUILD_SHARED_LIBS=ON", "-DVKSORT_BUILD_TESTS=ON"});
  CHECK(refused.exit_code != 0);
  CHECK(refused.output.find("VKSORT_BUILD_TESTS to OFF") != std::string::npos);
}

TEST_CASE("applications_can_link_a_shared_library" * doctest::test_suite("full")) {
  const fs::path build = buildConsumer(
      "shared-host", {"-DBUILD_SHARED_LIBS=ON", "-DVKSORT_INSTALL=ON", "-DCMAKE_CXX_FLAGS_RELEASE=-DNDEBUG",
                      "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0"});
  runHosts(build);
  if (fs::exists(kPkgConfig)) expectPkgConfigServes(install("prefix-shared-host", build));
}

TEST_CASE("only_applications_of_its_version_find_an_installed_package") {
  const fs::path prefix = install("prefix-version");
  for (const auto& [version, found] : {std::pair<std::string, bool>{"0.1", true},
                                       {"0.1.1", false},
                                       {"0.2", false},
                                       {"0.0", false},
                                       {"1.0", false},
                                       {"0.1...0.3", true},
                                       {"0.0...0.1", true},
                                       {"0.2...0.3", false},
                                       {"0.0...<0.1", false}}) {
    CAPTURE(version);
    const ChildResult result = find(prefix, {"-DVERSION=" + version});
    CHECK_MESSAGE((result.exit_code == 0) == found, result.output);
  }
}

}  // namespace test
