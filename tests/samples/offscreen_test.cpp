// What the viewer prints, draws and leaves without a display.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "image.h"
#include "process.h"
#include "support/child.h"

using test::Picture;
using test::Result;

namespace {

struct Drawn {
  Result result;
  Picture image;
};

// By this program, under validation, into `directory`.
Drawn drawBy(const std::string& program, const test::TemporaryDirectory& directory,
             const std::vector<std::string>& arguments, const test::Environment& environment = {}) {
  const std::string output = directory.path() / "last.png";
  std::vector<std::string> command{program, "--validate", "--verify", "--output", output};
  command.insert(command.end(), arguments.begin(), arguments.end());
  // Small and quick unless told otherwise.
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

// The picture and nothing else.
Drawn draw(const std::vector<std::string>& arguments, const test::Environment& environment = {}) {
  const test::TemporaryDirectory directory;
  Drawn drawn = drawBy(test::small("vksort-particles"), directory, arguments, environment);
  CHECK(directory.entries() == 1);
  return drawn;
}

// The number behind "order: ".
int inversionsOf(const Result& result) {
  const std::size_t at = result.output.find("order: ");
  REQUIRE(at != std::string::npos);
  return std::stoi(result.output.substr(at + 7));
}

// Lines of a CSV file that match.
std::size_t matching(const std::string& csv, const std::string& pattern) {
  const std::vector<std::string> lines = test::splitLines(csv);
  return static_cast<std::size_t>(
      std::ranges::count_if(lines, [&](const std::string& line) { return regex_match(line, std::regex(pattern)); }));
}

}  // namespace

TEST_CASE("the_shipped_viewer_draws_in_order_and_what_small_kernels_draw") {
  for (const auto& [use, count] : {std::pair{"radix", "9000"}, {"bitonic", "1500"}}) {
    CAPTURE(use);
    const std::vector<std::string> arguments{"--offscreen", "--count", count, "--use", use};
    const test::TemporaryDirectory directory;
    const Drawn drawn = drawBy(test::sibling("vksort-particles"), directory, arguments);
    CHECK(drawn.result.exit_code == 0);
    CHECK(drawn.result.prints(std::string(" per frame by ") + use + "\n"));
    CHECK(drawn.result.prints(std::string("order: 0 inversions in ") + count + "\n"));
    CHECK(drawn.image.width == 160);
    CHECK(drawn.image.height == 90);
    CHECK(test::distinctColors(drawn.image) > 500);
    CHECK(drawn.image == draw(arguments).image);
  }
}

TEST_CASE("without_sorting_the_picture_is_wrong_and_the_exit_code_says_so") {
  const Drawn sorted = draw({"--offscreen", "--frames", "5"});
  CHECK(sorted.result.exit_code == 0);
  CHECK(sorted.result.prints("verify: 5 frames, 0 out of order, 0 incomplete, 0 inversions in the last\n"));
  // The two judges count the same inversions, one from positions, one from keys.
  const Drawn unsorted = draw({"--offscreen", "--frames", "5", "--sort", "off"});
  CHECK(unsorted.result.exit_code == 1);
  const int inversions = inversionsOf(unsorted.result);
  CHECK(inversions > 700);
  CHECK(unsorted.result.prints("verify: 5 frames, 5 out of order, 0 incomplete, " + std::to_string(inversions) + " "));
  // The smoke covers about a tenth of the picture.
  CHECK(test::differing(sorted.image, unsorted.image) > 160 * 90 / 50);
}

TEST_CASE("draws_any_number_of_particles_in_any_size_without_a_display") {
  const std::pair<const char*, const char*> cases[] = {
      {"1", "1x1"}, {"2", "7x300"}, {"129", "641x3"}, {"4097", "64x36"}};
  for (const auto& [count, size] : cases) {
    CAPTURE(count);
    const Drawn drawn = draw({"--count", count, "--frames", "1", "--size", size},
                             {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}, {"XDG_RUNTIME_DIR", ""}});
    CHECK(drawn.result.exit_code == 0);
    CHECK(drawn.result.prints(std::string("order: 0 inversions in ") + count + "\n"));
    CHECK(std::to_string(drawn.image.width) + "x" + std::to_string(drawn.image.height) == size);
  }
}

TEST_CASE("every_frame_leaves_its_numbers_and_those_asked_for_their_picture") {
  const test::TemporaryDirectory directory;
  const std::string program = test::small("vksort-particles");
  const std::string csv = directory.path() / "frames.csv", one = directory.path() / "one.csv";
  const std::string sequence = directory.path() / "frame-%03d.png";
  const Drawn drawn = drawBy(
      program, directory,
      {"--scene", "glass", "--count", "600", "--frames", "5", "--orbit", "20", "--stats", csv, "--sequence", sequence});
  CHECK(drawn.result.exit_code == 0);
  const std::string rows = test::readFile(csv);
  CHECK(rows.starts_with("frame,sort_ms,frame_ms,count,used,dispatches,out_of_order\n0,"));
  // Of those that can be seen, most of the 600, the device alone knows how many bytes are moved.
  CHECK(matching(rows, "[0-4],[0-9.]+,[0-9.]+,[3-6]..,bitonic,[1-9][0-9]*,0.0*") == 5);
  CHECK(test::splitLines(rows).size() == 6);
  CHECK(directory.entries() == 7);
  const Picture first = test::readPng(directory.path() / "frame-000.png");
  CHECK(test::differing(first, test::readPng(directory.path() / "frame-002.png")) > 500);
  CHECK(test::readPng(directory.path() / "frame-004.png") == drawn.image);

  const Result unsorted =
      drawBy(program, directory, {"--count", "3", "--frames", "1", "--sort", "off", "--stats", one}).result;
  // Three have two neighbours.
  const std::string share = std::to_string(0.5 * inversionsOf(unsorted));
  CHECK(matching(test::readFile(one), "0,,[0-9.]+,3,,0," + share) == 1);
}

TEST_CASE("the_second_queue_sorts_and_the_picture_stays" * doctest::test_suite("two_queues")) {
  for (const char* scene : {"smoke", "galaxy", "glass", "fireworks", "splats", "points"}) {
    CAPTURE(scene);
    const std::vector<std::string> arguments{"--offscreen", "--scene", scene, "--frames", "4", "--orbit", "2"};
    std::vector<std::string> on_two = arguments;
    on_two.insert(on_two.end(), {"--queues", "2"});
    const Drawn one = draw(arguments), two = draw(on_two);
    CHECK_FALSE(one.result.prints("\nqueues: "));
    CHECK(two.result.prints("\nqueues: 2, median "));
    CHECK(two.result.exit_code == 0);
    CHECK(one.image == two.image);
  }
}

TEST_CASE("a_device_with_one_queue_sorts_on_it_and_says_so") {
  const Drawn drawn = draw({"--offscreen", "--queues", "2"});
  CHECK(drawn.result.exit_code == 0);
  CHECK(drawn.result.prints("note: --queues 2: the device has no second queue for compute"));
  CHECK_FALSE(drawn.result.prints("\nqueues: "));
}
