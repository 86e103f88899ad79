// Which way the rooms of the library point: a room is a source and its header, an arrow is an include.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;
using Rooms = std::map<std::string, std::set<std::string>>;  // by path from engine/vksort, without extension

std::string roomOf(const fs::path& path) { return (path.parent_path() / path.stem()).generic_string(); }

// Those of a library that is in `directory`; headers in include/ are all one room, the lowest.
Rooms roomsIn(const fs::path& directory) {
  Rooms rooms;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory)) {
    const fs::path path = fs::relative(entry.path(), directory);
    if (path.extension() != ".h" && path.extension() != ".cpp") continue;
    if (*path.begin() == "include") continue;
    std::set<std::string>& arrows = rooms[roomOf(path)];
    for (const std::string& line : splitLines(readFile(entry.path()))) {
      const std::string quoted = "#include \"";
      if (!line.starts_with(quoted)) continue;
      const fs::path included = line.substr(quoted.size(), line.find('"', quoted.size()) - quoted.size());
      if (fs::exists(directory / included) && roomOf(included) != roomOf(path)) arrows.insert(roomOf(included));
    }
  }
  return rooms;
}

// The rooms that lead to a circle, or nothing.
Rooms circleIn(Rooms rooms) {
  const auto is_lowest = [&](const auto& room) {
    return std::ranges::none_of(room.second, [&](const std::string& arrow) { return rooms.contains(arrow); });
  };
  for (auto lowest = std::ranges::find_if(rooms, is_lowest); lowest != rooms.end();
       lowest = std::ranges::find_if(rooms, is_lowest))
    rooms.erase(lowest);
  return rooms;
}

const fs::path kLibraryDir = fs::path(kSourceDir) / "engine/vksort";

}  // namespace

TEST_CASE("the_core_includes_nothing_of_the_toolkit") {
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

TEST_CASE("no_room_of_the_library_includes_a_higher_one") {
  Rooms rooms = roomsIn(kLibraryDir);
  REQUIRE(rooms.size() > 20);
  REQUIRE(rooms.at("record/record").contains("record/check"));
  for (const auto& [room, arrows] : circleIn(rooms)) FAIL_CHECK(room);
  rooms["sorts/pass"].insert("record/record");
  rooms["record/record"].insert("sorts/pass");
  CHECK(circleIn(rooms).contains("sorts/pass"));
}

TEST_CASE("recording_knows_no_algorithm") {
  for (const auto& [room, arrows] : roomsIn(kLibraryDir)) {
    const bool knows = room.starts_with("decide/") || room.starts_with("sorts/bitonic/");
    for (const std::string& arrow : arrows) CHECK_MESSAGE((knows || !arrow.starts_with("sorts/bitonic/")), room << arrow);
  }
}

}  // namespace test
