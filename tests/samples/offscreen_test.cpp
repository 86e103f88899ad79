// What the viewer prints and draws without a display.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "image.h"
#include "process.h"

using test::Image;
using test::Result;

namespace {

struct Drawn {
  Result result;
  Image image;
};

// By this program.
Drawn drawBy(const std::string& program, std::vector<std::string> arguments,
             const test::Environment& environment = {}) {
  const test::TemporaryDirectory directory;
  const std::string output = directory.path() / "picture.png";
  std::vector<std::string> command{program, "--validate", "--output", output};
  command.insert(command.end(), arguments.begin(), arguments.end());
  // Small and quick unless told otherwise.
  for (const auto& [option, value] : {std::pair{"--frames", "2"}, {"--size", "160x90"}, {"--count", "3000"}})
    if (std::ranges::find(arguments, option) == arguments.end()) command.insert(command.end(), {option, value});
  Drawn drawn{test::runToEnd(command, environment), {}};
  INFO(drawn.result.output, drawn.result.errors);
  REQUIRE(std::filesystem::exists(output));
  drawn.image = test::readPng(output);
  // The picture and nothing else.
  CHECK(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
  CHECK(drawn.result.output.find("validation: 0 messages\n") != std::string::npos);
  return drawn;
}

Drawn draw(const std::vector<std::string>& arguments, const test::Environment& environment = {}) {
  return drawBy(test::small("vksort-particles"), arguments, environment);
}

bool prints(const Result& result, const std::string& text) { return result.output.find(text) != std::string::npos; }

}  // namespace

TEST_CASE("the_shipped_viewer_draws_in_order_and_says_so_and_what_small_kernels_draw") {
  struct Case {
    const char *use, *count, *by;
  };
  for (const auto& [use, count, by] : {Case{"radix", "9000", "radix"}, {"bitonic", "1500", "bitonic"}}) {
    CAPTURE(use);
    const std::vector<std::string> arguments{"--offscreen", "--count", count, "--use", use};
    const Drawn drawn = drawBy(test::sibling("vksort-particles"), arguments);
    CHECK(drawn.result.exit_code == 0);
    CHECK(drawn.result.errors.empty());
    CHECK(prints(drawn.result, "device: "));
    CHECK(prints(drawn.result, std::string("frames: 2 of ") + count + " particles at 160x90"));
    CHECK(prints(drawn.result, std::string(" per frame by ") + by + ", "));
    CHECK(prints(drawn.result, std::string("order: 0 inversions in ") + count + "\n"));
    CHECK(drawn.image.width == 160);
    CHECK(drawn.image.height == 90);
    CHECK(test::distinctColors(drawn.image) > 500);
    CHECK(drawn.image == draw(arguments).image);
  }
}

TEST_CASE("without_sorting_the_picture_is_wrong_and_the_exit_code_says_so") {
  const Drawn sorted = draw({"--offscreen", "--sort", "on"});
  const Drawn unsorted = draw({"--offscreen", "--sort", "off"});
  CHECK(sorted.result.exit_code == 0);
  CHECK(unsorted.result.exit_code == 1);
  CHECK(prints(unsorted.result, "sort: off\n"));
  const std::size_t at = unsorted.result.output.find("order: ");
  REQUIRE(at != std::string::npos);
  CHECK(std::stoi(unsorted.result.output.substr(at + 7)) > 1000);
  // The smoke covers about a tenth of the picture.
  CHECK(test::differingPixels(sorted.image, unsorted.image) > 160 * 90 / 50);
}

TEST_CASE("every_frame_is_verified_where_asked") {
  const Drawn sorted = draw({"--offscreen", "--verify", "--frames", "5"});
  CHECK(sorted.result.exit_code == 0);
  CHECK(prints(sorted.result, "order: 0 inversions in 3000\n"));
  CHECK(prints(sorted.result, "verify: 5 frames, 0 out of order, 0 incomplete, 0 inversions in the last\n"));
  // The two judges count the same inversions, one from positions, one from keys.
  const Drawn unsorted = draw({"--offscreen", "--verify", "--frames", "5", "--sort", "off"});
  CHECK(unsorted.result.exit_code == 1);
  const std::string& output = unsorted.result.output;
  const std::size_t at = output.find("order: ");
  REQUIRE(at != std::string::npos);
  const int inversions = std::stoi(output.substr(at + 7));
  CHECK(inversions > 700);
  CHECK(prints(unsorted.result, "verify: 5 frames, 5 out of order, 0 incomplete, " + std::to_string(inversions) +
                                    " inversions in the last\n"));
}

TEST_CASE("keys_computed_in_the_sort_draw_the_same_picture") {
  // Verified, the keys are compared with those of a pass, bit for bit.
  for (const char* count : {"1", "3000"}) {
    CAPTURE(count);
    const Drawn fused = draw({"--offscreen", "--count", count, "--keys", "fused", "--verify"});
    const Drawn separate = draw({"--offscreen", "--count", count, "--keys", "separate", "--verify"});
    CHECK(fused.result.exit_code == 0);
    CHECK(separate.result.exit_code == 0);
    CHECK(prints(fused.result, "with f32 keys computed in its first pass\n"));
    CHECK(prints(separate.result, "with f32 keys from a pass before it\n"));
    CHECK(fused.image == separate.image);
  }
  const Drawn integers = draw({"--offscreen", "--keys", "fused", "--key-type", "u32", "--verify"});
  CHECK(integers.result.exit_code == 0);
  CHECK(prints(integers.result, "with u32 keys computed in its first pass\n"));
  CHECK(integers.image == draw({"--offscreen"}).image);
  // Without sorting the keys have nowhere to be computed but in a pass.
  const Drawn unsorted = draw({"--offscreen", "--keys", "fused", "--sort", "off", "--frames", "1"});
  CHECK(unsorted.image == draw({"--offscreen", "--keys", "separate", "--sort", "off", "--frames", "1"}).image);
}

TEST_CASE("whatever_kernels_and_words_sort_the_picture_is_the_same" * doctest::test_suite("full")) {
  // Dispatches and bytes of one sort, by the statistics of the only frame.
  struct Cost {
    Drawn drawn;
    long dispatches = 0;
    long bytes = 0;
  };
  const auto sort = [](std::vector<std::string> arguments) {
    const test::TemporaryDirectory directory;
    const std::string stats = directory.path() / "stats.csv";
    arguments.insert(arguments.end(),
                     {"--offscreen", "--verify", "--count", "3000", "--frames", "1", "--stats", stats});
    Cost cost{drawBy(test::sibling("vksort-particles"), arguments)};  // of the shipped kernels
    CHECK(cost.drawn.result.exit_code == 0);
    std::ifstream file(stats);
    std::string line, word;
    while (std::getline(file, word)) line = word;
    std::istringstream row(line);
    for (int column = 0; std::getline(row, word, ','); ++column) {
      if (column == 5) cost.dispatches = std::stol(word);
      if (column == 6) cost.bytes = std::stol(word);
    }
    return cost;
  };
  const Cost usual = sort({"--keys", "separate"});
  const Cost floor = sort({"--keys", "separate", "--kernels", "floor"});
  CHECK(floor.drawn.image == usual.drawn.image);
  CHECK(floor.dispatches > usual.dispatches);
  CHECK(sort({"--keys", "separate", "--kernels", "no-subgroups", "--ties", "any"}).drawn.image == usual.drawn.image);
  // Packed depths have fewer digits, so that some near ones change places.
  const Cost packed = sort({"--keys", "packed"});
  CHECK(packed.bytes <= usual.bytes / 2);
  CHECK(test::differingPixels(packed.drawn.image, usual.drawn.image) < 160 * 90 / 200);
}

TEST_CASE("the_seed_alone_decides_the_picture") {
  const Drawn first = draw({"--offscreen", "--seed", "7"});
  const Drawn again = draw({"--offscreen", "--seed", "7"});
  const Drawn other = draw({"--offscreen", "--seed", "8"});
  CHECK(first.image == again.image);
  CHECK(test::differingPixels(first.image, other.image) > 160 * 90 / 100);
}

TEST_CASE("draws_offscreen_where_there_is_no_display") {
  const Drawn drawn = draw({"--count", "100"}, {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  CHECK(drawn.result.exit_code == 0);
  CHECK(drawn.result.errors.empty());
  CHECK(prints(drawn.result, "order: 0 inversions in 100\n"));
}

TEST_CASE("draws_any_number_of_particles") {
  for (const char* count : {"1", "2", "129", "4097"}) {
    CAPTURE(count);
    const Drawn drawn = draw({"--offscreen", "--count", count, "--frames", "1", "--size", "64x36"});
    CHECK(drawn.result.exit_code == 0);
    CHECK(prints(drawn.result, std::string("order: 0 inversions in ") + count + "\n"));
  }
}

TEST_CASE("draws_any_size") {
  for (const char* size : {"1x1", "7x300", "641x3"}) {
    CAPTURE(size);
    const Drawn drawn = draw({"--offscreen", "--count", "500", "--frames", "1", "--size", size});
    CHECK(drawn.result.exit_code == 0);
    CHECK(std::to_string(drawn.image.width) + "x" + std::to_string(drawn.image.height) == size);
  }
}

TEST_CASE("help_names_every_option_and_succeeds") {
  const Result result = test::runToEnd({test::sibling("vksort-particles"), "--help"});
  CHECK(result.exit_code == 0);
  CHECK(result.errors.empty());
  for (const char* option :
       {"--offscreen", "--window",       "--frames",        "--count",    "--size",   "--output", "--device",
        "--sort",      "--keys",         "--seed",          "--validate", "--verify", "--scene",  "--use",
        "--coherent",  "--sort-every",   "--orbit",         "--sequence", "--every",  "--stats",  "--points",
        "--up",        "--write-points", "--contact-sheet", "--key-type", "--sh"}) {
    CAPTURE(option);
    CHECK(prints(result, option));
  }
}
