// Checks, using nm and size, that the library has no static state, exceptions or foreign names, and never waits.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

// The release library of the consumer, without sanitizers and assertions.
const std::string kReleased = std::string(kScratchDir) + "/consumer/vksort/engine/vksort/libvksort.a";

// If `members` is true, each name follows its object file, as in "a.o name".
std::set<std::string> names(const std::vector<std::string>& options, const std::string& file, bool members = false) {
  std::vector<std::string> command = {kNm, "-C"};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(file);
  std::set<std::string> found;
  std::string member;
  for (const std::string& line : splitLines(run(command).output)) {
    constexpr std::size_t kNameColumn = 19;
    if (line.ends_with(".o:")) member = line.substr(0, line.size() - 1) + " ";
    if (line.size() > kNameColumn && line[kNameColumn - 1] == ' ')
      found.insert((members ? member : "") + line.substr(kNameColumn));
  }
  return found;
}

// A function template starts with its return type. Handles such as vksortSorter_T have member functions.
bool isOwn(const std::string& name) {
  static const std::regex own("(void )?vksort::.*|vksort[A-Z]\\w*(_T::.*)?");
  return std::regex_match(name, own);
}

// Returns true if every C++ platform provides the symbol without exceptions. None of these functions waits.
bool isPlatform(const std::string& name) {
  static const std::set<std::string> allowed = {"memcmp",
                                                "memcpy",
                                                "memmove",
                                                "memset",
                                                "strcmp",
                                                "std::nothrow",
                                                "operator new(unsigned long, std::nothrow_t const&)",
                                                "operator new[](unsigned long, std::nothrow_t const&)",
                                                "operator delete(void*)",
                                                "operator delete(void*, unsigned long)",
                                                "operator delete[](void*)",
                                                "operator delete[](void*, unsigned long)",
                                                "_GLOBAL_OFFSET_TABLE_",
                                                "__popcountdi2",
                                                "__stack_chk_fail"};
  return allowed.contains(name);
}

std::set<std::string> foreignDefinitions(const std::string& file) {
  std::set<std::string> found = names({"--defined-only", "--extern-only"}, file);
  std::erase_if(found, isOwn);
  return found;
}

std::set<std::string> foreignNeeds(const std::string& file) {
  std::set<std::string> found = names({"--undefined-only"}, file);
  std::erase_if(found, [](const std::string& name) { return isOwn(name) || isPlatform(name); });
  return found;
}

std::set<std::string> writableSections(const std::string& file) {
  std::set<std::string> found;
  for (const std::string& line : splitLines(run({"size", "-A", file}).output)) {
    std::istringstream words(line);
    std::string section;
    unsigned long bytes = 0;
    if (!(words >> section >> bytes) || bytes == 0 || section.starts_with(".data.rel.ro")) continue;
    for (const char* writable : {".data", ".bss", ".tdata", ".tbss"})
      if (section.starts_with(writable)) found.insert(section);
  }
  return found;
}

bool mentions(const std::set<std::string>& names, const std::string& part) {
  return std::ranges::any_of(names, [&](const std::string& name) { return name.find(part) != std::string::npos; });
}

const std::set<std::string> kNone;

}  // namespace

TEST_CASE("the_library_contains_no_foreign_symbols_and_no_static_state") {
  CHECK(run({kNm, "-C", kReleased}).output.find("vksortRecord") != std::string::npos);
  CHECK(foreignDefinitions(kReleased) == kNone);
  CHECK(foreignNeeds(kReleased) == kNone);
  CHECK(writableSections(kReleased) == kNone);
}

TEST_CASE("recording_cannot_allocate_or_wait") {
  std::set<std::string> allocate;
  for (const char* library : {kLibrary, kToolkitLibrary})
    for (const std::string& need : names({"--undefined-only"}, library, true))
      if (need.find("operator new") != std::string::npos) allocate.insert(need.substr(0, need.find(' ')));
  CHECK(allocate == std::set<std::string>{"create.cpp.o", "module.cpp.o", "run.cpp.o", "self_test.cpp.o",
                                          "support.cpp.o", "toolkit.cpp.o", "verifier.cpp.o"});
}

// On RISC-V, GCC before 14 calls libatomic for smaller types. On 32-bit platforms, it does so for larger types.
TEST_CASE("atomic_variables_are_words") {
  const std::regex atomic("std::atomic<([^>]*)>");
  uint32_t found = 0;
  namespace fs = std::filesystem;
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(fs::path(kSourceDir) / "engine/vksort")) {
    if (!file.is_regular_file()) continue;
    const std::string text = readFile(file.path());
    for (std::sregex_iterator each(text.begin(), text.end(), atomic), end; each != end; ++each, ++found) {
      const std::string type = (*each)[1];
      CHECK_MESSAGE(type.ends_with("int32_t"), file.path(), ": ", type);
    }
  }
  CHECK(found > 0);
}

constexpr const char* kForeign = R"(#include <vulkan/vulkan.h>
#include <vector>
int foreign_state = 1;
struct ForeignType { virtual ~ForeignType() {} } foreign_object;
void foreignFunction(VkCommandBuffer cmd, std::vector<int>& list, int* out) {
  vkCmdDispatch(cmd, 1, 1, 1);
  list.push_back(*out);
  if (list.size() > 9) throw 1;
  *out = *new int(1);
})";

TEST_CASE("the_symbol_check_finds_planted_symbols") {
  std::filesystem::create_directories(kScratchDir);
  const std::string source = std::string(kScratchDir) + "/foreign.cpp",
                    object = std::string(kScratchDir) + "/foreign.o";
  writeFile(source, kForeign);
  const ChildResult compiled =
      run({kCompiler, "-std=c++20", "-fPIC", "-isystem", kVulkanInclude, "-c", source, "-o", object});
  REQUIRE_MESSAGE(compiled.exit_code == 0, compiled.output);
  for (const char* name :
       {"foreign_state", "foreignFunction", "std::vector", "vtable for ForeignType", "typeinfo for F"})
    CHECK_MESSAGE(mentions(foreignDefinitions(object), name), name);
  for (const char* name : {"vkCmdDispatch", "__cxa_throw", "operator new(unsigned long)", "typeinfo for int"})
    CHECK_MESSAGE(mentions(foreignNeeds(object), name), name);
  CHECK(mentions(writableSections(object), ".data"));
}

}  // namespace test
