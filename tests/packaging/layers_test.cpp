// Which way the rooms of the library point: a room is a source and its header, an arrow is an include.
#include <doctest/doctest.h>

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

// A way from a room back to itself, as "a > b > a"; empty if there is none.
std::string circleFrom(const Rooms& rooms, const std::string& room, std::vector<std::string>& way,
                       std::set<std::string>& done) {
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (way[i] != room) continue;
    std::string circle = room;
    for (std::size_t j = i + 1; j < way.size(); ++j) circle += " > " + way[j];
    return circle + " > " + room;
  }
  if (done.contains(room)) return {};
  way.push_back(room);
  for (const std::string& next : rooms.at(room)) {
    const std::string circle = circleFrom(rooms, next, way, done);
    if (!circle.empty()) return circle;
  }
  way.pop_back();
  done.insert(room);
  return {};
}

std::string circleIn(const Rooms& rooms) {
  std::set<std::string> done;
  for (const auto& [room, arrows] : rooms) {
    std::vector<std::string> way;
    const std::string circle = circleFrom(rooms, room, way, done);
    if (!circle.empty()) return circle;
  }
  return {};
}

const fs::path kLibraryDir = fs::path(kSourceDir) / "engine/vksort";

}  // namespace

TEST_CASE("no_room_of_the_library_includes_a_higher_one") {
  Rooms rooms = roomsIn(kLibraryDir);
  REQUIRE(rooms.size() > 20);
  REQUIRE(rooms.at("record").contains("arguments"));
  CHECK(circleIn(rooms) == "");
  rooms["passes"].insert("record");
  CHECK(circleIn(rooms).find("passes") != std::string::npos);
}

TEST_CASE("recording_knows_no_algorithm") {
  for (const auto& [room, arrows] : roomsIn(kLibraryDir)) {
    const bool knows = room == "algorithm" || room.starts_with("bitonic/");
    for (const std::string& arrow : arrows) CHECK_MESSAGE((knows || !arrow.starts_with("bitonic/")), room << arrow);
  }
}

}  // namespace test
