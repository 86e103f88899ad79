// The program as it is run by hand.
#include <doctest/doctest.h>

#include <sstream>

#include "support/child.h"

namespace fuzz {
namespace {

// From the line that begins with this, without it.
std::string lineAfter(const std::string& output, const std::string& begin) {
  for (const std::string& line : test::splitLines(output))
    if (line.starts_with(begin)) return line.substr(begin.size());
  return "";
}

std::vector<std::string> wordsOf(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

TEST_CASE("a_changed_word_fails_and_the_command_that_is_printed_repeats_it") {
  const test::ChildResult run =
      test::run({VKSORT_FUZZ_PROGRAM, "--seed", "77", "--first", "5", "--cases", "3", "--largest", "30", "--falsify"});
  CAPTURE(run.output);
  REQUIRE(run.exit_code == 1);
  const std::string failure = lineAfter(run.output, "FAILED ");
  CHECK(failure.starts_with("case 5: "));
  const std::vector<std::string> command = wordsOf(lineAfter(run.output, "to repeat: "));
  REQUIRE(command.size() > 3);
  const test::ChildResult again = test::run(command);
  CAPTURE(again.output);
  CHECK(again.exit_code == 1);
  CHECK(lineAfter(again.output, "FAILED ") == failure);
  CHECK(lineAfter(again.output, "as small as it still fails: ") != "");
}

TEST_CASE("what_is_no_option_ends_it_with_2") {
  for (const char* option : {"--cases=-1", "--width=5", "--largest=1", "--sead=1"}) {
    CAPTURE(option);
    CHECK(test::run({VKSORT_FUZZ_PROGRAM, option}).exit_code == 2);
  }
}

}  // namespace fuzz
