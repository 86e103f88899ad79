// Checks that shaders are rebuilt if an included file changes, and that shaders/reconvergence.md lists each operation
// across invocations.
#include <doctest/doctest.h>

#include <map>
#include <regex>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;

using Operations = std::map<std::string, int>;

void addOperations(const std::string& file, const std::string& source, Operations& out) {
  static const std::regex comment("//[^\n]*"), operation(R"(\b((?:subgroup|atomic)[A-Z]\w*|controlBarrier)\s*\()");
  const std::string code = std::regex_replace(source, comment, "");
  for (std::sregex_iterator at(code.begin(), code.end(), operation), end; at != end; ++at)
    ++out[file + " " + (*at)[1].str()];
}

Operations operationsIn(const fs::path& shaders) {
  Operations out;
  for (const char* library : {"sort", "toolkit"})
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(shaders / library))
      if (entry.is_regular_file())
        addOperations(fs::relative(entry.path(), shaders).generic_string(), readFile(entry.path()), out);
  return out;
}

Operations listedIn(const std::string& page) {
  static const std::regex row(R"(\| `([\w/.]+)` \| `(\w+)` \| (\d+) \|)");
  Operations out;
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at)
    out[(*at)[1].str() + " " + (*at)[2].str()] += std::stoi((*at)[3].str());
  return out;
}

}  // namespace

TEST_CASE("reconvergence_md_lists_every_operation_across_invocations") {
  const fs::path shaders = fs::path(kSourceDir) / "shaders";
  const Operations found = operationsIn(shaders), listed = listedIn(readFile(shaders / "reconvergence.md"));
  CHECK(found.size() > 15);
  for (const auto& [what, times] : found)
    CHECK_MESSAGE((listed.contains(what) && listed.at(what) == times), what << ": found " << times);
  for (const auto& [what, times] : listed) CHECK_MESSAGE(found.contains(what), what << ": listed " << times);
  Operations more;
  addOperations("a.glsl", "uint sum = subgroupAdd (x) + subgroupAdd(y);  // atomicAdd(z)\nbool subgroups(uint);", more);
  CHECK(more == Operations{{"a.glsl subgroupAdd", 2}});
}

TEST_CASE("changes_of_an_included_shader_are_compiled") {
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

}  // namespace test
