// Checks the output, pictures and files of the viewer without a display.
#include <doctest/doctest.h>

#include <algorithm>

#include "image.h"
#include "process.h"

using test::Picture;
using test::Result;

namespace {

struct Drawn {
  Result result;
  Picture image;
};

Drawn drawIn(const test::TemporaryDirectory& directory, const std::vector<std::string>& arguments,
             const test::Environment& environment = {}, const std::string& program = test::small("vksort-particles")) {
  const std::string output = directory.path() / "last.png";
  std::vector<std::string> command{program, "--validate", "--frames", "2", "--output", output};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Drawn drawn{test::runToEnd(command, environment), {}};
  INFO(drawn.result.output, drawn.result.errors);
  REQUIRE(std::filesystem::exists(output));
  drawn.image = test::readPng(output);
  CHECK(drawn.result.errors.empty());
  CHECK(drawn.result.prints("validation: 0 messages\n"));
  return drawn;
}
}  // namespace

TEST_CASE("any_number_of_particles_is_drawn_in_any_size") {
  struct Case {
    const char *count, *size, *algorithm;
    bool ships = false;  // the shipped kernels draw the same picture
  };
  for (const auto& [count, size, algorithm, ships] : {Case{"1", "1x1", "bitonic"},
                                                      {"2", "7x300", "bitonic"},
                                                      {"129", "641x3", "radix"},
                                                      {"1500", "160x90", "bitonic", true},
                                                      {"9000", "160x90", "radix", true}}) {
    CAPTURE(std::string(count));
    std::vector<std::string> arguments{"--count", count, "--size", size, "--vksort-algorithm", algorithm};
    const test::TemporaryDirectory directory;
    const Drawn drawn =
        drawIn(directory, arguments, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"XDG_RUNTIME_DIR", ""}});
    CHECK(directory.entries() == 1);
    CHECK(drawn.result.exit_code == 0);
    CHECK(drawn.result.prints(std::string(" by ") + algorithm + "\n"));
    CHECK(drawn.result.prints("order: 0 inversions in "));
    CHECK(std::to_string(drawn.image.width) + "x" + std::to_string(drawn.image.height) == size);
    if (!ships) continue;
    arguments.emplace_back("--offscreen");
    CHECK(drawIn(directory, arguments, {}, test::sibling("vksort-particles")).image == drawn.image);
    arguments.insert(arguments.end(), {"--sort", "off"});
    const Drawn unsorted = drawIn(directory, arguments);
    CHECK(unsorted.result.exit_code == 1);
    CHECK(test::differing(drawn.image, unsorted.image) > 160 * 90 / 50);  // smoke covers about a tenth
  }
}

TEST_CASE("sequences_contain_a_picture_of_each_frame") {
  const test::TemporaryDirectory directory;
  const Drawn drawn = drawIn(directory, {"--scene", "glass", "--count", "600", "--size", "160x90", "--orbit", "20",
                                         "--sequence", directory.path() / "frame-%03d.png"});
  CHECK(drawn.result.exit_code == 0);
  CHECK(directory.entries() == 3);
  const Picture first = test::readPng(directory.path() / "frame-000.png");
  CHECK(test::differing(first, drawn.image) > 500);
  CHECK(test::readPng(directory.path() / "frame-001.png") == drawn.image);
}
