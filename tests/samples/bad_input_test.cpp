// Checks that invalid input exits with 2, prints one line that names the option or file, and loses or overwrites no
// file.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "options.h"
#include "process.h"

namespace {

using Words = std::vector<std::string>;

test::Result runViewer(Words arguments, const test::Environment& environment) {
  arguments.insert(arguments.begin(), test::small("vksort-particles"));
  return test::runToEnd(arguments, environment);
}

}  // namespace

TEST_CASE("invalid_options_are_rejected_by_name") {
  // The first word is the expected name.
  std::istringstream wrong(
      "--count 0; --count 1e3; --count 268435457; --count 99999999999999999999; --count=; --count; "
      "--count 5 --count 6; --frames 1000001; --seed 4294967296; --size 640; --size 0x480; "
      "--size 640x16385; --size 640x480x; --sort ON; "
      "--unknown; --off; --device=; --output --offscreen; --window --offscreen; "
      "--budget 0 --scene glass; --budget 4; --budget 4 --scene smoke; --budget 4 --scene glass --sort off; "
      "--scene ocean; --vksort-algorithm quick; --vksort-algorithm v3; --vksort-algorithm radix --scene fireworks; "
      "--orbit 181; --orbit nan; "
      "--sequence frame.png; --sequence %d.bmp; --output x.bmp; --first 0 a.ply; "
      "--first 5; --sequence %d-%d.png; --sequence %s.png; --scene smoke a.ply; "
      "--count 5 a.ply --scene splats; --up w a.ply; --up y; --sh 4 a.ply; "
      "--orbit 1 --window");
  for (std::string line; std::getline(wrong >> std::ws, line, ';');) {
    CAPTURE(line);
    std::istringstream text("vksort-particles " + line);
    const Words words{std::istream_iterator<std::string>(text), {}};
    std::vector<const char*> all;
    for (const std::string& word : words) all.push_back(word.c_str());
    const auto parse = [&] { particles::parseOptions(static_cast<int>(all.size()), all.data()); };
    CHECK(test::errorOf(parse).find(words[1].substr(0, words[1].find('='))) != std::string::npos);
  }
}

TEST_CASE("bad_input_leaves_no_files_and_exits_with_2") {
  const test::TemporaryDirectory directory;
  const std::string picture = directory.path() / "picture.png", points = directory.path() / "1.ply";
  const std::string empty = directory.path() / "empty.ply", pipe = directory.path() / "pipe.png";
  const std::string folder = directory.path() / "folder.png";
  test::writeFile(picture, "old");
  test::writeFile(points, "ply\n");
  test::writeFile(empty, "");
  std::filesystem::create_directory(folder);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const std::size_t before = directory.entries();
  struct Case {
    Words arguments;
    std::string words;
    test::Environment environment{};
  };
  const std::string missing = directory.path() / "missing.ply";
  const Case cases[] = {
      {{"--device", "no such device"}, "'no such device'"},
      {{missing, "--scene", "splats"}, missing},
      {{empty, "--scene", "splats"}, empty},
      // One option reads the file, and another one would overwrite it.
      {{"--scene", "points", points, "--output", points}, points},
      {{"--sequence", directory.path() / "%d.png", "--output", directory.path() / "0.png", "--frames", "2"}, "0.png"},
      {{"--frames", "1", "--output", missing + "/picture.png"}, missing},
      {{"--frames", "1", "--output", folder}, folder},
      {{"--frames", "1", "--output", pipe}, pipe},
      {{"--window"}, "--window: no display: ", {{"DISPLAY", ":9999"}, {"WAYLAND_DISPLAY", ""}}},
      {{}, "NVIDIA_DRIVER_CAPABILITIES=graphics or all", {{"VK_ICD_FILENAMES", "/none"}, {"VK_DRIVER_FILES", "/none"}}},
  };
  for (const Case& each : cases) {
    CAPTURE(each.arguments);
    Words arguments = each.arguments;
    arguments.insert(arguments.end(), {"--size", "16x16"});
    if (!std::ranges::count(arguments, "--window")) arguments.emplace_back("--offscreen");
    if (!std::ranges::count(arguments, "--output")) arguments.insert(arguments.end(), {"--output", picture});
    const test::Result result = runViewer(arguments, each.environment);
    test::checkRefused(result, "vksort-particles", each.words);
    CHECK(result.output.empty());
    CHECK(directory.entries() == before);
    CHECK(test::readFile(picture) == "old");
    CHECK(test::readFile(points) == "ply\n");
  }
  CHECK(std::filesystem::is_fifo(pipe));
}

TEST_CASE("unusable_displays_are_reported_and_drawing_continues_offscreen") {
  const test::TemporaryDirectory directory;
  struct Case {
    std::string x, wayland, option;
  };
  for (const auto& [x, wayland, option] : {Case{":9999", "", "--validate"},
                                           {"", "wayland-9999", "--validate"},
                                           {":9999", "", "--offscreen"},
                                           {":9999", "", "--orbit=1"}}) {
    CAPTURE(x);
    CAPTURE(option);
    const test::Result result =
        runViewer({option, "--frames", "1", "--size", "16x16", "--output", directory.path() / "picture.png"},
                  {{"DISPLAY", x}, {"WAYLAND_DISPLAY", wayland}, {"XDG_RUNTIME_DIR", ""}});
    CHECK(result.exit_code == 0);
    // The other options imply drawing offscreen, so they need no display.
    CHECK(result.errors.ends_with("; drawing offscreen\n") == (option == "--validate"));
    CHECK(directory.entries() == 1);
  }
}
