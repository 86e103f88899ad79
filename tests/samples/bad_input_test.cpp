// Bad input: one line that says what is wrong, exit code 2, and nothing left behind.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "options.h"
#include "process.h"

using test::Result;

namespace {

// One line on stderr with `words` in it, and exit code 2.
void checkRefused(const Result& result, const std::string& words) {
  CAPTURE(result.errors);
  CHECK(result.exit_code == 2);
  CHECK(test::lineCount(result.errors) == 1);
  CHECK(result.errors.starts_with("vksort-particles: "));
  CHECK(result.errors.find(words) != std::string::npos);
}

Result runViewer(std::vector<std::string> arguments, const test::Environment& environment = {}) {
  arguments.insert(arguments.begin(), test::small("vksort-particles"));
  return test::runToEnd(arguments, environment);
}

}  // namespace

TEST_CASE("refuses_wrong_options_in_one_line") {
  struct Case {
    std::vector<std::string> arguments;
    const char* words;
  };
  const Case cases[] = {
      {{"--count", "0"}, "--count must be a whole number from 1 to 4194304, not '0'"},
      {{"--count", "-5"}, "--count"},
      {{"--count", "1e3"}, "'1e3'"},
      {{"--count", "0x10"}, "'0x10'"},
      {{"--count", "12 "}, "'12 '"},
      {{"--count", "4194305"}, "'4194305'"},
      {{"--count", "99999999999999999999"}, "--count"},
      {{"--count="}, "--count"},
      {{"--count"}, "--count"},
      {{"--count", "5", "--count", "6"}, "--count"},
      {{"--frames", "0"}, "--frames"},
      {{"--frames", "1000001"}, "--frames"},
      {{"--seed", "-1"}, "--seed"},
      {{"--seed", "4294967296"}, "--seed"},
      {{"--size", "640"}, "WIDTHxHEIGHT"},
      {{"--size", "640x"}, "WIDTHxHEIGHT"},
      {{"--size", "x480"}, "WIDTHxHEIGHT"},
      {{"--size", "640x480x2"}, "WIDTHxHEIGHT"},
      {{"--size", "0x480"}, "WIDTHxHEIGHT"},
      {{"--size", "640x16385"}, "WIDTHxHEIGHT"},
      {{"--sort", "maybe"}, "on or off, not 'maybe'"},
      {{"--sort", "ON"}, "on or off"},
      {{"--keys", "f32"}, "--keys must be fused, separate or packed, not 'f32'"},
      {{"--key-type", "u64"}, "--key-type must be f32, u32 or i32, not 'u64'"},
      {{"--key-type", "u32", "--use", "v3"}, "--key-type u32 does not go with --use v3: "},
      {{"--key-type", "i32", "--keys", "packed"}, "--key-type i32 does not go with --keys packed: "},
      {{"--offscreen=1"}, "--offscreen"},
      {{"--validate=no"}, "--validate"},
      {{"--verify=1"}, "--verify"},
      {{"--unknown"}, "--unknown"},
      {{"--off"}, "--off"},
      {{"-x"}, "-x"},
      {{"picture.png"}, "picture.png"},
      {{"--device", "no such device"}, "'no such device'"},
      {{"--device", "999"}, "'999'"},
      {{"--device="}, "--device"},
      {{"--output", "--offscreen"}, "--output"},
      {{"--window", "--offscreen"}, "--window does not go with --offscreen"},
      {{"--window=1"}, "--window"},
      {{"--scene", "ocean"}, "--scene must be smoke, galaxy, glass, fireworks, splats or points, not 'ocean'"},
      {{"--use", "quick"}, "--use must be automatic, bitonic, radix, v0, v1, v2, v3, v4 or v5, not 'quick'"},
      {{"--use", "v3", "--coherent"}, "--use v3 does not go with --coherent"},
      {{"--use", "v0", "--keys", "fused"}, "--use v0 does not go with --keys fused"},
      {{"--coherent", "--keys", "fused"}, "--coherent does not go with --keys fused"},
      {{"--coherent=1"}, "--coherent"},
      {{"--use", "v0", "--scene", "fireworks"}, "--use v0 does not go with --scene fireworks: it sorts no lists"},
      {{"--use", "radix", "--scene", "fireworks"}, "--use radix does not go with --scene fireworks"},
      {{"--coherent", "--scene", "fireworks"}, "--coherent does not go with --scene fireworks"},
      {{"--keys", "fused", "--scene", "glass"}, "--keys fused does not go with --scene glass"},
      {{"--sort-every", "0"}, "--sort-every must be a whole number from 1 to 1000000, not '0'"},
      {{"--orbit", "181"}, "--orbit must be degrees from -180 to 180, not '181'"},
      {{"--orbit", "nan"}, "not 'nan'"},
      {{"--orbit", "1e1"}, "not '1e1'"},
      {{"--every", "2"}, "--every needs --sequence"},
      {{"--sequence", "frame.png"}, "--sequence must be a file with one place for a number, as frame-%04d.png"},
      {{"--sequence", "%d-%d.png"}, "--sequence"},
      {{"--sequence", "%d/a.png"}, "--sequence"},
      {{"--sequence", "%s.png"}, "--sequence"},
      {{"--sequence", "%00d.png"}, "--sequence"},
      {{"--stats", "frames.txt"}, "--stats must be a file that ends with .csv or .json, not 'frames.txt'"},
      {{"--points", "a.ply"}, "--points needs --scene splats"},
      {{"--points", "a.ply", "--scene", "splats", "--count", "5"}, "--count does not go with --points"},
      {{"--points", "a.ply", "--scene", "splats", "--write-points", "b.ply"},
       "--write-points does not go with --points"},
      {{"--up", "x", "--scene", "splats"}, "--up must be y, -y or z, not 'x'"},
      {{"--up", "z", "--scene", "splats"}, "--up needs --points"},
      {{"--sh", "4", "--points", "a.ply", "--scene", "splats"}, "--sh must be a whole number from 0 to 3, not '4'"},
      {{"--sh", "1", "--scene", "splats"}, "--sh needs --points or --write-points"},
      {{"--write-points", "b.ply"}, "--write-points needs --scene splats"},
      {{"--write-points", "b.csv", "--scene", "splats"},
       "--write-points must be a file that ends with .ply, not 'b.csv'"},
      {{"--contact-sheet", "--window"}, "--window does not go with --contact-sheet"},
      {{"--contact-sheet", "--stats", "a.csv"}, "--stats does not go with --contact-sheet"},
      {{"--contact-sheet", "--steps", "radix"}, "--steps does not go with --contact-sheet"},
      {{"--window", "--stats", "a.csv"}, "--stats does not go with --window"},
      {{"--window", "--sequence", "%d.png", "--every", "2"}, "--sequence does not go with --window"},
      {{"--window", "--orbit", "1"}, "--orbit does not go with --window"},
      {{"--steps", "radix", "--stats", "a.csv"}, "--stats does not go with --steps"},
      {{"--steps", "radix", "--sequence", "%d.png"}, "--sequence does not go with --steps"},
      {{"--steps", "radix", "--orbit", "1"}, "--orbit does not go with --steps"},
      {{"--window", "--coherent", "--sort-every", "2"}, "--coherent with --sort-every does not go with --window"},
  };
  for (const Case& wrong : cases) {
    const test::TemporaryDirectory directory;
    std::vector<std::string> arguments = wrong.arguments;
    CAPTURE(arguments[0]);
    // Offscreen where that is not what the case is about.
    if (arguments[0] == "--device")
      arguments.insert(arguments.end(), {"--offscreen", "--output", directory.path() / "picture.png"});
    const Result result = runViewer(arguments);
    checkRefused(result, wrong.words);
    CHECK(result.output.empty());
    CHECK(directory.empty());
  }
}

TEST_CASE("options_that_nothing_drawn_offscreen_would_use_are_refused") {
  using Words = std::vector<const char*>;
  const auto parse = [](Words words, const Words& more = {}) {
    words.insert(words.begin(), "vksort-particles");
    words.insert(words.end(), more.begin(), more.end());
    particles::parseOptions(static_cast<int>(words.size()), words.data());
  };
  const auto checkRefused = [&](const Words& one, const Words& other, const std::string& why) {
    CHECK_THROWS_WITH_AS(parse(one, other), why.c_str(), particles::UsageError);
  };
  for (const Words& where : {Words{"--offscreen"}, {"--contact-sheet"}, {"--stats", "a.csv"}}) {
    for (const char* name : {"--step", "--elements", "--digit-bits", "--scale"})
      checkRefused(where, {name, name == std::string("--elements") ? "64" : "4"},
                   std::string(name) + " needs --steps or a window");
    checkRefused(where, {"--log-controls"}, "--log-controls needs a window");
  }
  checkRefused({"--contact-sheet"}, {"--scene", "smoke"}, "--scene does not go with --contact-sheet");
  checkRefused({"--offscreen", "--steps", "bitonic"}, {"--digit-bits", "4"},
               "--digit-bits needs --steps radix or a window");
  checkRefused({"--offscreen", "--sort", "off"}, {"--sort-every", "2"},
               "--sort-every does not go with --sort off offscreen");
  CHECK_NOTHROW(parse({"--window", "--sort", "off", "--sort-every", "2"}));  // until it is switched on
  const Words of_scenes[] = {{"--scene", "smoke"},  {"--count", "5"},       {"--frames", "1"},   {"--sort", "on"},
                             {"--sort-every", "1"}, {"--use", "bitonic"},   {"--keys", "fused"}, {"--key-type", "f32"},
                             {"--ties", "any"},     {"--kernels", "floor"}, {"--coherent"},      {"--verify"}};
  for (const Words& of_scene : of_scenes)
    checkRefused({"--offscreen", "--steps", "radix"}, of_scene,
                 std::string(of_scene[0]) + " does not go with --steps offscreen");
  CHECK_NOTHROW(parse({"--offscreen", "--steps", "radix", "--step", "2", "--elements", "20", "--digit-bits", "3",
                       "--scale", "2", "--seed", "3", "--size", "64x64"}));
  // In a window they are about what is shown sooner or later.
  CHECK_NOTHROW(parse({"--window", "--step", "2", "--elements", "20", "--digit-bits", "3", "--log-controls"}));
  for (const Words& of_scene : of_scenes) CHECK_NOTHROW(parse({"--window", "--steps", "bitonic"}, of_scene));
}

TEST_CASE("options_that_say_nothing_of_points_that_are_written_are_refused") {
  std::vector<const char*> words = {
      "vksort-particles", "--scene", "points", "--write-points", "a.ply", "--count", "5", "--seed", "2", "--sh", "1"};
  const auto parse = [&] { particles::parseOptions(static_cast<int>(words.size()), words.data()); };
  CHECK_NOTHROW(parse());
  const std::vector<const char*> dropped[] = {
      {"--frames", "2"},      {"--size", "8x8"},      {"--orbit", "1"},       {"--sort", "on"},
      {"--sort-every", "1"},  {"--use", "bitonic"},   {"--keys", "separate"}, {"--key-type", "f32"},
      {"--ties", "any"},      {"--kernels", "floor"}, {"--coherent"},         {"--output", "a.png"},
      {"--sequence", "%d.p"}, {"--stats", "a.csv"},   {"--contact-sheet"},    {"--offscreen"},
      {"--window"},           {"--device", "0"},      {"--validate"},         {"--verify"},
      {"--log-controls"},     {"--scale", "2"},       {"--steps", "radix"},   {"--step", "2"},
      {"--elements", "64"},   {"--digit-bits", "4"}};
  for (const std::vector<const char*>& each : dropped) {
    words.insert(words.end(), each.begin(), each.end());
    const std::string why = std::string(each[0]) + " does not go with --write-points";
    CHECK_THROWS_WITH_AS(parse(), why.c_str(), particles::UsageError);
    words.resize(words.size() - each.size());
  }
}

TEST_CASE("refuses_to_write_what_it_reads_or_what_another_option_writes") {
  const test::TemporaryDirectory directory;
  const std::string points = directory.path() / "1.csv", link = directory.path() / "link.csv";
  const std::string beside = (directory.path() / "." / "1.csv").string();
  const std::string table = directory.path() / "table.csv", numbers = directory.path() / "%d.csv";
  std::ofstream(points) << "1,2,3\n";
  std::filesystem::create_symlink("1.csv", link);
  struct Case {
    std::vector<std::string> arguments;
    std::string why;
  };
  const auto of = [](const std::string& written, const std::string& file, const std::string& other) {
    return written + ": cannot write " + file + ": it is the file of " + other;
  };
  const Case cases[] = {
      {{"--scene", "points", "--points", points, "--stats", points}, of("--stats", points, "--points")},
      {{"--scene", "points", "--points", points, "--stats", link}, of("--stats", link, "--points")},
      {{"--scene", "points", "--points", link, "--output", beside}, of("--output", beside, "--points")},
      {{"--scene", "points", "--points", points, "--sequence", numbers, "--frames", "2"},
       of("--sequence", points, "--points")},
      {{"--scene", "points", "--points", points, "--steps", "radix", "--output", points},
       of("--output", points, "--points")},
      {{"--scene", "points", "--points", points, "--window", "--output", points}, of("--output", points, "--points")},
      {{"--stats", table, "--output", table}, of("--output", table, "--stats")},  // which is not there yet
      {{"--stats", points, "--sequence", numbers, "--frames", "2"}, of("--sequence", points, "--stats")},
      {{"--stats", points, "--sequence", numbers}, of("--sequence", points, "--stats")},
      {{"--output", beside, "--sequence", numbers, "--frames", "3"}, of("--output", beside, "--sequence")}};
  for (const Case& wrong : cases) {
    std::vector<std::string> arguments = wrong.arguments;
    if (!std::ranges::count(arguments, "--output")) arguments.insert(arguments.end(), {"--output", table + ".png"});
    checkRefused(runViewer(arguments), wrong.why);
    CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 2);
    CHECK(std::filesystem::file_size(points) == 6);
  }
  // The last frame's picture, and those that are not drawn.
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--frames", "2"}, {"--every", "2"}}) {
    std::vector<std::string> arguments = {"--offscreen", "--device",   "none such", "--output",
                                          beside,        "--sequence", numbers};
    arguments.insert(arguments.end(), more.begin(), more.end());
    checkRefused(runViewer(arguments), "none such");
  }
}

TEST_CASE("refuses_an_output_that_cannot_be_written") {
  const test::TemporaryDirectory directory;
  const std::filesystem::path file = directory.path() / "file";
  std::ofstream(file) << "untouched";
  const std::filesystem::path pipe = directory.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& output : {(directory.path() / "missing" / "picture.png").string(), directory.path().string(),
                                    (file / "picture.png").string(), pipe.string()}) {
    CAPTURE(output);
    const Result result = runViewer({"--offscreen", "--frames", "1", "--size", "64x64", "--output", output});
    checkRefused(result, output);
    CHECK(result.output.empty());
  }
  CHECK(std::filesystem::file_size(file) == 9);
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 2);
}

TEST_CASE("a_display_that_cannot_be_used_is_a_word_and_for_a_window_an_error") {
  const test::Environment dead{{"DISPLAY", ":9999"}, {"WAYLAND_DISPLAY", ""}};
  const test::Environment dead_wayland{{"DISPLAY", ""}, {"WAYLAND_DISPLAY", "wayland-9999"}};
  const test::Environment none{{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
  const test::TemporaryDirectory directory;
  // Little to draw, were it to draw.
  const std::vector<std::string> window = {
      "--window", "--frames", "1", "--size", "16x16", "--output", directory.path() / "picture.png"};
  for (const test::Environment& environment : {dead, dead_wayland, none})
    checkRefused(runViewer(window, environment), "--window: no display: ");
  checkRefused(runViewer(window, dead), ":9999");
  CHECK(directory.empty());
  // What comes after the word: a driver that is not there, since nothing needs to be drawn to see it.
  const auto withoutDriver = [&](test::Environment environment, std::vector<std::string> arguments = {}) {
    environment.insert(environment.end(), {{"VK_ICD_FILENAMES", "/none"}, {"VK_DRIVER_FILES", "/none"}});
    arguments.insert(arguments.end(), {"--output", directory.path() / "picture.png"});
    return runViewer(arguments, environment).errors;
  };
  for (const test::Environment& environment : {dead, dead_wayland}) {
    const std::string errors = withoutDriver(environment);
    CAPTURE(errors);
    CHECK(test::lineCount(errors) == 2);
    CHECK(errors.starts_with("vksort-particles: no window: "));
    CHECK(errors.find("; drawing offscreen\n") != std::string::npos);
  }
  CHECK(test::lineCount(withoutDriver(none)) == 1);
  // What a window does not do asks for none.
  const std::vector<std::string> offscreen[] = {{"--offscreen"},
                                                {"--contact-sheet"},
                                                {"--orbit", "1"},
                                                {"--coherent", "--sort-every", "2"},
                                                {"--sequence", directory.path() / "%d.png"},
                                                {"--stats", directory.path() / "stats.csv"}};
  for (const std::vector<std::string>& arguments : offscreen) {
    CAPTURE(arguments[0]);
    CHECK(test::lineCount(withoutDriver(dead, arguments)) == 1);
  }
}

TEST_CASE("says_that_there_is_no_driver") {
  const test::TemporaryDirectory directory;
  const std::string nowhere = directory.path() / "nothing.json";
  for (const char* variable : {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"}) {
    CAPTURE(variable);
    const Result result =
        runViewer({"--offscreen", "--output", directory.path() / "picture.png"}, {{variable, nowhere}});
    checkRefused(result, "no Vulkan driver found");
    CHECK(directory.empty());
  }
}

TEST_CASE("keeps_an_old_picture_when_it_fails") {
  const test::TemporaryDirectory directory;
  const std::filesystem::path picture = directory.path() / "picture.png";
  std::ofstream(picture) << "old";
  checkRefused(runViewer({"--offscreen", "--device", "no such device", "--output", picture}), "no such device");
  CHECK(std::filesystem::file_size(picture) == 3);
}
