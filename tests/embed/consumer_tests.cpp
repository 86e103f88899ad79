#include "consumer.h"

#include <doctest/doctest.h>

#include "paths.h"

namespace test {

namespace {

std::filesystem::path scratch(const std::string& name) {
  const std::filesystem::path directory = std::filesystem::path(kScratchDir) / name;
  std::filesystem::remove_all(directory);
  std::filesystem::create_directories(directory);
  return directory;
}

std::vector<std::string> configureCommand(const std::string& project, const std::filesystem::path& directory,
                                          const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {
      kCmake, "-S", std::string(kSourceDir) + "/tests/embed/" + project, "-B", directory.string(), "-G", kGenerator};
  command.push_back(std::string("-DCMAKE_CXX_COMPILER=") + kCompiler);
  command.push_back("-DCMAKE_BUILD_TYPE=Release");
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

// Not from scratch: optimized SPIR-V, which is kept by its content.
std::string spirvCache() { return std::string("-DVKSORT_SPIRV_CACHE=") + kSpirvCache; }

void checkHosts(const Build& build) {
  for (const std::string host : {"no_loader", "with_loader", "with_globals", "with_hook", "own_headers"}) {
    CAPTURE(host);
    const ChildResult result = run({(build.directory / host).string()});
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

}  // namespace

Build buildFromScratch(const std::string& project, const std::string& name, const std::vector<std::string>& arguments) {
  Build build;
  build.directory = scratch(name);
  build.configured = run(configureCommand(project, build.directory, arguments));
  if (build.configured.exit_code == 0) build.built = run({kCmake, "--build", build.directory.string()});
  return build;
}

namespace {

// There once the consumer is built; see CMakeLists.txt for the order of cases.
std::filesystem::path consumerStamp() { return std::filesystem::path(kScratchDir) / "consumer-is-built"; }

}  // namespace

const Build& consumer() {
  static const Build build = [] {
    if (std::filesystem::exists(consumerStamp())) return Build{std::filesystem::path(kScratchDir) / "consumer", {}, {}};
    return buildFromScratch("consumer", "consumer", {});
  }();
  return build;
}

std::filesystem::path consumerLibrary() { return consumer().directory / "vksort/engine/vksort/libvksort.a"; }

// Always anew. The cases that look at what it built come after it.
TEST_CASE("a_host_builds_the_sources_from_scratch_with_add_subdirectory") {
  std::filesystem::remove(consumerStamp());
  const Build build = buildFromScratch("consumer", "consumer", {spirvCache()});
  REQUIRE_MESSAGE(build.configured.exit_code == 0, build.configured.output);
  REQUIRE_MESSAGE(build.built.exit_code == 0, build.built.output);
  writeFile(consumerStamp(), "");
}

TEST_CASE("hosts_without_a_loader_with_one_with_function_globals_with_a_hook_and_with_own_headers_run") {
  checkHosts(consumer());
}

TEST_CASE("a_host_that_would_get_more_than_the_library_is_noticed") {
  const std::filesystem::path directory = scratch("planted");
  const ChildResult result = run(configureCommand("consumer", directory, {"-DVKSORT_BUILD_ENGINE=ON"}));
  CHECK(result.exit_code != 0);
  CHECK(result.output.find("a host gets the library alone") != std::string::npos);
}

TEST_CASE("an_installed_package_serves_the_same_hosts") {
  const std::string prefix = scratch("prefix").string();
  const ChildResult installed = run({kCmake, "--install", kBuildDir, "--prefix", prefix, "--component", "vksort"});
  REQUIRE_MESSAGE(installed.exit_code == 0, installed.output);
  // Where no compiler looks by itself.
  const std::filesystem::path headers = scratch("headers");
  for (const char* each : {"vulkan", "vk_video"})
    std::filesystem::create_directory_symlink(std::filesystem::path(kVulkanInclude) / each, headers / each);
  // This build's own library was installed, so its sanitizers, if any, must be linked.
  const Build build = buildFromScratch(
      "package", "package",
      {"-DCMAKE_PREFIX_PATH=" + prefix, std::string("-DCMAKE_CXX_FLAGS=") + kCompilerFlags, spirvCache(),
       "-DVKSORT_VULKAN_INCLUDE=" + headers.string(), "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"});
  REQUIRE_MESSAGE(build.configured.exit_code == 0, build.configured.output);
  REQUIRE_MESSAGE(build.built.exit_code == 0, build.built.output);
#ifdef NDEBUG  // a library with assertions stops at the hosts' misuse
  checkHosts(build);
#endif
  const std::string commands = readFile(build.directory / "compile_commands.json");
  CHECK(commands.find("no_loader.cpp") != std::string::npos);
  CHECK(commands.find("-isystem " + headers.string() + " ") != std::string::npos);
}

TEST_CASE("an_installed_package_without_the_vulkan_headers_says_what_is_missing") {
  const std::string prefix = scratch("prefix-headers").string();
  REQUIRE(run({kCmake, "--install", kBuildDir, "--prefix", prefix, "--component", "vksort"}).exit_code == 0);
  // Found in the prefix alone.
  std::vector<std::string> arguments = {"-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_CXX_COMPILER_WORKS=1",
                                        std::string("-DCMAKE_MAKE_PROGRAM=") + kMakeProgram};
  for (const char* each : {"CMAKE_SYSTEM_PATH", "SYSTEM_ENVIRONMENT_PATH", "CMAKE_ENVIRONMENT_PATH"})
    arguments.push_back(std::string("-DCMAKE_FIND_USE_") + each + "=OFF");
  const Build build = buildFromScratch("package", "package-headers", arguments);
  CAPTURE(build.configured.output);
  CHECK(build.configured.exit_code != 0);
  const std::string complaint = "vulkan/vulkan_core.h is missing; on Debian: apt-get install libvulkan-dev";
  CHECK(build.configured.output.find(complaint) != std::string::npos);
  // Those of an SDK, as it is laid out on one system or another.
  for (const char* include : {"include", "Include"}) {
    CAPTURE(include);
    const std::filesystem::path sdk = scratch("sdk");
    std::filesystem::create_directories(sdk / include / "vulkan");
    writeFile(sdk / include / "vulkan/vulkan_core.h", "");
    setenv("VULKAN_SDK", sdk.c_str(), 1);
    const Build found = buildFromScratch("package", "package-headers", arguments);
    unsetenv("VULKAN_SDK");
    CAPTURE(found.configured.output);
    CHECK(found.configured.output.find(complaint) == std::string::npos);
  }
}

TEST_CASE("an_installed_package_names_no_path_of_the_machine_that_built_it") {
  const std::filesystem::path package = std::filesystem::path(kScratchDir) / "prefix-names";
  std::filesystem::remove_all(package);
  REQUIRE(run({kCmake, "--install", kBuildDir, "--prefix", package.string(), "--component", "vksort"}).exit_code == 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(package)) {
    if (entry.path().extension() != ".cmake") continue;
    CAPTURE(entry.path().filename().string());
    CHECK(readFile(entry.path()).find(kSourceDir) == std::string::npos);
  }
}

}  // namespace test
