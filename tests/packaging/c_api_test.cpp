// The C API against the C++ headers, by their text and by a compiler.
#include <doctest/doctest.h>

#include <cctype>
#include <functional>
#include <map>
#include <regex>
#include <set>

#include "compile.h"
#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// What headers declare, by the names of C: without the prefix of structs.
struct Api {
  std::map<std::string, Names> structs;          // members
  std::map<std::string, Names> enumerations;     // by the first enumerator
  std::map<std::string, std::string> constants;  // as C++ writes them
  std::map<std::string, int> functions;          // overloads
};

std::string replaceAll(const std::string& text, const char* pattern, const char* by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

void forEachMatch(const std::string& text, const char* pattern, const std::function<void(const std::smatch&)>& see) {
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) see(*at);
}

// "KeyType" and "key_type" are "KEY_TYPE".
std::string upper(const std::string& name) {
  std::string out;
  for (const char c : name) {
    if (std::isupper(c) && !out.empty()) out += '_';
    out += static_cast<char>(std::toupper(c));
  }
  return out;
}

std::string capital(std::string name) {
  name[0] = static_cast<char>(std::toupper(name[0]));
  return name;
}

Names membersOf(const std::string& body) {
  Names members;
  const std::string plain = replaceAll(replaceAll(body, "\\{[^{}]*\\}", ""), "=[^,;]*", "");
  forEachMatch(plain, "[^;]+;", [&](const std::smatch& statement) {
    const std::string text = statement.str();
    std::smatch pointer;
    if (std::regex_search(text, pointer, std::regex("\\(\\*(\\w+)\\)")))
      members.push_back(pointer[1]);
    else if (text.find('(') == std::string::npos)
      forEachMatch(text, "(\\w+)(?:\\[\\d+\\])?\\s*[,;]", [&](const std::smatch& name) { members.push_back(name[1]); });
  });
  return members;
}

std::string firstCall(const std::string& statement) {
  std::smatch match;
  return std::regex_search(statement, match, std::regex("(\\w+)\\(")) ? match[1].str() : "";
}

// Without bodies of functions.
std::string declarationsOf(std::string text) {
  for (std::string before; before != text;) {
    before = text;
    text = replaceAll(before, "\\{[^{}]*\\}", ";");
  }
  return text;
}

Api ofCpp(std::string text) {
  Api api;
  text = replaceAll(replaceAll(text, " *//[^\n]*|#[^\n]*", ""), "namespace vksort \\{", "");
  forEachMatch(text, "enum class (\\w+) : std::uint8_t \\{([^}]*)\\}", [&](const std::smatch& match) {
    Names names;
    forEachMatch(match[2], "\\w+", [&](const std::smatch& name) {
      names.push_back("VKSORT_" + upper(match[1]) + "_" + upper(name.str()));
    });
    api.enumerations[names.at(0)] = names;
  });
  forEachMatch(text, "struct (\\w+) \\{\n([^]*?)\n\\};",
               [&](const std::smatch& match) { api.structs[match[1]] = membersOf(match[2]); });
  forEachMatch(text, "class (?:VKSORT_API )?(\\w+) \\{([^]*?)private:", [&](const std::smatch& match) {
    const std::string of = match[1];
    forEachMatch(declarationsOf(match[2]), "[^;]+;", [&](const std::smatch& statement) {
      const std::string name = firstCall(statement.str());
      if (statement.str().find("operator") == std::string::npos && !name.empty() && name != of)
        ++api.functions["vksort" + of + capital(name)];
    });
    ++api.functions["vksort" + of + "Destroy"];
  });
  text = replaceAll(text, "(enum class|struct|class) (VKSORT_API )?\\w+ (: std::uint8_t )?\\{[^]*?\\};", "");
  forEachMatch(text, "inline constexpr (\\w+(?:::\\w+)?) k(\\w+) =", [&](const std::smatch& match) {
    if (match[1] == "Access")
      ++api.functions["vksort" + match[2].str()];
    else
      api.constants["VKSORT_" + upper(match[2])] = "vksort::k" + match[2].str();
  });
  forEachMatch(declarationsOf(text), "[^;]+;", [&](const std::smatch& statement) {
    const std::string name = firstCall(statement.str());
    if (!name.empty() && name != "asFloat") ++api.functions["vksort" + capital(name)];
  });
  return api;
}

Api ofC(const std::string& source) {
  Api api;
  const std::string text = replaceAll(source, "//[^\n]*", "");
  forEachMatch(text, "#define (VKSORT_\\w+) ", [&](const std::smatch& match) { api.constants[match[1]]; });
  forEachMatch(text, "enum \\{([^}]*)\\}", [&](const std::smatch& match) {
    Names names;
    forEachMatch(match[1], "VKSORT\\w+", [&](const std::smatch& name) { names.push_back(name.str()); });
    api.enumerations[names.at(0)] = names;
  });
  forEachMatch(text, "typedef struct vksort(\\w+) \\{([^}]*)\\} vksort(\\w+);", [&](const std::smatch& match) {
    CHECK(match[1] == match[3]);
    api.structs[match[1]] = membersOf(match[2]);
  });
  forEachMatch(text, "\n\\w[\\w* ]* \\*?(vksort\\w+)\\(", [&](const std::smatch& match) { ++api.functions[match[1]]; });
  return api;
}

// Functions of C++ that do not have their own name in C: overloads, and one that a struct has the name of.
const std::map<std::string, Names> kRenamed = {
    {"vksortQuerySupport", {"vksortQuerySupport", "vksortQuerySorterSupport"}},
    {"vksortPlan", {"vksortPlan", "vksortPlanForDevice"}},
    {"vksortToolkitScratchBytes", {"vksortToolkitScratchBytes", "vksortToolkitSelectScratchBytes"}},
    {"vksortMaxCounts", {"vksortGetMaxCounts"}}};

bool isSized(const Names& members) { return !members.empty() && members[0] == "struct_size"; }

// The functions that C must have: a name for each overload, and an initialization of each struct with a size.
std::set<std::string> functionsOf(const Api& cpp, const Api& c, Names& faults) {
  std::set<std::string> names;
  for (const auto& [name, overloads] : cpp.functions) {
    const auto renamed = kRenamed.find(name);
    const Names in_c = renamed == kRenamed.end() ? Names{name} : renamed->second;
    if (static_cast<int>(in_c.size()) != overloads) faults.push_back(name + ": overloads");
    names.insert(in_c.begin(), in_c.end());
  }
  for (const auto& [name, members] : c.structs)
    if (isSized(members)) names.insert("vksortInit" + name);
  return names;
}

std::string joined(const Names& names) {
  std::string text;
  for (const std::string& name : names) text += " " + name;
  return text;
}

void compare(const std::map<std::string, Names>& cpp, const std::map<std::string, Names>& c, Names& faults) {
  for (const auto& [name, names] : cpp) {
    const auto found = c.find(name);
    Names in_c = found == c.end() ? Names{} : found->second;
    if (isSized(in_c)) in_c.erase(in_c.begin());
    if (in_c != names) faults.push_back(name + ": C++" + joined(names) + ", C" + joined(in_c));
  }
  for (const auto& [name, names] : c)
    if (!cpp.contains(name)) faults.push_back(name + ": in C alone");
}

// What one side has alone, or in another order.
Names faultsOf(const Api& cpp, const Api& c) {
  Names faults;
  compare(cpp.structs, c.structs, faults);
  compare(cpp.enumerations, c.enumerations, faults);
  const std::set<std::string> wanted = functionsOf(cpp, c, faults);
  for (const std::string& name : wanted)
    if (!c.functions.contains(name)) faults.push_back(name + ": not in C");
  for (const auto& [name, count] : c.functions)
    if (!wanted.contains(name)) faults.push_back(name + ": in C alone");
  for (const auto& [name, of_cpp] : cpp.constants)
    if (!c.constants.contains(name)) faults.push_back(name + ": not in C");
  for (const auto& [name, none] : c.constants)
    if (!cpp.constants.contains(name)) faults.push_back(name + ": in C alone");
  return faults;
}

std::string cppHeaders() {
  std::string text;
  for (const auto& entry : fs::directory_iterator(kInclude))
    if (entry.path().filename() != "vksort_c.h") text += readFile(entry.path());
  return text;
}

std::string cHeader() { return readFile(fs::path(kInclude) / "vksort_c.h"); }

std::string replaced(std::string text, const std::string& from, const std::string& by) {
  REQUIRE_MESSAGE(text.find(from) != std::string::npos, from);
  return text.replace(text.find(from), from.size(), by);
}

// C++ that compiles if members, enumerators and constants of a C header are those of C++.
std::string assertionsOf(const fs::path& c_header, const Api& cpp, const Api& c) {
  std::string text;
  for (const auto& entry : fs::directory_iterator(kInclude))
    if (entry.path().filename() != "vksort_c.h") text += "#include <" + entry.path().filename().string() + ">\n";
  text += "#include <cstddef>\n#include \"" + c_header.string() + "\"\n" + R"(
template <class C, class Cpp>
constexpr bool isAlike() {
  if constexpr (std::is_array_v<C>)
    return std::extent_v<C> == std::extent_v<Cpp> && isAlike<std::remove_extent_t<C>, std::remove_extent_t<Cpp>>();
  else if constexpr (std::is_enum_v<Cpp> && !std::is_enum_v<C>)
    return std::is_same_v<C, std::underlying_type_t<Cpp>>;
  else if constexpr (std::is_pointer_v<C>)
    return std::is_same_v<C, Cpp> || std::is_pointer_v<Cpp>;
  else
    return std::is_same_v<C, Cpp> || (std::is_class_v<C> && std::is_class_v<Cpp> && sizeof(C) == sizeof(Cpp));
}
#define MEMBER(type, member, begin) \
  static_assert(offsetof(vksort##type, member) == offsetof(vksort::type, member) + begin); \
  static_assert(isAlike<decltype(vksort##type::member), decltype(vksort::type::member)>());
#define UNPADDED(type, last) \
  static_assert(offsetof(vksort##type, last) + sizeof(vksort##type::last) == sizeof(vksort##type));
#define VALUE(c, cpp) static_assert(c == cpp && isAlike<std::remove_cvref_t<decltype(c)>, std::remove_cvref_t<decltype(cpp)>>());
)";
  for (const auto& [name, members] : cpp.structs) {
    const bool is_sized = isSized(c.structs.at(name));
    for (const std::string& member : members)
      text += "MEMBER(" + name + ", " + member + ", " + (is_sized ? "8" : "0") + ")\n";
    if (!is_sized) text += "static_assert(sizeof(vksort" + name + ") == sizeof(vksort::" + name + "));\n";
    if (is_sized) text += "UNPADDED(" + name + ", " + members.back() + ")\n";
  }
  for (const auto& [name, of_cpp] : cpp.constants) text += "VALUE(" + name + ", " + of_cpp + ")\n";
  for (const auto& [first, names] : cpp.enumerations)
    for (std::size_t i = 0; i < names.size(); ++i)
      text += "static_assert(" + names[i] + " == " + std::to_string(i) + ");\n";
  return text;
}

ChildResult compileAssertions(const std::string& c_header) {
  const fs::path file = folder("c-header") / "vksort_c.h";
  writeFile(file, c_header);
  return compile("c_assertions", assertionsOf(file, ofCpp(cppHeaders()), ofC(c_header)), {"-std=c++20"});
}

}  // namespace

TEST_CASE("the_c_header_declares_what_the_cpp_headers_do") {
  const Api cpp = ofCpp(cppHeaders()), c = ofC(cHeader());
  CHECK(c.structs.size() > 40);
  CHECK(c.functions.size() > 60);
  CHECK(c.constants.size() > 12);
  CHECK(c.enumerations.size() > 10);
  for (const std::string& fault : faultsOf(cpp, c)) FAIL_CHECK(fault);
}

TEST_CASE("the_comparison_of_c_with_cpp_notices_planted_faults") {
  const std::string cpp = cppHeaders(), c = cHeader();
  const Api of_cpp = ofCpp(cpp), of_c = ofC(c);
  struct Planted {
    bool in_c;
    const char *from, *by, *fault;
  };
  for (const Planted& planted : {
           Planted{false, "  Range scratch{};\n", "  Range scratch{};\n  std::uint32_t added = 0;\n", "added"},
           {false, "struct KeyBits {", "struct Added {\n  int member;\n};\nstruct KeyBits {", "Added: C++ member, C"},
           {false, "  by_value,", "  added,\n  by_value,", "VKSORT_TIES_STABLE: C++"},
           {false, "MaxCounts maxCounts(", "int added();\nMaxCounts maxCounts(", "vksortAdded: not in C"},
           {false, "std::uint32_t plan(", "int plan(int);\nstd::uint32_t plan(", "vksortPlan: overloads"},
           {false, "inline constexpr std::uint32_t kAllBits",
            "inline constexpr int kAdded = 1;\ninline constexpr int kAllBits", "VKSORT_ADDED: not in C"},
           {true, "uint32_t first, count;\n", "uint32_t first, count, added;\n", "added"},
           {true, "{ uint32_t first, count; } vksortKeyBits", "{ uint32_t count, first; } vksortKeyBits", "KeyBits"},
           {true, "VKSORT_TIES_STABLE, VKSORT_TIES_BY_VALUE", "VKSORT_TIES_BY_VALUE, VKSORT_TIES_STABLE", "TIES"},
           {true, "\nVKSORT_API void vksortInitSortInfo(", "\nVKSORT_API void vksortAdded(",
            "vksortInitSortInfo: not in C"},
           {true, "\nVKSORT_API void vksortInitSortInfo(", "\nVKSORT_API void vksortAdded(", "vksortAdded: in C alone"},
           {true, "#define VKSORT_ALL_BITS", "#define VKSORT_ADDED", "VKSORT_ADDED: in C alone"},
       }) {
    CAPTURE(planted.by);
    const Names faults = planted.in_c ? faultsOf(of_cpp, ofC(replaced(c, planted.from, planted.by)))
                                      : faultsOf(ofCpp(replaced(cpp, planted.from, planted.by)), of_c);
    CHECK(joined(faults).find(planted.fault) != std::string::npos);
  }
}

TEST_CASE("structs_and_values_of_c_are_those_of_cpp_to_a_compiler") {
  const ChildResult result = compileAssertions(cHeader());
  CHECK_MESSAGE(result.exit_code == 0, result.output);
  for (const auto& [from, by] :
       {std::pair<const char*, const char*>{"  uint32_t first, count;\n", "  uint64_t first, count;\n"},
        {"VKSORT_TUNING_VERSION 4u", "VKSORT_TUNING_VERSION 5u"},
        {"VKSORT_ALL_BITS (~0u)", "VKSORT_ALL_BITS (~0)"},
        {"VKSORT_FAULT_MISSING,", "VKSORT_FAULT_MISSING = 2,"},
        {"typedef uint8_t vksortArgument", "typedef uint16_t vksortArgument"},
        {"bool scratch, indirect;", "uint8_t scratch, indirect;"},
        {"significant_bits;\n} vksortPlanInfo;", "significant_bits;\n  bool added;\n} vksortPlanInfo;"}}) {
    const ChildResult planted = compileAssertions(replaced(cHeader(), from, by));
    CHECK_MESSAGE(planted.exit_code != 0, by);
    CHECK(planted.output.find("static assertion failed") != std::string::npos);
  }
}

// A C compiler sees each declaration, and the library defines it.
TEST_CASE("the_library_defines_each_function_of_the_c_header") {
  const fs::path directory = folder("c-functions");
  std::string source = "#include <vksort_c.h>\ntypedef void (*Function)(void);\nint main(void) {\n";
  for (const auto& [name, count] : ofC(cHeader()).functions)
    source += "  if ((Function)" + name + " == (Function)0) return 1;\n";
  writeFile(directory / "all.c", source + "  return 0;\n}\n");
  const ChildResult result = compileC(kCCompiler, directory / "all.c", directory / "all");
  CHECK_MESSAGE(result.exit_code == 0, result.output);
}

}  // namespace test
