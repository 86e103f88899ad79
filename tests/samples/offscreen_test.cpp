// Checks the output, pictures and files of the viewer without a display.
#include <doctest/doctest.h>

#include <algorithm>

#include "image.h"
#include "process.h"
#include "support/child.h"
#include "view/words.h"

using test::Picture;
using test::Result;

namespace {

struct Drawn {
  Result result;
  Picture image;
};

Drawn drawBy(const std::string& program, const test::TemporaryDirectory& directory,
             const std::vector<std::string>& arguments, const test::Environment& environment = {}) {
  const std::string output = directory.path() / "last.png";
  std::vector<std::string> command{program, "--validate", "--output", output};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto given = [&](const char* option) { return std::ranges::find(arguments, option) != arguments.end(); };
  for (const auto& [option, value] : {std::pair{"--frames", "2"}, {"--size", "160x90"}, {"--count", "3000"}})
    if (!given(option)) command.insert(command.end(), {option, value});
  Drawn drawn{test::runToEnd(command, environment), {}};
  INFO(drawn.result.output, drawn.result.errors);
  REQUIRE(std::filesystem::exists(output));
  drawn.image = test::readPng(output);
  CHECK(drawn.result.errors.empty());
  CHECK(drawn.result.prints("validation: 0 messages\n"));
  return drawn;
}

Drawn draw(const std::vector<std::string>& arguments, const test::Environment& environment = {}) {
  const test::TemporaryDirectory directory;
  Drawn drawn = drawBy(test::small("vksort-particles"), directory, arguments, environment);
  CHECK(directory.entries() == 1);
  return drawn;
}

int inversionsOf(const Result& result) {
  const std::size_t at = result.output.find("order: ");
  REQUIRE(at != std::string::npos);
  std::string digits = result.output.substr(at + 7);
  std::erase(digits, ',');
  return std::stoi(digits);
}

}  // namespace

TEST_CASE("shipped_and_small_kernels_draw_the_same_picture") {
  for (const auto& [algorithm, count] : {std::pair{"radix", "9000"}, {"bitonic", "1500"}}) {
    CAPTURE(algorithm);
    const std::vector<std::string> arguments{"--offscreen", "--count", count, "--vksort-algorithm", algorithm};
    const test::TemporaryDirectory directory;
    const Drawn drawn = drawBy(test::sibling("vksort-particles"), directory, arguments);
    CHECK(drawn.result.exit_code == 0);
    CHECK(drawn.result.prints(std::string(" per frame by ") + algorithm + "\n"));
    CHECK(drawn.result.prints(std::string("order: 0 inversions in ") + particles::digits(std::stoul(count)) + "\n"));
    CHECK(drawn.image.width == 160);
    CHECK(drawn.image.height == 90);
    CHECK(test::distinctColors(drawn.image) > 500);
    CHECK(drawn.image == draw(arguments).image);
  }
}

TEST_CASE("without_sorting_the_picture_and_the_exit_code_change") {
  const Drawn sorted = draw({"--offscreen", "--frames", "5"});
  CHECK(sorted.result.exit_code == 0);
  const Drawn unsorted = draw({"--offscreen", "--frames", "5", "--sort", "off"});
  CHECK(unsorted.result.exit_code == 1);
  CHECK(inversionsOf(unsorted.result) > 700);
  // Smoke covers about a tenth of the picture.
  CHECK(test::differing(sorted.image, unsorted.image) > 160 * 90 / 50);
}

TEST_CASE("any_number_of_particles_is_drawn_in_any_size") {
  const std::pair<const char*, const char*> cases[] = {
      {"1", "1x1"}, {"2", "7x300"}, {"129", "641x3"}, {"4097", "64x36"}};
  for (const auto& [count, size] : cases) {
    CAPTURE(count);
    const Drawn drawn = draw({"--count", count, "--frames", "1", "--size", size},
                             {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"XDG_RUNTIME_DIR", ""}});
    CHECK(drawn.result.exit_code == 0);
    CHECK(drawn.result.prints(std::string("order: 0 inversions in ") + particles::digits(std::stoul(count)) + "\n"));
    CHECK(std::to_string(drawn.image.width) + "x" + std::to_string(drawn.image.height) == size);
  }
}

TEST_CASE("sequences_contain_a_picture_of_each_frame") {
  const test::TemporaryDirectory directory;
  const Drawn drawn = drawBy(test::small("vksort-particles"), directory,
                             {"--scene", "glass", "--count", "600", "--frames", "5", "--orbit", "20", "--sequence",
                              directory.path() / "frame-%03d.png"});
  CHECK(drawn.result.exit_code == 0);
  CHECK(directory.entries() == 6);
  const Picture first = test::readPng(directory.path() / "frame-000.png");
  CHECK(test::differing(first, test::readPng(directory.path() / "frame-002.png")) > 500);
  CHECK(test::readPng(directory.path() / "frame-004.png") == drawn.image);
}
