// Each subcommand has its options and no others.
#include <doctest/doctest.h>

#include "bench/program.h"

namespace test {
namespace {

struct Subcommand {
  const char* name;
  std::vector<std::string> unknown;  // options of others
};

const std::vector<Subcommand> kSubcommands = {
    {"sort", {"--save-tuning"}},
    {"ladder",
     {"--algorithm", "--values", "--layout", "--ties", "--count", "--count-on", "--capacity", "--coherent", "--hook",
      "--key-pass", "--lists", "--save-tuning"}},
    {"tune",
     {"--algorithm", "--tuning", "--count-on", "--capacity", "--coherent", "--hook", "--key-pass", "--lists", "--csv",
      "--json", "--against"}},
    {"growth",
     {"--algorithm", "--count-on", "--capacity", "--coherent", "--hook", "--key-pass", "--lists", "--json", "--against",
      "--save-tuning"}},
    {"breakdown",
     {"--algorithm", "--count-on", "--capacity", "--coherent", "--hook", "--key-pass", "--json", "--against",
      "--save-tuning"}},
};

// Whether help has the option in its column, not just in a text beside it, which begins further right.
bool lists(const std::string& help, const std::string& option) {
  constexpr std::size_t kColumns = 12;
  for (const std::string& line : splitLines(help)) {
    const std::size_t at = line.find(option + " ");
    if (at < kColumns && line.find_first_not_of(' ') == at) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("what_a_subcommand_does_not_have_is_unknown_there") {
  for (const Subcommand& subcommand : kSubcommands) {
    const std::string name = subcommand.name;
    for (const std::string& option : subcommand.unknown) {
      CAPTURE(name);
      CAPTURE(option);
      for (const std::string& arguments : {name + " " + option, name + " --seed 3 " + option + " 3"}) {
        const ChildResult result = bench(arguments);
        CHECK(result.exit_code == 2);
        CHECK(result.output.starts_with("vksort-bench: " + option + ": unknown to " + name + ", which takes "));
        CHECK(result.output.find(", --seed") != std::string::npos);
        CHECK(splitLines(result.output).size() == 1);
      }
    }
  }
}

TEST_CASE("help_names_every_option_that_a_subcommand_takes_and_no_other") {
  for (const Subcommand& subcommand : kSubcommands) {
    CAPTURE(subcommand.name);
    const ChildResult help = bench(std::string(subcommand.name) + " --help");
    CHECK(help.exit_code == 0);
    for (const char* common : {"--device", "--keys", "--order", "--path", "--min-log2", "--repeat"}) {
      CHECK(help.output.find(std::string("  ") + common + " ") != std::string::npos);
    }
    for (const std::string& option : subcommand.unknown) CHECK_FALSE(lists(help.output, option));
  }
}

TEST_CASE("creation_has_the_options_of_a_sorter_and_none_of_sorts") {
  const std::string help = bench("create --help").output;
  for (const char* option :
       {"--device", "--keys", "--values", "--use", "--hook", "--lists", "--max-count", "--threads", "--statistics"})
    CHECK(lists(help, option));
  for (const char* option : {"--repeat", "--count", "--min-log2", "--distribution", "--scratch", "--capacity"}) {
    CHECK_FALSE(lists(help, option));
    const ChildResult result = bench(std::string("create ") + option);
    CHECK(result.exit_code == 2);
    CHECK(result.output.find(": unknown to create, which takes ") != std::string::npos);
  }
}

TEST_CASE("help_is_no_error_and_names_every_subcommand") {
  for (const char* word : {"--help", "-h"}) {
    const ChildResult result = bench(word);
    CHECK(result.exit_code == 0);
    for (const Subcommand& subcommand : kSubcommands) {
      CHECK(result.output.find(std::string("\n  ") + subcommand.name + " ") != std::string::npos);
    }
  }
}

TEST_CASE("a_flag_that_became_a_subcommand_names_it") {
  for (const std::string name : {"ladder", "tune", "growth", "breakdown"}) {
    for (const std::string& arguments : {"--" + name, "--count 8 --" + name, name + " --" + name, "--frob --" + name}) {
      CAPTURE(arguments);
      const ChildResult result = bench(arguments);
      CHECK(result.exit_code == 2);
      CHECK(result.output == "vksort-bench: --" + name + ": is a subcommand now: vksort-bench " + name + "\n");
    }
  }
}

TEST_CASE("a_subcommand_comes_first_and_alone") {
  for (const std::string arguments : {"--seed 3 ladder", "growth ladder", "ladder --seed 3 ladder"}) {
    CAPTURE(arguments);
    const ChildResult result = bench(arguments);
    CHECK(result.exit_code == 2);
    CHECK(result.output == "vksort-bench: ladder: must come first: vksort-bench ladder\n");
  }
}

TEST_CASE("without_a_subcommand_it_sorts") {
  const std::string options = "--values u32 --order descending --count 8,700 --repeat 1 --csv '" + kCsv + "'";
  std::vector<std::string> rows[2];
  for (const bool named : {false, true}) {
    const ChildResult result = bench((named ? "sort " : "") + options);
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    for (const std::string& line : splitLines(readFile(kCsv))) {
      std::vector<std::string> fields = fieldsOf(line);
      REQUIRE(fields.size() == 25);
      fields.erase(fields.begin() + 13, fields.begin() + 19);  // times
      rows[named].insert(rows[named].end(), fields.begin(), fields.end());
    }
  }
  CHECK(rows[0] == rows[1]);
  CHECK(rows[0].size() == 3 * 19);
}

}  // namespace test
