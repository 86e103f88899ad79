// Checks that releases are reproducible, and that the archive and the two files build without shader tools and sort.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "compile.h"
#include "package.h"

namespace test {
namespace {

const fs::path kRelease = fs::path(kScratchDir) / "release";  // see CMakeLists.txt for the order of cases
const std::string kArchive = "vksort-" + std::string(kVersion) + ".tar.gz";

const std::string kDist = std::string(kBuildDir) + "/dist.cmake";

ChildResult makeRelease(const fs::path& out, const std::string& before = "", const std::string& dist = kDist) {
  return run({"sh", "-c", before + kCmake + " -DDIRTY=ON -DOUT=" + out.string() + " -P " + dist});
}

std::string distByBlank() {
  const fs::path folder = test::folder("blank"), link = folder / "a name";
  fs::create_directory_symlink(kSourceDir, link);
  std::string script = readFile(fs::path(kBuildDir) / "dist.cmake");
  const std::string source = kSourceDir;
  for (std::size_t at = 0; (at = script.find(source, at)) != std::string::npos; at += link.string().size())
    script.replace(at, source.size(), link.string());
  writeFile(folder / "dist.cmake", script);
  return (folder / "dist.cmake").string();
}

fs::path unpackRelease(const std::string& name) {
  const fs::path out = folder(name);
  const ChildResult result = run({"tar", "-C", out.string(), "-xzf", (kRelease / kArchive).string()});
  REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  return out / ("vksort-" + std::string(kVersion));
}

void expectSorts(const fs::path& program) {
  const ChildResult result = run({program.string()});
  CHECK(result.exit_code == 0);
  CHECK_MESSAGE(result.output.ends_with("sorted, far to near\n"), result.output);
}

void expectHostSorts(const fs::path& include, const std::string& library) {
  const fs::path host = fs::path(kSourceDir) / "samples/embed/embed.cpp", program = include / "host";
  const ChildResult built =
      run({"sh", "-c",
           kCompiler + std::string(" -std=c++20 ") + kCompilerFlags + " -I" + include.string() + " -idirafter " +
               kVulkanInclude + " " + host.string() + " " + library + " -lvulkan -o " + program.string()});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  expectSorts(program);
}

// Compiles all sources as one file, after macros of other libraries and with strict warnings. The CHANGELOG lists the
// compilers.
void expectSourcesCompile(const std::string& compiler) {
  const fs::path unity = folder("unity-" + fs::path(compiler).filename().string()) / "unity.cpp";
  writeFile(unity, foreignMacros() + "#include \"vksort.cpp\"\n#include \"vksort_toolkit.cpp\"\n" +
                       "#if !defined(check) || !defined(verify)\n#error the macros are missing\n#endif\n");
  const ChildResult checked = run({compiler, "-std=c++20", "-fsyntax-only", "-DNDEBUG", "-Wall", "-Wextra", "-Wshadow",
                                   "-Wconversion", "-Wsign-conversion", "-Wold-style-cast", "-pedantic", "-Werror",
                                   "-I", kRelease.string(), "-idirafter", kVulkanInclude, unity.string()});
  CHECK_MESSAGE(checked.exit_code == 0, checked.output);
}

}  // namespace

TEST_CASE("two_releases_of_a_commit_are_identical") {
  const fs::path again = fs::path(kScratchDir) / "release-again";
  const ChildResult first = makeRelease(kRelease),
                    second = makeRelease(again, "umask 077; sleep 1; TZ=Asia/Tokyo ", distByBlank());
  REQUIRE_MESSAGE(first.exit_code == 0, first.output);
  REQUIRE_MESSAGE(second.exit_code == 0, second.output);
  const std::string sums = readFile(kRelease / "SHA256SUMS");
  CHECK(splitLines(sums).size() >= 5);
  CHECK(sums == readFile(again / "SHA256SUMS"));
  CHECK(run({"sh", "-c", "cd " + again.string() + " && sha256sum -c SHA256SUMS"}).exit_code == 0);
}

TEST_CASE("a_release_contains_a_commit_and_only_replaces_releases") {
  const fs::path strange = folder("strange"), clone = folder("uncommitted");
  writeFile(strange / "file", "");
  const auto refuses = [](const ChildResult& result, const std::string& text) {
    CHECK(result.exit_code != 0);
    CHECK_MESSAGE(result.output.find(text) != std::string::npos, result.output);
  };
  refuses(makeRelease(strange), "it contains no SHA256SUMS");
  CHECK(fs::exists(strange / "file"));
  refuses(makeRelease(""), "usage: ");
  std::string dist = readFile(kDist);
  const std::string root = "file(REAL_PATH \"" + std::string(kSourceDir) + "\" root)";
  REQUIRE(dist.find(root) != std::string::npos);
  dist.replace(dist.find(root), root.size(), "set(root " + clone.string() + ")");
  writeFile(strange / "dist.cmake", dist);
  writeFile(clone / "committed", "");
  REQUIRE(run({"sh", "-c",
               "cd " + clone.string() + " && git init -q && git add . && git -c user.name=a -c user.email=b" +
                   " commit -qm c"})
              .exit_code == 0);
  writeFile(clone / "committed", "changed");
  const ChildResult result =
      run({kCmake, "-DOUT=" + (strange / "out").string(), "-P", (strange / "dist.cmake").string()});
  refuses(result, "uncommitted changes");
  CHECK(result.output.find(" M committed") != std::string::npos);
  CHECK_FALSE(fs::exists(strange / "out"));
}

TEST_CASE("a_release_in_two_files_compiles_and_sorts") {
  expectSourcesCompile(kCompiler);
  const fs::path copy = folder("two-files");
  std::string objects;
  for (const std::string name : {"vksort", "vksort_toolkit"}) {
    for (const std::string& file : {name + ".h", name + ".cpp"}) fs::copy_file(kRelease / file, copy / file);
    const std::string object = (copy / (name + ".o")).string();
    const ChildResult built =
        run({"sh", "-c",
             kCompiler + std::string(" -std=c++20 -DNDEBUG -O1 ") + kCompilerFlags + " -idirafter " + kVulkanInclude +
                 " -c " + (copy / (name + ".cpp")).string() + " -o " + object});
    REQUIRE_MESSAGE(built.exit_code == 0, built.output);
    if (name == "vksort") expectHostSorts(copy, object);
    objects += " " + object;
  }
  // The headers must contain every function of the library, in C99 and C++17.
  for (const char* header : {"vksort_creation.h", "vksort_plan.h", "vksort_verify.h"})
    writeFile(copy / header, "#include \"vksort.h\"\n");
  const fs::path hosts = fs::path(kSourceDir) / "tests/packaging/hosts";
  for (const std::string name : {"no_loader", "with_loader"}) {
    CAPTURE(name);
    const std::string program = (copy / name).string();
    const ChildResult linked =
        run({"sh", "-c",
             kCompiler + std::string(" -std=c++17 -Wall -Wextra -Werror ") + kCompilerFlags + " -I" + copy.string() +
                 " -I" + (hosts / "own").string() + " -idirafter " + kVulkanInclude + " " + (hosts / name).string() +
                 ".cpp" + objects + " -lvulkan -o " + program});
    REQUIRE_MESSAGE(linked.exit_code == 0, linked.output);
    const ChildResult result = run({program});
    CHECK_MESSAGE(result.exit_code == 0, result.output);
  }
}

TEST_CASE("a_release_in_two_files_compiles_by_gcc_11") { expectSourcesCompile(kGcc11); }

TEST_CASE("a_release_in_two_files_compiles_by_clang") { expectSourcesCompile(kClang); }

TEST_CASE("a_release_builds_without_shader_tools_and_sorts") {
  const fs::path release = unpackRelease("archive"), build = folder("archive-build");
  std::vector<std::string> arguments = {"-DCMAKE_INSTALL_PREFIX=/usr"};
  for (const char* tool : {"GLSLANG", "SPIRV_OPT", "SPIRV_VAL"})
    arguments.push_back("-DVKSORT_" + std::string(tool) + "=/missing");
  const ChildResult configured = configure(release, build, arguments);
  REQUIRE_MESSAGE(configured.exit_code == 0, configured.output);
  const ChildResult built = run({kCmake, "--build", build.string()});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  // The Debian package built from the archive must serve the same applications.
  const fs::path system = folder("archive-system"), usr = system / "usr";
  const ChildResult packed =
      run({"sh", "-c",
           "cd " + build.string() + " && " + (fs::path(kCmake).parent_path() / "cpack").string() +
               " && dpkg-deb -x libvksort-dev_*.deb " + system.string()});
  REQUIRE_MESSAGE(packed.exit_code == 0, packed.output);
  const std::string control = run({"sh", "-c", "dpkg-deb -f " + build.string() + "/*.deb Description"}).output;
  CHECK(control.starts_with("GPU sorting for Vulkan\n Sorts keys, or keys with payloads,"));
  std::string library;
  for (const auto& entry : fs::recursive_directory_iterator(usr))
    if (entry.path().filename() == "libvksort.a") library = entry.path().string();
  expectHostSorts(usr / "include", library);
  const ChildResult found = find(usr, {"-Dvksort_DIR=" + (fs::path(library).parent_path() / "cmake/vksort").string()});
  CHECK_MESSAGE(found.exit_code == 0, found.output);
  CHECK(readFile(usr / "share/doc/libvksort-dev/copyright") == readFile(release / "LICENSE"));
  for (const char* file : {"LICENSE", "engine/CHANGELOG.md", "engine/vksort/guides/settings.md"})
    CHECK(readFile(release / file) == readFile(fs::path(kSourceDir) / file));
  const fs::path shader = release / "shaders/toolkit/verify.comp";
  writeFile(shader, readFile(shader) + "// edited\n");
  const ChildResult edited = run({kCmake, build.string()});
  CHECK(edited.exit_code == 0);
  const ChildResult failed = run({kCmake, "--build", build.string()});
  CHECK(failed.exit_code != 0);
  CHECK_MESSAGE(failed.output.find("/missing") != std::string::npos, failed.output);
}

TEST_CASE("a_release_contains_existing_links_and_pictures") {
  const fs::path release = unpackRelease("archive-pages");
  static const std::regex link(R"(\]\(([^)#: ]+)(#[^)]*)?\))");
  std::size_t links = 0;
  for (const auto& entry : fs::recursive_directory_iterator(release)) {
    if (entry.path().extension() != ".md") continue;
    const std::string text = readFile(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at, ++links)
      CHECK_MESSAGE(fs::exists(entry.path().parent_path() / (*at)[1].str()), entry.path().string() << ": " << (*at)[1]);
  }
  CHECK(links > 20);
  const std::string readme = readFile(release / "README.md");
  for (const char* part : {"This archive only contains the library.", "## Sort depths and draw", "## Links"})
    CHECK_MESSAGE(readme.find(part) != std::string::npos, part);
  for (const char* part : {"./samples/run", "./tests/run", "!["}) CHECK(readme.find(part) == std::string::npos);
}

TEST_CASE("a_release_builds_as_a_meson_subproject") {
  const fs::path project = folder("meson"), packages = project / "subprojects/packagefiles", build = project / "build";
  const fs::path hosts = fs::path(kSourceDir) / "tests/packaging/hosts";
  fs::create_directories(packages);
  fs::create_directories(project / "sorts");
  fs::copy_file(kRelease / "vksort.wrap", project / "subprojects/vksort.wrap");
  fs::copy_file(kRelease / kArchive, packages / kArchive);
  fs::copy_file(hosts / "no_loader.cpp", project / "no_loader.cpp");
  fs::copy_file(hosts / "own/sorts/pass.h", project / "sorts/pass.h");
  writeFile(project / "meson.build",
            "project('host', 'cpp', default_options: ['cpp_std=c++17', 'b_ndebug=true'])\n"
            "executable('host', 'no_loader.cpp', dependencies: dependency('vksort_toolkit'))\n");
  const ChildResult made =
      run({"sh", "-c",
           std::string("env CXX='") + kCompiler + "' CXXFLAGS='" + kCompilerFlags + "' " + kMeson + " setup " +
               build.string() + " " + project.string() + " && " + kMeson + " compile -C " + build.string()});
  REQUIRE_MESSAGE(made.exit_code == 0, made.output);
  CHECK(run({(build / "host").string()}).exit_code == 0);
}

}  // namespace test
