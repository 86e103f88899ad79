// What vksort's CMake does to the host that builds or finds it, beside building a library.
#include <doctest/doctest.h>

#include "consumer.h"
#include "paths.h"

namespace test {
namespace {

namespace fs = std::filesystem;

// Of a build with Ninja, which the presets choose.
std::string ninja(const fs::path& build, const std::vector<std::string>& words) {
  std::vector<std::string> command = {kMakeProgram, "-C", build.string()};
  command.insert(command.end(), words.begin(), words.end());
  const ChildResult result = run(command);
  REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  return result.output;
}

// A new empty directory of the scratch directory.
fs::path folder(const std::string& name) {
  const fs::path path = fs::path(kScratchDir) / name;
  fs::remove_all(path);
  fs::create_directories(path);
  return path;
}

}  // namespace

TEST_CASE("a_host_installs_nothing_of_vksort_that_it_did_not_ask_for") {
  const fs::path prefix = folder("host-prefix");
  const ChildResult result = run({kCmake, "--install", consumer().directory.string(), "--prefix", prefix.string()});
  CHECK_MESSAGE(result.exit_code == 0, result.output);
  CHECK(fs::is_empty(prefix));
}

// A newer compiler may warn of more.
TEST_CASE("a_warning_in_vksort_does_not_stop_a_host") {
  const std::string commands = ninja(consumer().directory, {"-t", "commands", "vksort/engine/vksort/libvksort.a"});
  CHECK(commands.find("record.cpp") != std::string::npos);
  CHECK(commands.find("-Werror") == std::string::npos);
}

// As CMAKE_UNITY_BUILD compiles them, were it without a limit: nothing in an unnamed namespace hides another file's.
TEST_CASE("a_host_may_compile_all_files_of_the_library_as_one") {
  const fs::path build = consumer().directory, all = folder("unity") / "all.cpp";
  std::string includes, command;
  for (const std::string& line : splitLines(ninja(build, {"-t", "commands", "vksort/engine/vksort/libvksort.a"}))) {
    const std::size_t file = line.rfind(" -c "), output = line.rfind(" -o ");
    if (file == std::string::npos || output == std::string::npos || !line.ends_with(".cpp")) continue;
    includes += "#include \"" + line.substr(file + 4) + "\"\n";
    command = line.substr(0, output) + " -fsyntax-only -Wshadow -Werror " + all.string();
  }
  CHECK(includes.find("record.cpp") != std::string::npos);
  writeFile(all, includes);
  const ChildResult result = run({"sh", "-c", "cd '" + build.string() + "' && " + command});
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

TEST_CASE("a_host_may_link_the_library_into_a_shared_one") {
  const fs::path shared = folder("shared") / "libhost.so";
  const ChildResult result = run({kCompiler, "-shared", "-o", shared.string(), "-Wl,--whole-archive",
                                  consumerLibrary().string(), "-Wl,--no-whole-archive", "-Wl,-z,defs", "-Wl,-z,text"});
  REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  // Which is the host's, and has nothing of vksort to show.
  const ChildResult shown = run({"nm", "-D", "--defined-only", shared.string()});
  CHECK(shown.exit_code == 0);
  CHECK_MESSAGE(shown.output.find("vksort") == std::string::npos, shown.output);
}

TEST_CASE("a_change_in_an_included_shader_is_built") {
  const fs::path project = folder("included"), build = folder("included-build");
  writeFile(project / "CMakeLists.txt",
            "cmake_minimum_required(VERSION 3.25)\nproject(host LANGUAGES CXX)\ninclude(" + std::string(kSourceDir) +
                "/shaders/shader.cmake)\nadd_library(host OBJECT host.cpp)\nvksort_add_shader(host a.comp a)\n");
  writeFile(project / "host.cpp", "#include \"a.spv.h\"\n");
  writeFile(
      project / "a.comp",
      "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"one.glsl\"\nlayout(local_size_x = 1) "
      "in;\nlayout(set = 0, binding = 0) buffer B { uint word; };\nvoid main() { word = VALUE; }\n");
  writeFile(project / "one.glsl", "#include \"two.glsl\"\n");
  writeFile(project / "two.glsl", "#define VALUE 11\n");
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
  const std::string second = made();
  CHECK(first != second);
  writeFile(project / "one.glsl", "#define VALUE 11\n");
  CHECK(made() == first);
}

TEST_CASE("a_hook_needs_a_name_of_cpp") {
  const fs::path project = folder("hook-name");
  writeFile(project / "hook.glsl", "");
  for (const std::string name : {"depth-key", "2nd_key", "a::b", "depth_key"}) {
    CAPTURE(name);
    writeFile(project / "CMakeLists.txt",
              "cmake_minimum_required(VERSION 3.25)\nproject(host LANGUAGES NONE)\ninclude(" + std::string(kSourceDir) +
                  "/shaders/hook.cmake)\nadd_custom_target(host)\nvksort_add_hook(host " + "hook.glsl \"" + name +
                  "\")\n");
    const ChildResult result =
        run({kCmake, "-S", project.string(), "-B", folder("hook-name-build").string(), "-G", kGenerator});
    CAPTURE(result.output);
    const bool refused = result.output.find("vksort_add_hook: " + name + " is no C++ name") != std::string::npos;
    CHECK(refused == (name != "depth_key"));
    if (refused) CHECK(result.exit_code != 0);
  }
}

TEST_CASE("an_installed_package_has_every_public_file") {
  const fs::path prefix = folder("prefix-files");
  REQUIRE(run({kCmake, "--install", kBuildDir, "--prefix", prefix.string(), "--component", "vksort"}).exit_code == 0);
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"engine/vksort/include", "include"},
                                 {"shaders/host", "share/vksort/shaders/host"}}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(kSourceDir) / from)) {
      const fs::path installed = prefix / to / entry.path().filename();
      CAPTURE(installed.string());
      REQUIRE(fs::exists(installed));
      CHECK(readFile(installed) == readFile(entry.path()));
    }
  }
}

TEST_CASE("an_installed_package_is_found_by_hosts_of_its_version_alone") {
  const fs::path prefix = folder("prefix-version");
  REQUIRE(run({kCmake, "--install", kBuildDir, "--prefix", prefix.string(), "--component", "vksort"}).exit_code == 0);
  const std::string project = (folder("version") / "CMakeLists.txt").string();
  for (const auto& [version, found] : {std::pair<std::string, bool>{"0.1", true},
                                       {"0.1.0", true},
                                       {"0.1.1", false},
                                       {"0.2", false},
                                       {"0.0", false},
                                       {"1.0", false}}) {
    CAPTURE(version);
    // No language: what else find_package() asks of a host is not looked at.
    writeFile(project, "cmake_minimum_required(VERSION 3.25)\nproject(host LANGUAGES NONE)\nset(CMAKE_SIZEOF_VOID_P " +
                           std::to_string(sizeof(void*)) + ")\nfind_package(vksort " + version + " CONFIG QUIET)\n" +
                           "if(NOT vksort_FOUND)\n  message(FATAL_ERROR \"none of this version\")\nendif()\n");
    const fs::path build = folder("version-build");
    const ChildResult result = run({kCmake, "-S", fs::path(project).parent_path().string(), "-B", build.string(), "-G",
                                    kGenerator, "-DCMAKE_PREFIX_PATH=" + prefix.string()});
    CAPTURE(result.output);
    CHECK((result.exit_code == 0) == found);
    CHECK((result.output.find("none of this version") == std::string::npos) == found);
  }
}

}  // namespace test
