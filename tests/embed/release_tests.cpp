// Releases: the archive and the two files. Each is made twice, built without tools for shaders, and sorts.
#include <doctest/doctest.h>

#include <algorithm>

#include "package.h"

namespace test {
namespace {

const fs::path kRelease = fs::path(kScratchDir) / "release";  // see CMakeLists.txt for the order of cases
const std::string kArchive = "vksort-" + std::string(kVersion) + ".tar.gz";

ChildResult makeRelease(const fs::path& out, const std::string& before = "") {
  const std::string dist = std::string(kBuildDir) + "/dist.cmake";
  return run({"sh", "-c", before + kCmake + " -DOUT=" + out.string() + " -P " + dist});
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

// A host in one file, with headers and library in these places.
void expectHostSorts(const fs::path& include, const std::string& library) {
  const fs::path host = fs::path(kSourceDir) / "samples/embed/embed.cpp", program = include / "host";
  const ChildResult built =
      run({"sh", "-c",
           kCompiler + std::string(" -std=c++20 ") + kCompilerFlags + " -I" + include.string() + " -idirafter " +
               kVulkanInclude + " " + host.string() + " " + library + " -lvulkan -o " + program.string()});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  expectSorts(program);
}

}  // namespace

TEST_CASE("two_releases_of_a_commit_have_the_same_bytes") {
  const fs::path again = fs::path(kScratchDir) / "release-again";
  const ChildResult first = makeRelease(kRelease), second = makeRelease(again, "umask 077; sleep 1; TZ=Asia/Tokyo ");
  REQUIRE_MESSAGE(first.exit_code == 0, first.output);
  REQUIRE_MESSAGE(second.exit_code == 0, second.output);
  const std::string sums = readFile(kRelease / "SHA256SUMS");
  CHECK(splitLines(sums).size() == 3);
  CHECK(sums == readFile(again / "SHA256SUMS"));
  CHECK(run({"sh", "-c", "cd " + again.string() + " && sha256sum -c SHA256SUMS"}).exit_code == 0);
}

TEST_CASE("a_release_in_two_files_compiles_without_a_warning_and_sorts") {
  const fs::path copy = folder("two-files");
  for (const char* file : {"vksort.h", "vksort.cpp"}) fs::copy_file(kRelease / file, copy / file);
  const std::string object = (copy / "vksort.o").string();
  const ChildResult built =
      run({"sh", "-c",
           kCompiler + std::string(" -std=c++20 -DNDEBUG -O1 -Wall -Wextra -Wconversion -Wshadow -pedantic ") +
               "-Werror " + kCompilerFlags + " -idirafter " + kVulkanInclude + " -c " + (copy / "vksort.cpp").string() +
               " -o " + object});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  expectHostSorts(copy, object);
  // The header has every function of the library, and is C++17.
  writeFile(copy / "vksort_keys.h", "#include \"vksort.h\"\n");
  for (const char* header : {"vksort_expert.h", "vksort_indirect.h", "vksort_segments.h", "vksort_verifier.h"})
    fs::copy_file(copy / "vksort_keys.h", copy / header);
  const fs::path hosts = fs::path(kSourceDir) / "tests/embed/hosts", program = copy / "no_loader";
  const ChildResult linked =
      run({"sh", "-c",
           kCompiler + std::string(" -std=c++17 -Wall -Wextra -Werror ") + kCompilerFlags + " -I" + copy.string() +
               " -I" + (hosts / "own").string() + " -idirafter " + kVulkanInclude + " " +
               (hosts / "no_loader.cpp").string() + " " + object + " -o " + program.string()});
  REQUIRE_MESSAGE(linked.exit_code == 0, linked.output);
  CHECK(run({program.string()}).exit_code == 0);
}

TEST_CASE("a_release_builds_without_tools_for_shaders_and_sorts") {
  const fs::path release = unpackRelease("archive"), build = folder("archive-build");
  std::vector<std::string> arguments = {"-DCMAKE_INSTALL_LIBDIR=lib"};
  for (const char* tool : {"GLSLANG", "SPIRV_OPT", "SPIRV_VAL"})
    arguments.push_back("-DVKSORT_" + std::string(tool) + "=/missing");
  const ChildResult configured = configure(release, build, arguments);
  REQUIRE_MESSAGE(configured.exit_code == 0, configured.output);
  const ChildResult built = run({kCmake, "--build", build.string()});
  REQUIRE_MESSAGE(built.exit_code == 0, built.output);
  const fs::path prefix = install("archive-prefix", build);
  expectHostSorts(prefix / "include", (prefix / "lib/libvksort.a").string());
  for (const char* file : {"LICENSE", "README.md", "engine/CHANGELOG.md", "engine/vksort/guides/getting_started.md"})
    CHECK(readFile(release / file) == readFile(fs::path(kSourceDir) / file));
  // An edited shader is not the one that was compiled.
  const fs::path shader = release / "shaders/sort/verify/verify.comp";
  writeFile(shader, readFile(shader) + "// edited\n");
  const ChildResult edited = run({kCmake, build.string()});
  CHECK(edited.exit_code == 0);
  const ChildResult failed = run({kCmake, "--build", build.string()});
  CHECK(failed.exit_code != 0);
  CHECK_MESSAGE(failed.output.find("/missing") != std::string::npos, failed.output);
}

TEST_CASE("a_release_compiles_key_generators") {
  const fs::path release = unpackRelease("archive-keys"), build = folder("archive-keys-build");
  const ChildResult configured =
      configure(fs::path(kSourceDir) / "tests/embed/consumer", build,
                {"-DRELEASE=" + release.string(), std::string("-DVKSORT_SPIRV_CACHE=") + kSpirvCache});
  REQUIRE_MESSAGE(configured.exit_code == 0, configured.output);
  const std::string module = "with_loader.shaders/scattered_radix_count_word.spv.h";
  const ChildResult built = run({kCmake, "--build", build.string(), "--target", module});
  CHECK_MESSAGE(built.exit_code == 0, built.output);
}

}  // namespace test
