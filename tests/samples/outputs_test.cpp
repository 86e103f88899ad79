// What a run offscreen leaves besides its last picture.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "image.h"
#include "offscreen/frame_stats.h"
#include "process.h"
#include "support/child.h"

using test::readFile;
using test::Result;

namespace {

Result view(const test::TemporaryDirectory& directory, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {test::small("vksort-particles"), "--offscreen", "--validate", "--verify",
                                       "--output", directory.path() / "last.png", "--size", "96x54"});
  Result result = test::runToEnd(arguments);
  CAPTURE(result.output);
  CHECK(result.errors.empty());
  CHECK(result.output.find("validation: 0 messages\n") != std::string::npos);
  return result;
}

std::vector<std::vector<std::string>> rowsOf(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string>& row = rows.emplace_back();
    std::istringstream cells(line + ",");
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
  }
  return rows;
}

}  // namespace

TEST_CASE("every_frame_leaves_its_numbers_and_those_asked_for_their_picture") {
  const test::TemporaryDirectory directory;
  const Result result = view(directory, {"--scene", "glass", "--count", "600", "--frames", "5", "--orbit", "20",
                                         "--sort-every", "2", "--stats", directory.path() / "frames.csv", "--sequence",
                                         directory.path() / "frame-%03d.png", "--every", "2"});
  CHECK(result.exit_code == 0);
  CHECK(result.output.find(" by bitonic, ") != std::string::npos);
  const auto rows = rowsOf(readFile(directory.path() / "frames.csv"));
  REQUIRE(rows.size() == 6);
  CHECK(rows[0] == std::vector<std::string>{"frame", "sort_ms", "frame_ms", "count", "used", "dispatches",
                                            "bytes_moved", "out_of_order"});
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CAPTURE(i);
    REQUIRE(rows[i].size() == 8);
    CHECK(rows[i][0] == std::to_string(i - 1));
    CHECK(std::stoul(rows[i][3]) > 300);  // that can be seen
    const bool sorted = i % 2 == 1;
    CHECK(rows[i][1].empty() == !sorted);
    CHECK(rows[i][4] == (sorted ? "bitonic" : ""));
    CHECK((std::stoul(rows[i][5]) > 0) == sorted);
    CHECK(rows[i][6] == (sorted ? "" : "0"));  // of those that can be seen: the device alone knows
    if (sorted) CHECK(std::stod(rows[i][1]) < std::stod(rows[i][2]));
    CHECK((std::stod(rows[i][7]) > 0.1) == !sorted);
  }
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 5);
  const test::Image first = test::readPng(directory.path() / "frame-000.png");
  const test::Image second = test::readPng(directory.path() / "frame-002.png");
  CHECK(test::differingPixels(first, second) > 500);
  CHECK(readFile(directory.path() / "frame-004.png") == readFile(directory.path() / "last.png"));
}

TEST_CASE("numbers_of_frames_are_json_too_and_null_where_nobody_knows") {
  const test::TemporaryDirectory directory;
  const Result result = view(
      directory, {"--count", "500", "--frames", "2", "--sort", "off", "--stats", directory.path() / "frames.json"});
  CHECK(result.exit_code == 1);
  const auto frames = nlohmann::json::parse(readFile(directory.path() / "frames.json"));
  REQUIRE(frames.size() == 2);
  CHECK(frames[1]["frame"] == 1);
  CHECK(frames[1]["sort_ms"].is_null());
  CHECK(frames[1]["frame_ms"].get<double>() > 0.0);
  CHECK(frames[1]["count"] == 500);
  CHECK(frames[1]["used"] == "");
  CHECK(frames[1]["dispatches"] == 0);
  const double share = frames[1]["out_of_order"].get<double>();
  CHECK(share > 0.3);
  CHECK(share < 0.7);
}

TEST_CASE("numbers_of_frames_say_which_share_of_all_neighbours_is_out_of_order") {
  const test::TemporaryDirectory directory;
  const Result result =
      view(directory, {"--count", "3", "--frames", "1", "--sort", "off", "--stats", directory.path() / "frames.csv"});
  const std::size_t at = result.output.find("order: ");
  REQUIRE(at != std::string::npos);
  const int inversions = std::stoi(result.output.substr(at + 7));
  CHECK(inversions > 0);
  const auto rows = rowsOf(readFile(directory.path() / "frames.csv"));
  REQUIRE(rows.size() == 2);
  CHECK(std::stod(rows[1][7]) == 0.5 * inversions);  // three have two
}

TEST_CASE("bytes_that_nobody_knows_are_empty_and_null") {
  particles::FrameStats known, unknown;
  known.bytes_moved = 77;
  unknown.bytes_moved.reset();
  const auto rows = rowsOf(particles::statsCsv({known, unknown}));
  REQUIRE(rows.size() == 3);
  CHECK(rows[1][6] == "77");
  CHECK(rows[2][6].empty());
  const auto frames = nlohmann::json::parse(particles::statsJson({known, unknown}));
  CHECK(frames[0]["bytes_moved"] == 77);
  CHECK(frames[1]["bytes_moved"].is_null());
}

TEST_CASE("a_tree_is_written_and_drawn_from_its_file") {
  const test::TemporaryDirectory directory;
  const std::string file = directory.path() / "tree.ply";
  const Result written = test::runToEnd(
      {test::small("vksort-particles"), "--scene", "splats", "--count", "900", "--seed", "3", "--write-points", file});
  CHECK(written.exit_code == 0);
  CHECK(written.output == "points: " + file + "\n");
  const Result drawn = view(directory, {"--scene", "splats", "--points", file, "--frames", "1"});
  CHECK(drawn.exit_code == 0);
  CHECK(drawn.output.find("frames: 1 of 900 splats at 96x54") != std::string::npos);
  CHECK(test::distinctColors(test::readPng(directory.path() / "last.png")) > 300);
  // The same points as discs, from columns.
  std::ofstream csv(directory.path() / "points.csv");
  csv << "x,y,z,r,g,b\n";
  for (int i = 0; i < 400; ++i)
    csv << std::cos(i) << ',' << std::sin(i) << ',' << i * 0.01 << ',' << i % 256 << ",40,200\n";
  csv.close();
  const Result discs =
      view(directory, {"--scene", "splats", "--points", directory.path() / "points.csv", "--up", "z", "--frames", "1"});
  CHECK(discs.exit_code == 0);
  CHECK(discs.output.find("frames: 1 of 400 splats") != std::string::npos);
  CHECK(test::distinctColors(test::readPng(directory.path() / "last.png")) > 300);
}

TEST_CASE("the_table_of_scenes_is_measured_by_a_script" * doctest::test_suite("full")) {
  const test::TemporaryDirectory directory;
  const std::string script = std::string(VKSORT_SOURCE) + "/samples/particles/measure";
  const std::string table = directory.path() / "table.csv";
  const test::Environment viewer{{"VIEWER", test::small("vksort-particles")}};
  const Result result = test::runToEnd({script, table, "9000", "32x18", "4"}, viewer);
  CAPTURE(result.errors);
  CHECK(result.exit_code == 0);
  const auto rows = rowsOf(readFile(table));
  REQUIRE(rows.size() == 18);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CAPTURE(i);
    REQUIRE(rows[i].size() == 10);
    CHECK(rows[i][1] == "9000");
    CHECK(rows[i][4] == (rows[i][3] == "radix" ? "radix" : "bitonic"));
    CHECK(std::stod(rows[i][5]) > 0.0);
    CHECK(std::stod(rows[i][6]) > std::stod(rows[i][5]));
    CHECK(rows[i][9] == "0");
  }
  // What fails is said, and leaves no table.
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{script}, {script, "table.txt"}, {script, directory.path() / "b.csv", "0"}}) {
    const Result refused = test::runToEnd(wrong, viewer);
    CHECK(refused.exit_code == 2);
    CHECK(test::lineCount(refused.errors) == 1);
    CHECK(refused.errors.starts_with("measure: "));
  }
  CHECK_FALSE(std::filesystem::exists(directory.path() / "b.csv"));
}

TEST_CASE("a_contact_sheet_sorts_every_scene_as_asked_where_that_can_be") {
  const test::TemporaryDirectory directory;
  const std::string output =
      view(directory, {"--contact-sheet", "--use", "v5", "--count", "200", "--frames", "1"}).output;
  std::istringstream lines(output);
  std::map<std::string, std::string> sorts;  // by scene
  std::string scene;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("scene: ")) scene = line.substr(7);
    if (line.starts_with("sort: ")) sorts[scene] = line;
  }
  CHECK(sorts.size() == 6);
  for (const auto& [name, line] : sorts) {
    CAPTURE(name);
    CAPTURE(line);
    CHECK((line.find(" by v5, ") != std::string::npos) == (name != "fireworks"));
  }
}

TEST_CASE("a_contact_sheet_has_every_scene" * doctest::test_suite("full")) {
  const test::TemporaryDirectory directory;
  const Result result = view(directory, {"--contact-sheet", "--count", "1500", "--frames", "2"});
  CHECK(result.exit_code == 0);
  for (const char* scene : {"smoke", "galaxy", "glass", "fireworks", "splats", "points"})
    CHECK(result.output.find("scene: " + std::string(scene) + "\n") != std::string::npos);
  const test::Image sheet = test::readPng(directory.path() / "last.png");
  CHECK(sheet.width == 3 * 96 + 2 * 6);
  CHECK(sheet.height == 2 * 54 + 6);
  // Something is to be seen in each of the six.
  for (uint32_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    test::Image part{96, 54, {}};
    for (uint32_t y = 0; y < 54; ++y)
      for (uint32_t x = 0; x < 96; ++x) part.pixels.push_back(sheet.at(i % 3 * 102 + x, i / 3 * 60 + y));
    CHECK(test::distinctColors(part) > 100);
  }
}
