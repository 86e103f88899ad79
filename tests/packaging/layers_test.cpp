// Checks that files of the library only include earlier rooms; see engine/README.md.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;
const std::vector<std::string> kOrder = {"include", "device", "request", "sorts", "decide", "create", "record"};

long placeOf(const std::string& path) {
  return std::ranges::find(kOrder, path.substr(0, path.find('/'))) - kOrder.begin();
}

// Returns the includes that lead to a later room. `path` is relative to engine/vksort.
std::vector<std::string> wrongIncludes(const std::string& path, const std::string& text) {
  std::vector<std::string> wrong;
  for (const std::string& line : splitLines(text)) {
    const std::string quoted = "#include \"";
    if (!line.starts_with(quoted)) continue;
    const std::string included = line.substr(quoted.size(), line.find('"', quoted.size()) - quoted.size());
    const bool is_room = placeOf(included) < std::ssize(kOrder);
    if (is_room && placeOf(included) > placeOf(path)) wrong.push_back(included);
  }
  return wrong;
}

const fs::path kLibraryDir = fs::path(kSourceDir) / "engine/vksort";

}  // namespace

TEST_CASE("the_core_does_not_include_the_toolkit") {
  const auto includes_toolkit = [](const std::string& text) {
    return std::ranges::any_of(splitLines(text), [](const std::string& line) {
      return line.starts_with("#include") && (line.find("toolkit") != line.npos || line.find("verifier") != line.npos);
    });
  };
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kLibraryDir)) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
    CHECK_MESSAGE(!includes_toolkit(readFile(entry.path())), entry.path().string());
  }
  CHECK(includes_toolkit(readFile(kLibraryDir.parent_path() / "toolkit/toolkit.cpp")));
}

TEST_CASE("rooms_only_include_earlier_rooms") {
  std::set<std::string> rooms;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kLibraryDir)) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
    const std::string path = fs::relative(entry.path(), kLibraryDir).generic_string();
    REQUIRE_MESSAGE(placeOf(path) < std::ssize(kOrder), path);
    rooms.insert(path.substr(0, path.find('/')));
    for (const std::string& included : wrongIncludes(path, readFile(entry.path())))
      FAIL_CHECK(path << ": " << included);
  }
  CHECK(rooms.size() == kOrder.size());
  CHECK(wrongIncludes("sorts/pass.h", "#include \"record/check.h\"\n#include \"device/log.h\"\n").size() == 1);
}

TEST_CASE("the_library_folder_contains_at_most_three_files") {
  const auto is_file = [](const fs::directory_entry& entry) { return entry.is_regular_file(); };
  CHECK(std::ranges::count_if(fs::directory_iterator(kLibraryDir), is_file) <= 3);
}

TEST_CASE("only_decide_includes_algorithms") {
  for (const char* room : {"create", "record"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kLibraryDir / room)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = readFile(entry.path());
      for (const char* algorithm : {"bitonic", "radix", "rank"})
        CHECK_MESSAGE(text.find("#include \"sorts/" + std::string(algorithm)) == text.npos, entry.path().string());
    }
  }
}

}  // namespace test
