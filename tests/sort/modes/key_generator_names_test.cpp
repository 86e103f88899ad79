// Key generators whose names and macros are those of the sort's shaders.
#include <doctest/doctest.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "index_keys.h"
#include "support/check/conform.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;
using Shaders = vksort::KeyShaders;

constexpr std::pair<const char*, vksort::Spirv Shaders::*> kMembers[] = {
    {"small_keys", &Shaders::small_keys},
    {"small_pairs", &Shaders::small_pairs},
    {"medium_keys", &Shaders::medium_keys},
    {"tile_keys", &Shaders::tile_keys},
    {"tile_pairs", &Shaders::tile_pairs},
    {"compact_keys", &Shaders::compact_keys},
    {"compact_pairs", &Shaders::compact_pairs},
    {"radix_count_word", &Shaders::radix_count_word},
    {"radix_count_words", &Shaders::radix_count_words},
    {"scratch_keys", &Shaders::scratch_keys},
    {"scratch_pairs", &Shaders::scratch_pairs}};

// Each module that calls the key generator: name, source and definitions, as CMake lists them.
std::vector<std::vector<std::string>> generatingModules() {
  std::vector<std::vector<std::string>> modules;
  std::istringstream rows(VKSORT_GENERATING_ROWS);
  for (std::string row; std::getline(rows, row, '|');) {
    std::istringstream words(row);
    modules.emplace_back();
    for (std::string word; words >> word;) modules.back().push_back(word);
  }
  return modules;
}

// Words that no shader can declare, or that are not the sort's own.
const Names kGlsl = {"atomicAdd",
                     "atomicOr",
                     "barrier",
                     "binding",
                     "bool",
                     "break",
                     "buffer",
                     "coherent",
                     "const",
                     "constant_id",
                     "continue",
                     "dont_unroll",
                     "false",
                     "for",
                     "if",
                     "else",
                     "in",
                     "int",
                     "layout",
                     "loadKey",
                     "local_size_x_id",
                     "main",
                     "max",
                     "min",
                     "memoryBarrierBuffer",
                     "readonly",
                     "push_constant",
                     "return",
                     "set",
                     "shared",
                     "std430",
                     "struct",
                     "subgroupBarrier",
                     "true",
                     "uint",
                     "uniform",
                     "unroll",
                     "uvec2",
                     "uvec3",
                     "void",
                     "while",
                     "writeonly",
                     "xy",
                     "yx",
                     "z"};

void addWords(const std::string& text, Names& names) {
  static const std::regex word("[A-Za-z_][A-Za-z0-9_]*"), own("(gl_|GL_|__|VKSORT_|vksort_).*");
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) {
    const bool follows_digit =
        at->position() != 0 && std::isdigit(text[static_cast<std::size_t>(at->position()) - 1]) != 0;
    if (!follows_digit && kGlsl.count(at->str()) == 0 && !std::regex_match(at->str(), own)) names.insert(at->str());
  }
}

// A folder with a load_key.glsl, for the modules that call the key generator.
class Kitchen {
 public:
  Kitchen() : path_(fs::temp_directory_path() / ("vksort_names_" + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Kitchen() { fs::remove_all(path_); }

  void write(const std::string& load_key) const { writeFile(path_ / "load_key.glsl", load_key); }

  std::string run(const std::vector<std::string>& module, const std::vector<std::string>& options) const {
    std::vector<std::string> command = {VKSORT_GLSLANG, "-DVKSORT_GENERATES_KEYS", "-DVKSORT_SORTS_ONLY"};
    command.insert(command.end(), module.begin() + 2, module.end());
    command.push_back("-I" + path_.string());
    command.insert(command.end(), options.begin(), options.end());
    command.push_back(std::string(VKSORT_SHADER_DIR) + "/" + module[1]);
    const ChildResult result = test::run(command);
    REQUIRE_MESSAGE(result.exit_code == 0, module[0] << ":\n" << result.output.substr(0, 2000));
    return result.output;
  }

  // All modules with this key generator.
  Shaders compiled(const std::string& load_key) {
    write(load_key);
    Shaders shaders{};
    shaders.interface_number = index_keys.interface_number;
    for (const std::vector<std::string>& module : generatingModules()) {
      const fs::path spirv = path_ / (module[0] + ".spv");
      const std::string output = run(module, {"--quiet", "--target-env", "vulkan1.1", "-o", spirv.string()});
      CHECK_MESSAGE(output.empty(), module[0] << ":\n" << output);  // a warning
      const std::string bytes = readFile(spirv);
      code_.emplace_back(bytes.size() / 4);
      std::memcpy(code_.back().data(), bytes.data(), bytes.size());
      for (const auto& [name, member] : kMembers)
        if (module[0] == name) shaders.*member = {code_.back().data(), static_cast<uint32_t>(bytes.size())};
    }
    return shaders;
  }

 private:
  fs::path path_;
  std::vector<std::vector<uint32_t>> code_;
};

// All names of the modules: their words behind the preprocessor, their macros, and the macros of earlier versions' -D.
Names namesOfTheSort(const Kitchen& kitchen) {
  Names names = {"COMPACT",    "GENERATES_KEYS", "LARGEST", "ONE_WORD", "PAIRS",
                 "SORTS_ONLY", "TO_SCRATCH",     "TRIPLES", "R"};
  kitchen.write("");
  for (const std::vector<std::string>& module : generatingModules()) {
    const std::string text = kitchen.run(module, {"-E"});
    addWords(std::regex_replace(text, std::regex("#[^\n]*"), ""), names);
  }
  for (const char* folder : {".", "bitonic", "elements", "radix", "rank"}) {
    for (const fs::directory_entry& file : fs::directory_iterator(fs::path(VKSORT_SHADER_DIR) / folder)) {
      if (!file.is_regular_file()) continue;
      const std::string text = readFile(file.path());
      static const std::regex macro("# *define +([A-Za-z0-9_]+)");
      for (std::sregex_iterator at(text.begin(), text.end(), macro), end; at != end; ++at) addWords((*at)[1], names);
    }
  }
  return names;
}

// A key generator with the keys of source_keys.glsl. `declared` is written once for each name, and `added`, which must
// add 1.
std::string generatorWith(const Names& names, const std::string& declared, const std::string& added) {
  const auto forEachName = [&](const std::string& text) {
    std::string all;
    for (const std::string& name : names) all += std::regex_replace(text, std::regex("NAME"), name) + "\n";
    return all;
  };
  std::ostringstream text;
  text << "layout(std430, set = 1, binding = 0) buffer HostSources { uint host_most, host_strays, host_keys[]; };\n"
       << forEachName(declared) << "uint loadKey(uint host_index) {\n"
       << "  if (host_index >= host_most) atomicAdd(host_strays, 1u);\n  uint host_sum = 0u;\n"
       << forEachName(added) << "  return ~host_keys[min(host_index, host_most)] + host_sum - " << names.size()
       << "u;\n}\n";
  return text.str();
}

void expectSortsWith(Rig& rig, const Shaders& shaders, vksort::Payload payload) {
  const Config config{.payload = payload, .generator = true};
  Config radix = config, rank = config;
  radix.scratch = rank.scratch = rank.rank = true;
  for (const Config& each : {config, radix, rank}) {
    SorterSetup setup = rig.setupOf(each);
    vksort::KeyGenerator generator = *setup.info.keys;
    generator.shaders = shaders;
    setup.info.keys = &generator;
    expectSorts(rig, rig.makeSorter(each, setup), each, inputsOf({7, 3001}));
  }
}

}  // namespace

// As a global variable, as a function beside a local variable, and as a macro.
TEST_CASE("a_key_generator_may_use_each_name_of_the_sort" * doctest::test_suite("one width")) {
  Kitchen kitchen;
  const Names names = namesOfTheSort(kitchen);
  for (const char* name : {"push", "pass", "job", "keys", "move", "stage", "count", "R", "PAIRS", "INDEX", "LOAD", "t"})
    CHECK_MESSAGE(names.count(name) == 1, name);
  REQUIRE(names.size() > 200);
  const std::string load_key = readFile(VKSORT_LOAD_KEY);
  const std::string renamed = load_key.substr(load_key.find('\n') + 1);  // what follows the host's code
  Names macros = names;
  macros.insert({"x", "y", "yx", "set", "binding", "unroll"});
  kitchen.compiled(
      generatorWith(names, "uint NAME() { return 1u; }", "  host_sum += NAME(); { mat3 NAME = mat3(1.0); }") + renamed);
  const Shaders variables =
      kitchen.compiled(generatorWith(names, "const uint NAME = 1u;", "  host_sum += NAME;") + renamed);
  const Shaders defined = kitchen.compiled(generatorWith(macros, "#define NAME 1u", "  host_sum += NAME;") + renamed);
  onEveryDeviceUnvalidated([&](Rig& rig) {
    expectSortsWith(rig, variables, vksort::Payload::none);
    expectSortsWith(rig, defined, vksort::Payload::index);
  });
}

}  // namespace test
