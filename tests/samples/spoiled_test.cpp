// Runs that went wrong in one way alone: each must say so, and must not end with 0.
#include <doctest/doctest.h>

#include "screen.h"
#include "support/child.h"
#include "support/spoil.h"

using test::Result;
using test::spoiled;
using test::TemporaryDirectory;

namespace {

Result runSmall(std::vector<std::string> command, const test::Environment& environment) {
  command[0] = test::small(command[0]);
  return test::runToEnd(command, environment);
}

// Whether the words come in this order.
bool inOrder(const std::string& text, const std::vector<std::string>& words) {
  std::size_t at = 0;
  for (const std::string& word : words) {
    at = text.find(word, at);
    if (at == std::string::npos) return false;
    at += word.size();
  }
  return true;
}

}  // namespace

TEST_CASE("the_embedding_sample_sees_that_nothing_was_sorted") {
  const Result result = runSmall({"vksort-embed"}, spoiled("VKSORT_SPOIL_DISPATCHES", "0-999"));
  CHECK(result.exit_code == 1);
  CHECK(result.output.ends_with(": WRONG ORDER\n"));
}

TEST_CASE("the_embedding_sample_sees_that_two_indices_have_each_others_depths") {
  // Behind 100,000 depths, which are in order.
  const Result result = runSmall({"vksort-embed"}, spoiled("VKSORT_SPOIL_WORDS", "100000,100001"));
  CHECK(result.exit_code == 1);
  CHECK(result.output.ends_with(": WRONG ORDER\n"));
}

TEST_CASE("one_result_of_the_benchmark_that_is_not_sorted_fails_the_run") {
  // The first command buffer with dispatches measures the device's copy rate, for `breakdown` the second what a pass of
  // nothing costs.
  struct Case {
    std::vector<std::string> arguments;
    const char* range;
    std::vector<std::string> printed;  // the verdict of each row
  };
  const Case cases[] = {
      {{"--count", "700,900"}, "1-1", {" 700 ", " NO ", " 900 ", " yes "}},
      {{"growth", "--count", "700,900"}, "1-1", {" 700 ", " NO\n", " 900 ", " yes\n"}},
      // While its passes were timed, not before.
      {{"breakdown", "--count", "700,900"}, "3-3", {"700 elements", ", NOT SORTED;", "900 elements", ", verified;"}},
      {{"ladder", "--min-log2", "9", "--max-log2", "9"}, "1-1", {"| V0 ", "| NO ", "| vksort ", "| yes "}},
      {{"tune", "--count", "2"}, "0-9999", {"Nothing is faster"}},
  };
  for (const Case& each : cases) {
    std::vector<std::string> command = {"vksort-bench"};
    command.insert(command.end(), each.arguments.begin(), each.arguments.end());
    command.insert(command.end(), {"--repeat", "1"});
    CAPTURE(command);
    const Result result = runSmall(command, spoiled("VKSORT_SPOIL_DISPATCHES", each.range));
    CAPTURE(result.output);
    CAPTURE(result.errors);
    CHECK(result.exit_code == 1);
    CHECK(inOrder(result.output, each.printed));
    CHECK(result.errors.find("not sorted\n") != std::string::npos);
  }
}

TEST_CASE("a_run_in_which_the_verifier_alone_objects_fails") {
  // A frame in the middle in which nothing is moved, sorted or verified; in the last one all is well.
  const TemporaryDirectory directory;
  const Result result = runSmall({"vksort-particles", "--offscreen", "--verify", "--frames", "5", "--count", "1000",
                                  "--size", "64x64", "--output", directory.path() / "picture.png"},
                                 spoiled("VKSORT_SPOIL_DISPATCHES", "2-2"));
  CAPTURE(result.output);
  CHECK(result.exit_code == 1);
  CHECK(inOrder(result.output, {"order: 0 inversions in 1000\n", "verify: 5 frames, ", " 1 incomplete, "}));
}

#ifdef NDEBUG  // else the self-test finds what is spoiled
TEST_CASE("a_contact_sheet_of_which_one_picture_is_wrong_fails") {
  // The first one: all scenes behind it are drawn in order.
  const TemporaryDirectory directory;
  const Result result = runSmall({"vksort-particles", "--contact-sheet", "--frames", "1", "--count", "64", "--size",
                                  "16x16", "--use", "bitonic", "--output", directory.path() / "picture.png"},
                                 spoiled("VKSORT_SPOIL_DISPATCHES", "0-0"));
  CAPTURE(result.output);
  CHECK(result.exit_code == 1);
  CHECK(inOrder(result.output, {"scene: smoke\n", "scene: galaxy\n", "order: 0 inversions in ", "scene: points\n",
                                "order: 0 inversions in "}));
}
#endif

TEST_CASE("a_run_in_which_validation_alone_objects_fails") {
  const TemporaryDirectory directory;
  const Result result = runSmall({"vksort-particles", "--offscreen", "--validate", "--frames", "1", "--count", "1",
                                  "--size", "16x16", "--output", directory.path() / "picture.png"},
                                 spoiled("VKSORT_SPOIL_BARRIERS", "1"));
  CAPTURE(result.output);
  CHECK(result.exit_code == 1);
  CHECK(inOrder(result.output, {"order: 0 inversions in 1\n", "validation: "}));
  CHECK(result.output.find("validation: 0 messages") == std::string::npos);
}

TEST_CASE("a_window_that_the_device_cannot_draw_to_is_an_error_where_it_was_asked_for") {
  const test::Screen screen(64, 64);
  test::Environment environment = screen.environment();
  const auto spoil = spoiled("VKSORT_SPOIL_PRESENT", "1");
  environment.insert(environment.end(), spoil.begin(), spoil.end());
  const TemporaryDirectory directory;
  const Result result = runSmall({"vksort-particles", "--window", "--frames", "1", "--size", "16x16", "--output",
                                  directory.path() / "picture.png"},
                                 environment);
  CHECK(result.exit_code == 2);
  CHECK(test::lineCount(result.errors) == 1);
  CHECK(inOrder(result.errors, {"vksort-particles: --window: ", " cannot draw to this display\n"}));
  // Nor is another device taken than the one that was asked for.
  const Result other = runSmall({"vksort-particles", "--window", "--device", "no such device", "--frames", "1",
                                 "--size", "16x16", "--output", directory.path() / "picture.png"},
                                screen.environment());
  CHECK(other.exit_code == 2);
  CHECK(inOrder(other.errors, {"vksort-particles: ", "'no such device'"}));
}

TEST_CASE("a_size_that_the_device_does_not_draw_is_refused_by_whatever_draws") {
  const test::Screen screen(64, 64);
  const TemporaryDirectory directory;
  test::Environment environment = screen.environment();
  const auto spoil = spoiled("VKSORT_SPOIL_SIDE", "100");
  environment.insert(environment.end(), spoil.begin(), spoil.end());
  const std::vector<std::vector<std::string>> ways = {
      {"--offscreen", "--frames", "1"}, {"--offscreen", "--steps", "radix"}, {"--contact-sheet"}, {"--window"}};
  for (const std::vector<std::string>& way : ways)
    for (const char* size : {"101x20", "20x101"}) {
      std::vector<std::string> command = {"vksort-particles", "--size", size, "--output",
                                          directory.path() / "picture.png"};
      command.insert(command.end(), way.begin(), way.end());
      CAPTURE(command);
      const Result result = runSmall(command, environment);
      CAPTURE(result.errors);
      CHECK(result.exit_code == 2);
      CHECK(test::lineCount(result.errors) == 1);
      CHECK(inOrder(result.errors, {"vksort-particles: --size must be at most 100x100 on ", ", not ", size}));
      CHECK(std::filesystem::is_empty(directory.path()));
    }
}

TEST_CASE("a_contact_sheet_that_is_too_large_is_refused_before_it_takes_memory") {
  const TemporaryDirectory directory;
  // One picture of it, and where that fits all of them.
  for (const auto& [side, words] :
       {std::pair{"100", "vksort-particles: --size must be at most 100x100 on "},
        {"16384", "--size is too large for --contact-sheet: 49164x32774 pixels take 6445203744 bytes, "}}) {
    const Result result = runSmall(
        {"vksort-particles", "--contact-sheet", "--size", "16384x16384", "--output", directory.path() / "picture.png"},
        spoiled("VKSORT_SPOIL_SIDE", side));
    CAPTURE(result.errors);
    CHECK(result.exit_code == 2);
    CHECK(test::lineCount(result.errors) == 1);
    CHECK(inOrder(result.errors, {words}));
    CHECK(std::filesystem::is_empty(directory.path()));
  }
}

TEST_CASE("a_lost_device_ends_every_sample_with_one_line_and_no_file") {
  const TemporaryDirectory directory;
  const std::vector<std::vector<std::string>> commands = {
      {"vksort-embed"},
      {"vksort-bench", "--count", "8", "--csv", directory.path() / "rows"},
      {"vksort-particles", "--offscreen", "--frames", "2", "--size", "16x16", "--output",
       directory.path() / "picture.png"},
  };
  for (const std::vector<std::string>& command : commands) {
    CAPTURE(command[0]);
    const Result result = runSmall(command, spoiled("VKSORT_SPOIL_SUBMISSION", "0"));
    CHECK(result.exit_code == 2);
    CHECK(test::lineCount(result.errors) == 1);
    CHECK(result.errors.starts_with(command[0] + ": "));
    CHECK(std::filesystem::is_empty(directory.path()));
  }
}
